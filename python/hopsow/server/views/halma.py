"""Halma on the page."""

from __future__ import annotations

from typing import Any

from hopsow import IllegalMoveError, Move, Position
from hopsow.server.messages import Story
from hopsow.server.views import squares
from hopsow.server.views.squares import Place

SIZE = 16
DIRECTIONS = [(x, y) for y in (1, 0, -1) for x in (-1, 0, 1) if (x, y) != (0, 0)]
BINDING = ("must-leave-camp", "must-move-up")  # kinds of refusal that bind every man
IS_PREVIEWED = False


def board(position: Position) -> dict[str, Any]:
    """The parts of the board."""
    return {"cells": position.cells, "stones": None, "counter": 0}


def story(before: Position, move: Move) -> Story:
    """The man goes its way."""
    return Story(path=list(move.squares), taken=[])


def refusals(position: Position) -> dict[str, str]:
    """There are too many squares to say beforehand why each has no move."""
    return {}


def notice(position: Position) -> str | None:
    """Some man that stands free but may not move tells whether the camp has to be left."""
    movers = {move.squares[0] for move in position.legal_moves}
    mine = position.to_move[0]
    for index, man in enumerate(position.cells):
        square = f"{index % SIZE},{index // SIZE}"
        if man == mine and square not in movers and (reason := _binding(position, square)):
            return reason.split(":")[0]
    return None


def _binding(position: Position, square: str) -> str | None:
    for move in tries(position, square)[:1]:
        try:
            position.move(move)
        except IllegalMoveError as error:
            return str(error) if error.kind in BINDING else None
    return None


def tries(position: Position, square: str) -> list[str]:
    """Moves from a square as a player would try them, likeliest first."""
    at = _place(square)
    if at is None:
        return [f"{square}-{square}"]  # no square at all: reading it says so

    def man(place: Place) -> str:
        return position.cells[SIZE * place[1] + place[0]]

    return [f"{square}-{x},{y}" for x, y in squares.tries(position, at, SIZE, DIRECTIONS, man)]


def _place(square: str) -> Place | None:
    try:
        x, y = map(int, square.split(","))
    except ValueError:
        return None
    return (x, y) if 0 <= x < SIZE and 0 <= y < SIZE else None
