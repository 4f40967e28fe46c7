"""Boards of squares: moves from a square as a player would try them."""

from __future__ import annotations

from collections.abc import Callable

from hopsow import Position

Place = tuple[int, int]  # column and row


def tries(
    position: Position,
    at: Place,
    width: int,
    directions: list[Place],
    man: Callable[[Place], str],
) -> list[Place]:
    """The squares beside and behind the neighbours, forward first; empty ones for an own man."""
    forward = 1 if position.to_move == position.sides[0] else -1
    turned = [(x, y * forward) for x, y in directions]
    targets = [(at[0] + n * x, at[1] + n * y) for n in (1, 2) for x, y in turned]
    inside = [(x, y) for x, y in targets if 0 <= x < width and 0 <= y < width]
    is_mine = man(at).lower() == position.to_move[0]
    return [place for place in inside if man(place) == "."] if is_mine else inside
