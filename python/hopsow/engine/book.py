"""Opening books: one move for each of many positions, found by searches that took their time.

A file begins with `MAGIC`, the names of the game and of its rules in 16 bytes each (zeros after
them) and the number of positions (32 bits). Then come the positions in order: a key, which is
the CRC-32 and the Adler-32 of the position's text (big-endian), and the number of the move (16
bits), which is its place among the texts of the legal moves in order, from 0 on. The CRC-32 of all
that ends the file. Numbers but keys are little-endian.

The books that come with the program lie in `books`, one for each rule set that has one.
"""

from __future__ import annotations

import os
import struct
import zlib

from hopsow.files import read_small
from hopsow.texts import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from hopsow.games import Move, Position

MAGIC = b"HOPSBOK1"
HEADER = struct.Struct("<8s16s16sI")
KEY = struct.Struct(">II")
ENTRY = struct.Struct(f"<{KEY.size}sH")
CHECKSUM = struct.Struct("<I")
SHELF = os.path.join(os.path.dirname(__file__), "books")
NO_BOOK = "none"  # in place of a file's name

_taken: dict[str, Book | None] = {}  # from the shelf


class Book:
    """The positions of a book, as the bytes of their entries."""

    def __init__(self, game: str, rules: str, entries: bytes) -> None:
        self.game, self.rules, self.entries = game, rules, entries

    def __len__(self) -> int:
        """How many positions it knows."""
        return len(self.entries) // ENTRY.size

    def move(self, position: Position) -> Move | None:
        """The move for a position, if it is in the book."""
        if (position.game, position.rules) != (self.game, self.rules):
            return None
        key = key_of(position)
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            found, number = ENTRY.unpack_from(self.entries, middle * ENTRY.size)
            if found == key:
                return _numbered(position, number)
            low, high = (middle + 1, high) if found < key else (low, middle)
        return None


def key_of(position: Position) -> bytes:
    """What a position is found by."""
    text = str(position).encode()
    return KEY.pack(zlib.crc32(text), zlib.adler32(text))


def packed(game: str, rules: str, moves: Mapping[bytes, int]) -> bytes:
    """The file of a book that answers the positions of these keys."""
    entries = b"".join(ENTRY.pack(key, moves[key]) for key in sorted(moves))
    content = HEADER.pack(MAGIC, game.encode(), rules.encode(), len(moves)) + entries
    return content + CHECKSUM.pack(zlib.crc32(content))


def read(path: str, game: str) -> Book:
    """The book of a game in a file; ValueError says why it is none."""
    try:
        content = read_small(path)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    if len(content) < HEADER.size + CHECKSUM.size or not content.startswith(MAGIC):
        raise ValueError(f"{path}: this is no opening book")
    body, checksum = content[: -CHECKSUM.size], content[-CHECKSUM.size :]
    _, name, rules, count = HEADER.unpack_from(body)
    entries = body[HEADER.size :]
    if CHECKSUM.unpack(checksum)[0] != zlib.crc32(body) or len(entries) != count * ENTRY.size:
        raise ValueError(f"{path}: this opening book is damaged")
    book = Book(_text(name), _text(rules), entries)
    if book.game != game:
        raise ValueError(f"{path}: this opening book is for {quoted(book.game)}, not for {game}")
    return book


def built_in(position: Position) -> Move | None:
    """The move of the book that comes with the program, where that knows the position."""
    name = f"{position.game}-{position.rules}.book"
    if name not in _taken:
        path = os.path.join(SHELF, name)
        _taken[name] = read(path, position.game) if os.path.exists(path) else None
    book = _taken[name]
    return None if book is None else book.move(position)


def _text(name: bytes) -> str:
    return name.rstrip(b"\0").decode("ascii", "replace")


def number_of(position: Position, move: str) -> int:
    """What stands for a legal move."""
    return sorted(map(str, position.legal_moves)).index(move)


def _numbered(position: Position, number: int) -> Move | None:
    texts = sorted(map(str, position.legal_moves))
    # Another position with the same key may have fewer moves.
    return position.move(texts[number]) if number < len(texts) else None
