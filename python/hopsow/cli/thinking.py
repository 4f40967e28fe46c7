"""A search on this process's CPU time that a signal can cut short, as the course agents need it."""

from __future__ import annotations

from hopsow.agents.budget import hash_mb
from hopsow.games import Engine
from hopsow.tables import open_tables, tell_problems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from hopsow.games import Move, Position

LEAST_S = 0.002  # below this a look at each move is all there is time for
SHORT_S = 0.1  # a search below this has ended before anybody asks; signals cost an import


class Thinker:
    """An engine for searches of about so many seconds. `is_told_to_end`: SIGTERM has come."""

    def __init__(self, game: str, seconds: float) -> None:
        self.tables = open_tables()
        self.engine = Engine(game, hash_mb(seconds), self.tables)
        self.is_told_to_end = False

    def best_move(
        self, positions: Iterable[Position], seconds: float, soft: float = 1.0
    ) -> Move | None:
        """The best move found in `seconds` of CPU time, or before SIGTERM or SIGXCPU came."""
        try:
            return self._search(positions, seconds, soft)
        finally:
            tell_problems(self.tables)

    def _search(self, positions: Iterable[Position], seconds: float, soft: float) -> Move | None:
        if seconds < LEAST_S:
            return self.engine.search(positions, depth=1).move
        if seconds < SHORT_S:
            return self.engine.search(positions, cpu=seconds, soft=soft).move
        import signal

        def answer(number: int, _: object) -> None:
            self.is_told_to_end |= number == signal.SIGTERM
            self.engine.stop()

        signals = (signal.SIGTERM, signal.SIGXCPU)
        before = [signal.signal(number, answer) for number in signals]
        try:
            return self.engine.search(positions, cpu=seconds, soft=soft).move
        finally:
            for number, handler in zip(signals, before, strict=True):
                signal.signal(number, handler)
