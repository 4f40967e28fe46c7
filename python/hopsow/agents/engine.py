"""`engine`: the search of the core."""

from __future__ import annotations

from hopsow.agents import Clock
from hopsow.agents.options import MAX_DEPTH, MAX_NODES, parse, seconds, whole
from hopsow.games import Engine, Move, Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

OPTIONS = {
    "time": seconds,
    "depth": whole(1, MAX_DEPTH),
    "nodes": whole(1, MAX_NODES),
}


class EngineAgent:
    """Searches as long as its options or else the clock allow; without either, one second."""

    def __init__(
        self,
        game: str,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
    ) -> None:
        self.engine = Engine(game)
        self.time = time
        self.depth = depth
        self.nodes = nodes

    def choose(self, position: Position, clock: Clock) -> Move:
        """The best move found."""
        limit = self.time or clock.move
        if clock.left is not None:
            limit = min(limit or clock.left, clock.left / 30 + clock.increment)
        if limit is None and self.depth is None and self.nodes is None:
            limit = 1.0
        report = self.engine.search(
            [*clock.earlier, position],
            depth=self.depth,
            nodes=self.nodes,
            cpu=limit if clock.counts_cpu else None,
            time=None if clock.counts_cpu else limit,
        )
        if report.move is None:
            raise ValueError("the game is over: there is no move to choose")
        return report.move

    def stop(self) -> None:
        """End the search that `choose` waits for."""
        self.engine.stop()


def make(name: str, words: Sequence[str], game: str) -> EngineAgent:
    """The agent of a text."""
    return EngineAgent(game, **parse(name, words, OPTIONS))
