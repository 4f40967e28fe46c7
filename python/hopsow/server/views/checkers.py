"""Checkers on the page."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hopsow import Move, Position
from hopsow.server.messages import Story
from hopsow.server.views import squares
from hopsow.server.views.squares import Place

SIZE, SQUARES = 8, 32
DIRECTIONS = [(-1, 1), (1, 1), (-1, -1), (1, -1)]
IS_PREVIEWED = False


def board(position: Position) -> dict[str, Any]:
    """The parts of the board."""
    return {"cells": position.cells, "stones": None, "counter": position.counter}


def story(before: Position, move: Move) -> Story:
    """The piece goes its way, takes what it jumps over, and may be crowned."""
    path = list(move.squares)
    taken = [_between(a, b) for a, b in pairwise(path)] if move.is_capture else []
    start, end = int(path[0]) - 1, int(path[-1]) - 1
    is_crowned = before.cells[start].islower() and before.play(move).cells[end].isupper()
    return Story(path=path, taken=taken, crowned=is_crowned)


def refusals(position: Position) -> dict[str, str]:
    """There are too many squares to say beforehand why each has no move."""
    return {}


def notice(position: Position) -> str | None:
    """A capture binds the side to move."""
    moves = position.legal_moves
    return f"{position.to_move} must capture" if moves and moves[0].is_capture else None


def tries(position: Position, square: str) -> list[str]:
    """Moves from a square as a player would try them, likeliest first."""
    at = _place(square)
    if at is None:
        return [f"{square}-{square}"]  # no square at all: reading it says so

    def man(place: Place) -> str:
        return position.cells[_number(place) - 1]

    places = squares.tries(position, at, SIZE, DIRECTIONS, man)
    return [f"{square}-{_number(place)}" for place in places]


def _between(start: str, end: str) -> str:
    """The square that a jump passes over."""
    one, other = _place(start), _place(end)
    assert one is not None
    assert other is not None
    return str(_number(((one[0] + other[0]) // 2, (one[1] + other[1]) // 2)))


def _place(square: str) -> Place | None:
    try:
        number = int(square)
    except ValueError:
        return None
    row, column = divmod(number - 1, 4)
    return (2 * column + 1 - row % 2, row) if 1 <= number <= SQUARES else None


def _number(place: Place) -> int:
    x, y = place
    return 4 * y + x // 2 + 1
