"""Puzzles of checkers: men and kings anywhere, as few as the tables that are built in know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from hopsow.games import Position, parse
from hopsow.tables import Tables

DEPTHS: Sequence[int] = (1, 3, 5, 7)
SPOILING: Sequence[int] = (3, 5)
TRIES = 2000
SQUARES = range(1, 33)
LAST_ROW = {"W": range(1, 5), "B": range(29, 33)}
KINGS = 0.5


def candidates(random: Random, tables: Tables) -> Iterator[Position]:
    """Positions with as many pieces as the tables know."""
    size = tables.reach("checkers") or 0
    for _ in range(TRIES):
        squares = random.sample(SQUARES, size)
        white = random.randrange(1, size)
        sides = {"W": squares[:white], "B": squares[white:]}
        pieces = (
            side + ",".join(_piece(random, side, square) for square in placed)
            for side, placed in sides.items()
        )
        position = parse("checkers", f"{random.choice('WB')}:{':'.join(pieces)}")
        if position.outcome is None:
            yield position


def _piece(random: Random, side: str, square: int) -> str:
    is_king = square in LAST_ROW[side] or random.random() < KINGS
    return f"K{square}" if is_king else str(square)
