"""How good a net is: games against agents, and positions whose value the tables know.

Games are paired: the same opening twice, once for each side. The regret is that of the net
and its search as in self-play, but without the tables, which would know.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from hopsow.agents import Agent, Clock, make
from hopsow.games import Batch, Position, batch
from hopsow.lab.learning.policies.judge import Judge
from hopsow.lab.learning.policies.plan import Plan, outlook
from hopsow.lab.learning.policies.play import decided
from hopsow.tables import Tables

OPENING_PLIES = 4
MOST_STEPS = 3000  # of random games that look for positions


class Trial:
    """Games between a net and an agent, a pair for each opening."""

    def __init__(self, plan: Plan, pairs: int, simulations: int, tables: Tables | None) -> None:
        self.plan, self.pairs, self.simulations = plan, pairs, simulations
        self.tables = tables

    def score(
        self,
        judge: Judge,
        opponent: str,
        seed: int,
        threads: int,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> float:
        """The net's share of the points against an agent; not a number if it was stopped."""
        plan = self.plan
        first = batch(
            plan.game,
            self.pairs,
            rules=plan.rules,
            position=plan.origin,
            seed=seed,
            threads=threads,
            opening_plies=OPENING_PLIES,
            max_plies=outlook(plan.game).max_plies,
            auto_reset=False,
        )
        points: list[float] = []
        with ThreadPoolExecutor(threads) as pool:
            for side, games in enumerate((first, first.clone())):
                agents = [_seeded(opponent, plan.game, seed + i) for i in range(self.pairs)]
                table = _Table(games, side, agents, pool)
                while not table.is_over and not is_stopped():
                    table.step(lambda games: self._best(judge, games))
                points += table.points.tolist()
        return float("nan") if is_stopped() else sum(points) / len(points)

    def _best(self, judge: Judge, games: Batch) -> list[int]:
        best: list[int] = (
            decided(games, judge, self.simulations, self.tables).decisions()[0].tolist()
        )
        return best


def _seeded(spec: str, game: str, seed: int) -> Agent:
    """The agent; where chance decides for it, and its text names no seed, with this one."""
    try:
        return make(f"{spec}:seed={seed}", game)
    except ValueError:
        return make(spec, game)


class _Table:
    """Games in which the net has one side and agents the other."""

    def __init__(
        self, games: Batch, side: int, agents: list[Agent], pool: ThreadPoolExecutor
    ) -> None:
        self.games, self.side, self.agents, self.pool = games, side, agents, pool
        self.earlier: list[list[Position]] = [[] for _ in agents]
        self.waiting: list[deque[int]] = [deque() for _ in agents]
        self.live = np.ones(len(agents), bool)
        self.points = np.zeros(len(agents))

    @property
    def is_over(self) -> bool:
        """Whether all games are."""
        return not self.live.any()

    def step(self, choose: Callable[[Batch], list[int]]) -> None:
        """One action in each game that is not over; `choose` says those of the net."""
        games, live = self.games, self.live
        own = live & (games.to_move == self.side)
        actions = choose(games) if own.any() else [0] * len(games)
        others = np.flatnonzero(live & ~own).tolist()
        for game, action in zip(others, self.pool.map(self._answer, others), strict=True):
            actions[game] = action
        before = {game: games.turn(game) for game in np.flatnonzero(live).tolist()}
        games.step(actions)
        for game, turn in before.items():
            if not games.turn(game).actions:
                self.earlier[game].append(turn.position)
        over = live & (games.terminated | games.truncated)
        self.points[over] = (1 + games.rewards[over, self.side]) / 2
        self.live = live & ~over

    def _answer(self, game: int) -> int:
        """The next action of the agent, whose moves may have several."""
        waiting = self.waiting[game]
        if not waiting:
            position = self.games.state(game)
            clock = Clock(earlier=tuple(self.earlier[game]))
            waiting.extend(position.actions(self.agents[game].choose(position, clock)))
        return waiting.popleft()


def choices(plan: Plan, tables: Tables, count: int) -> list[Position]:
    """Positions from random games in which tables know that some moves keep what others spoil."""
    games = batch(plan.game, 256, rules=plan.rules, position=plan.origin, seed=plan.seed)
    found: dict[Position, None] = {}
    for _ in range(MOST_STEPS):
        games.step(games.sample())
        known, _, _ = games.values(tables)
        for game in np.flatnonzero(known).tolist():
            position = games.state(game)
            ranked = tables.rank_moves(position) or []
            if len({result for _, result, _ in ranked}) > 1:
                found[position] = None
        games.reset(known)
        if len(found) >= count:
            break
    return list(found)[:count]


def regret(plan: Plan, judge: Judge, positions: list[Position]) -> float:
    """The part of a game that the net gives away in a position, on average."""
    games = batch(plan.game, len(positions), rules=plan.rules)
    for game, position in enumerate(positions):
        games.set_state(game, position)
    best, _, _ = decided(games, judge, plan.simulations, None).decisions()
    return float(np.nanmean(games.regret(best, Tables())))
