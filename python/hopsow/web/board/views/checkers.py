"""Checkers on the page."""

from __future__ import annotations

from hopsow import Position


def notice(position: Position) -> str | None:
    """A capture binds the side to move."""
    moves = position.legal_moves
    return f"{position.to_move} must capture" if moves and moves[0].is_capture else None
