"""Awari on the page."""

from __future__ import annotations

from hopsow import Position
from hopsow.messages import Message


def notice(position: Position) -> Message | None:
    """The refusals say all there is to say."""
    return None
