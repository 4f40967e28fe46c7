"""The words of a record's text: numbers, moves, and what is noted beside them."""

from __future__ import annotations

from hopsow.records.notes import NOTHING, SIGNS, Note, in_one_line
from hopsow.texts import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hopsow.games import Move, Position


class MoveNumbers:
    """The number of a turn while a game goes on.

    The turns of both sides share one: in the `usual` count the first side's comes first, from one
    number to the next; some programs count from `whoever` began.
    """

    def __init__(self, start: Position) -> None:
        self.usual = self.whoever = 1
        self._first, self._began, self._last = start.sides[0], start.to_move, start.to_move

    def turn_to(self, side: str) -> None:
        """Go on to the next ply; a side that moves again is still in the same turn."""
        if side != self._last:
            self.usual += side == self._first
            self.whoever += side == self._began
            self._last = side

    def copy(self) -> MoveNumbers:
        """The same numbers, which go on by themselves."""
        again = object.__new__(MoveNumbers)
        again.__dict__.update(self.__dict__)
        return again


def words(
    position: Position, moves: Sequence[Move], notes: Mapping[int, Note], numbers: MoveNumbers
) -> Iterator[str]:
    """The words of moves from a position; one with a blank in it goes on to the end of its line."""
    yield from _comment(notes.get(0, NOTHING))
    is_numbered = False  # whether the reader knows the number of the next move
    for index, move in enumerate(moves, 1):
        note = notes.get(index, NOTHING)
        before = numbers.copy()
        numbers.turn_to(position.to_move)
        if not is_numbered or numbers.usual > before.usual:
            dots = "." if position.to_move == position.sides[0] else "..."
            yield f"{numbers.usual}{dots}"
        yield from _marked(str(move), note.symbols)
        yield from _comment(note)
        for variation in note.variations:
            inner = list(words(position, variation.moves, variation.notes, before.copy()))
            if inner:
                inner[0] = f"({inner[0]}"
                if " " in inner[-1]:
                    inner.append(")")
                else:
                    inner[-1] += ")"
            yield from inner
        is_numbered = not note.comment and not note.variations
        position = position.play(move)


def _marked(move: str, symbols: Sequence[int]) -> Iterator[str]:
    """A move with its symbols: one that has a sign of its own is written after the move."""
    has_sign = bool(symbols) and 1 <= symbols[0] <= len(SIGNS)
    yield move + (SIGNS[symbols[0] - 1] if has_sign else "")
    yield from (f"${symbol}" for symbol in symbols[has_sign:])


def _comment(note: Note) -> Iterator[str]:
    text = in_one_line(decode(note.comment))
    if "}" in text:  # which would end a comment in braces
        yield f"; {text}"
    elif text:
        yield from f"{{{text}}}".split(" ")
