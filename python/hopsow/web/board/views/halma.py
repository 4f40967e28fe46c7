"""Halma on the page."""

from __future__ import annotations

from hopsow import Position
from hopsow.messages import Message

SIZE = 16
BINDING = ("must-leave-camp", "must-move-up")  # kinds of refusal that bind every man


def notice(position: Position) -> Message | None:
    """Whether the camp must be left shows in why a man that is not blocked may not move."""
    mine = position.to_move[0]
    for index, man in enumerate(position.cells):
        reason = position.why_not((index % SIZE, index // SIZE)) if man == mine else None
        if reason is not None and reason.kind in BINDING:
            return Message(f"halma.notice-{reason.kind}")
    return None
