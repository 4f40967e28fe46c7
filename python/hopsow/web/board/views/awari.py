"""Awari on the page."""

from __future__ import annotations

from hopsow import Position


def notice(position: Position) -> str | None:
    """The refusals say all there is to say."""
    return None
