"""What a record says beside its moves: comments, symbols, and moves that might have been played.

Notes are kept by how many moves have been played before them: those under 0 stand before the first
move, those under 3 belong to the third one, which their variations would replace.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from hopsow.games import Move

    Notes = dict[int, "Note"]

SIGNS = ("!", "?", "!!", "??", "!?", "?!")  # the symbols 1 to 6, written after the move
MAX_SYMBOL = 255
MAX_DEPTH = 40  # of variations within variations


class Note:
    """A comment, symbols by their number (PGN's `$1` is `!`), and variations of a move."""

    __slots__ = ("comment", "symbols", "variations")

    def __init__(
        self,
        comment: str = "",
        symbols: Iterable[int] = (),
        variations: Iterable[Variation] = (),
    ) -> None:
        self.comment = comment
        self.symbols = list(symbols)
        self.variations = list(variations)

    def add(self, comment: str) -> None:
        """Say something more."""
        self.comment = f"{self.comment} {comment}".strip()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Note) and _parts(self) == _parts(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Note({self.comment!r}, {self.symbols!r}, {self.variations!r})"


class Variation:
    """Moves in the place of one that was played, with `notes` like those of a record."""

    __slots__ = ("moves", "notes")

    def __init__(self, moves: Iterable[Move] = (), notes: Notes | None = None) -> None:
        self.moves = list(moves)
        self.notes = {} if notes is None else notes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Variation) and _parts(self) == _parts(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Variation({self.moves!r}, {self.notes!r})"


NOTHING = Note()  # for moves about which nothing is noted; never changed


def _parts(value: Note | Variation) -> list[object]:
    return [getattr(value, name) for name in value.__slots__]


def in_one_line(comment: str) -> str:
    """A comment as a record can hold it: its blanks are single."""
    return " ".join(comment.split())
