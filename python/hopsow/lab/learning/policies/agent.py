"""`net:FILE`: tree search by a policy in an ONNX file, and by the tables where they know."""

from __future__ import annotations

import itertools
import time

from hopsow.agents.options import MOST_QUOTED, parse, whole
from hopsow.engine.budget import CPU_GRACE_S, WALL_GRACE_S, share
from hopsow.games import batch, mcts
from hopsow.tables import open_tables
from hopsow.texts import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hopsow.engine.budget import Clock
    from hopsow.games import Batch, Move, Position

DEFAULT_SIMULATIONS = 200
MAX_SIMULATIONS = 1_000_000
MAX_PLIES = 65_535  # of a batch: the referee ends games, not the agent
OPTIONS = {"simulations": whole(1, MAX_SIMULATIONS)}


class NetAgent:
    """Searches with so many simulations for each action, or for as long as the clock allows."""

    def __init__(self, game: str, file: str, simulations: int = DEFAULT_SIMULATIONS) -> None:
        from hopsow.lab.learning.policies.policy import Policy

        self.policy = Policy(file, game)
        self.simulations = simulations
        tables = open_tables()
        # Elsewhere an ending is computed when it is asked for, which takes too long in a tree.
        self.tables = tables if tables.reach(game) else None
        self.is_stopped = False

    def choose(self, position: Position, clock: Clock) -> Move:
        """The move that was tried most, or the best one where the tables know it."""
        if position.outcome is not None:
            raise ValueError("the game is over: there is no move to choose")
        ranked = self.tables.rank_moves(position) if self.tables else None
        if ranked:
            return ranked[0][0]
        self.is_stopped = False
        now = time.process_time if clock.counts_cpu else time.monotonic
        budget = share(position, clock, CPU_GRACE_S if clock.counts_cpu else WALL_GRACE_S)
        end = float("inf") if budget is None else now() + budget.limit
        games = _after(position, clock.earlier)
        while True:
            action = self._action(games, lambda: self.is_stopped or now() >= end)
            turn = games.turn(0).push(action)
            if turn.move is not None:
                return turn.move
            games.step([action])

    def _action(self, games: Batch, is_time_up: Callable[[], bool]) -> int:
        """The action that was tried most; the first round is always waited for."""
        search = mcts(games, self.simulations, tables=self.tables)
        while search.descend():
            search.put(*self.policy(search.observations))
            if is_time_up():
                break
        return int(search.decisions()[0][0])

    def stop(self) -> None:
        """End the search that `choose` waits for."""
        self.is_stopped = True


def _after(position: Position, earlier: Sequence[Position]) -> Batch:
    """A game that has come to a position; what came before is taken along if it led there."""
    line = [*earlier, position]
    for first in (line[0], position):
        games = batch(position.game, 1, position=first, max_plies=MAX_PLIES, auto_reset=False)
        if first is position or _follow(games, line):
            return games
    raise AssertionError("a game can begin anywhere")


def _follow(games: Batch, line: Sequence[Position]) -> bool:
    """Play through the positions of a game; whether each leads to the next."""
    for before, after in itertools.pairwise(line):
        move = next((move for move in before.legal_moves if before.play(move) == after), None)
        if move is None:
            return False
        for action in before.actions(move):
            games.step([action])
    return games.state(0) == line[-1] and not (games.terminated[0] or games.truncated[0])


def make(name: str, words: Sequence[str], game: str) -> NetAgent:
    """The agent of a text."""
    if not words or not words[0]:
        raise ValueError(
            f"found {quoted(':'.join([name, *words]), MOST_QUOTED)}, expected net:FILE"
        )
    return NetAgent(game, words[0], **parse(name, words[1:], OPTIONS))
