"""Checkers on the page."""

from __future__ import annotations

from hopsow import Position
from hopsow.messages import Message, side


def notice(position: Position) -> Message | None:
    """A capture binds the side to move."""
    moves = position.legal_moves
    if not moves or not moves[0].is_capture:
        return None
    return Message("checkers.notice-must-capture", side=side(position.to_move))
