"""Games against oneself: every action is searched for, and every position remembered.

The games form two groups, so that a graphics card judges the states of one while the trees of the
other grow. In one of them a game whose end the tables know is not played out: the exact result
counts. The other goes on there, with a search that knows the tables, so that endings are learned.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

import numpy as np

from hopsow.games import Batch, Mcts, batch, mcts
from hopsow.lab.learning.policies.judge import Judge
from hopsow.lab.learning.policies.plan import Plan, outlook
from hopsow.lab.learning.policies.replay import Replay
from hopsow.tables import Tables

OPENING_PLIES = (2, 8)  # random ones at the beginning, by group


class Group:
    """Games side by side, and the numbers of the positions of each game so far."""

    def __init__(self, games: Batch, tables: Tables | None) -> None:
        self.games = games
        self.tables = tables  # what they know is not played out
        self.open: list[list[int]] = [[] for _ in range(len(games))]


class SelfPlay:
    """Games that go on from generation to generation."""

    def __init__(
        self, plan: Plan, judge: Judge, replay: Replay, tables: Tables | None, threads: int
    ) -> None:
        self.plan, self.judge, self.replay, self.tables = plan, judge, replay, tables
        self.finished = 0
        self.searches = 0
        self._turns = [self._play(group) for group in self._groups(threads)]

    def _groups(self, threads: int) -> list[Group]:
        plan = self.plan
        share = max(1, plan.games // len(OPENING_PLIES))
        return [
            Group(
                batch(
                    plan.game,
                    share,
                    rules=plan.rules,
                    position=plan.origin,
                    seed=plan.seed + number,
                    threads=threads,
                    opening_plies=plies,
                    max_plies=outlook(plan.game).max_plies,
                ),
                self.tables if number == 0 else None,
            )
            for number, plies in enumerate(OPENING_PLIES)
        ]

    def play(self, positions: int, is_stopped: Callable[[], bool]) -> None:
        """Go on until so many positions have been added, or until it is stopped."""
        enough = self.replay.added + positions
        while self.replay.added < enough and not is_stopped():
            for turn in self._turns:
                next(turn)

    def _play(self, group: Group) -> Generator[None]:
        """Take turn after turn, and pause wherever states are being judged."""
        while True:
            search = yield from searched(
                group.games,
                self.judge,
                simulations=self.plan.simulations,
                seed=self._seed(),
                tables=self.tables,
            )
            self._take(group, search)

    def _seed(self) -> int:
        self.searches += 1
        return hash((self.plan.seed, self.searches, self.replay.added)) & (2**63 - 1)

    def _take(self, group: Group, search: Mcts) -> None:
        """Remember the positions and take the actions that were found best."""
        games = group.games
        best, policy, values = search.decisions()
        number = self.replay.add(games.observations, games.legal, policy, values, games.to_move)
        for numbers in group.open:
            numbers.append(number)
            number += 1
        games.step(best)
        over = games.terminated | games.truncated
        rewards = games.rewards.copy()
        if group.tables is not None:
            known, results, _ = games.values(group.tables)
            known &= ~over  # there a new game has begun already
            for side in (0, 1):
                sign = np.where(games.to_move == side, 1, -1)
                rewards[known, side] = (sign * results)[known]
            if known.any():
                games.reset(known)
            over |= known
        for game in np.flatnonzero(over):
            self.replay.settle(group.open[game], rewards[game])
            group.open[game] = []
            self.finished += 1


def searched(
    games: Batch, judge: Judge, *, simulations: int, seed: int, tables: Tables | None
) -> Generator[None, None, Mcts]:
    """A search in each game; it pauses wherever states are being judged."""
    search = mcts(games, simulations, method="gumbel", seed=seed, tables=tables)
    while search.descend():
        wait = judge.begin(search.observations, *search.legal)
        yield
        search.put(*wait())
    return search


def decided(games: Batch, judge: Judge, simulations: int, tables: Tables | None) -> Mcts:
    """A search without chance, as an agent plays: PUCT."""
    search = mcts(games, simulations, tables=tables)
    while search.descend():
        search.put(*judge.begin(search.observations, *search.legal)())
    return search
