"""What was played in a position, and how these games ended.

Positions that are the same but for names, turned or mirrored share a key, and moves that are images
of each other a text; results are the mover's. So a game counts wherever a position like its own is
looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice

from hopsow.games import Move, Position, canonical, canonical_move
from hopsow.records import Record

WON, DRAWN, LOST, OPEN = range(4)
OF_FIRST = {"1-0": WON, "1/2-1/2": DRAWN, "0-1": LOST, "*": OPEN}
OF_SECOND = {"1-0": LOST, "1/2-1/2": DRAWN, "0-1": WON, "*": OPEN}


@dataclass(frozen=True, slots=True)
class Counts:
    """How many games the mover won, drew and lost, and how many have no result."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    open: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost + self.open


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was played, with those that are images of it, and how the games ended."""

    moves: tuple[Move, ...]
    counts: Counts


def key_of(position: Position) -> int:
    """The key of what lies on the board for the side to move: 64 bits, as SQLite has them."""
    return _key(position.game, canonical(position)[0])


def rows(record: Record, plies: int | None = None) -> Iterator[tuple[int, str, int]]:
    """Key, move and the mover's result for the first moves of a game."""
    game, result = record.game, record.result
    first = record.start.sides[0]
    for position, move in islice(zip(record.positions, record.moves, strict=False), plies):
        board, views = canonical(position)
        ends = OF_FIRST if position.to_move == first else OF_SECOND
        yield _key(game, board), canonical_move(move, views), ends[result]


def listed(position: Position, counts: Mapping[str, Counts]) -> list[Played]:
    """What is known of the moves of a position, the most frequent first.

    Games of other rule sets count as well; what they played and is illegal here is left out.
    """
    _, views = canonical(position)
    alike: dict[str, list[Move]] = {}
    for move in position.legal_moves:
        alike.setdefault(canonical_move(move, views), []).append(move)
    there = [Played(tuple(moves), counts[text]) for text, moves in alike.items() if text in counts]
    return sorted(there, key=lambda each: -each.counts.games)


def _key(game: str, board: str) -> int:
    digest = blake2b(f"{game} {board}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, signed=True)
