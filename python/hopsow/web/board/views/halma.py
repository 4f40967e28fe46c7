"""Halma on the page."""

from __future__ import annotations

from hopsow import Position

SIZE = 16
BINDING = ("must-leave-camp", "must-move-up")  # kinds of refusal that bind every man


def notice(position: Position) -> str | None:
    """Whether the camp must be left shows in why a man that is not blocked may not move."""
    mine = position.to_move[0]
    for index, man in enumerate(position.cells):
        reason = position.why_not((index % SIZE, index // SIZE)) if man == mine else None
        if reason is not None and reason.kind in BINDING:
            return str(reason).split(":")[0]
    return None
