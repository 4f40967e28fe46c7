"""`engine`: the search of the core, at full strength or at one of ten levels."""

from __future__ import annotations

from hopsow.agents.budget import LONGEST_S, hash_mb, share
from hopsow.agents.levels import WEIGHED, chosen
from hopsow.agents.options import MAX_DEPTH, MAX_NODES, MAX_SEED, parse, seconds, whole
from hopsow.games import Engine, Move, Position, facts
from hopsow.tables import open_tables, tell_problems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hopsow.agents import Clock

OPTIONS = {
    "time": seconds,
    "depth": whole(1, MAX_DEPTH),
    "nodes": whole(1, MAX_NODES),
    "level": whole(1, 10),
    "seed": whole(0, MAX_SEED),
}
DEFAULT_S = 1.0  # a move, where nothing else sets a limit
LEVEL_S = 0.03  # hardly any move of a level with a limit takes longer
CPU_GRACE_S, WALL_GRACE_S = 0.005, 0.03  # how late a search may notice that its time is over


class EngineAgent:
    """Searches as far as its own limits and the clock allow; without either, one second.

    `time` is of CPU time where the clock counts that. A `level` looks less far and chooses with
    chance, which `seed` makes repeatable.
    """

    def __init__(
        self,
        game: str,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        level: int | None = None,
        seed: int | None = None,
    ) -> None:
        self.game = game
        self.tables = open_tables()
        self.engine: Engine | None = None  # made when the time for a move is known
        self.time = time
        self.depth = depth
        self.nodes = nodes
        self.longest = LONGEST_S if time is None else time
        self.temperature = 0.0
        if level is not None:
            self._handicap(game, level, seed)

    def _handicap(self, game: str, level: int, seed: int | None) -> None:
        from random import Random

        handicap = facts(game).levels[level - 1]
        self.depth = _lesser(self.depth, handicap.depth)
        self.nodes = _lesser(self.nodes, handicap.nodes)
        self.temperature = handicap.temperature
        if handicap.depth or handicap.nodes:
            self.longest = LEVEL_S
        self.random = Random(seed)

    def choose(self, position: Position, clock: Clock) -> Move:
        """The best move found, or one that the level prefers to it."""
        if position.outcome is not None:
            raise ValueError("the game is over: there is no move to choose")
        limit, soft = self._budget(position, clock)
        if self.engine is None:
            longest = self.longest if limit is None else min(self.longest, limit)
            self.engine = Engine(self.game, hash_mb(longest), self.tables)
        report = self.engine.search(
            [*clock.earlier, position],
            depth=self.depth,
            nodes=self.nodes,
            cpu=limit if clock.counts_cpu else None,
            time=None if clock.counts_cpu else limit,
            soft=soft,
            lines=WEIGHED if self.temperature else 1,
        )
        tell_problems(self.tables)
        if self.temperature:
            return chosen(report.lines, self.temperature, self.random)
        assert report.move is not None, "a game that is not over has a move"
        return report.move

    def stop(self) -> None:
        """End the search that `choose` waits for."""
        if self.engine is not None:
            self.engine.stop()

    def _budget(self, position: Position, clock: Clock) -> tuple[float | None, float]:
        """Seconds, and the share of them after which no deeper search begins."""
        budget = share(position, clock, CPU_GRACE_S if clock.counts_cpu else WALL_GRACE_S)
        if self.time is not None and (budget is None or self.time < budget.limit):
            return self.time, 1.0
        if budget is None and self.depth is None and self.nodes is None:
            return DEFAULT_S, 1.0
        return budget or (None, 1.0)


def make(name: str, words: Sequence[str], game: str) -> EngineAgent:
    """The agent of a text."""
    return EngineAgent(game, **parse(name, words, OPTIONS))


def _lesser(one: int | None, other: int | None) -> int | None:
    limits = [limit for limit in (one, other) if limit is not None]
    return min(limits, default=None)
