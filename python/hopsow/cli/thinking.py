"""A search on this process's CPU time that a signal can cut short, as the course agents need it."""

from __future__ import annotations

from hopsow.engine import Searcher
from hopsow.engine.book import built_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hopsow.games import Move, Position

LEAST_S = 0.002  # below this a look at each move is all there is time for
SHORT_S = 0.1  # a search below this has ended before anybody asks; signals cost an import


class Thinker:
    """Searches for about so many seconds. `is_told_to_end`: SIGTERM has come."""

    def __init__(self, game: str, seconds: float, plays_by_book: bool = True) -> None:
        self.plays_by_book = plays_by_book
        self.searcher = Searcher(game)
        self.searcher.prepare(seconds)
        self.is_told_to_end = False

    def best_move(
        self, positions: Sequence[Position], seconds: float, soft: float = 1.0
    ) -> Move | None:
        """The move of the book, or else the best one found in `seconds` of CPU time or before
        SIGTERM or SIGXCPU came.
        """
        if self.plays_by_book and (by_book := built_in(positions[-1])) is not None:
            return by_book
        if seconds < LEAST_S:
            return self.searcher.search(positions, depth=1).move
        if seconds < SHORT_S:
            return self.searcher.search(positions, cpu=seconds, soft=soft, plays=True).move
        import signal

        def answer(number: int, _: object) -> None:
            self.is_told_to_end |= number == signal.SIGTERM
            self.searcher.stop()

        signals = (signal.SIGTERM, signal.SIGXCPU)
        before = [signal.signal(number, answer) for number in signals]
        try:
            return self.searcher.search(positions, cpu=seconds, soft=soft, plays=True).move
        finally:
            for number, handler in zip(signals, before, strict=True):
                signal.signal(number, handler)
