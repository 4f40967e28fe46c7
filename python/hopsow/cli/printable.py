"""Text of others on a terminal: what would move its cursor or change its title is shown instead."""

from __future__ import annotations


def printable(text: str) -> str:
    """The text with everything but its lines and letters escaped."""
    return "".join(
        each if each.isprintable() or each in "\n\t" else ascii(each)[1:-1] for each in text
    )
