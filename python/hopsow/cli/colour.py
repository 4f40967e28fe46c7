"""Colours for drawings on a terminal that wants them."""

from __future__ import annotations

import os
import sys

RED, BRIGHT, DIM, PLAIN = "\033[31m", "\033[1m", "\033[2m", "\033[0m"
TONES = {"●": RED, "◉": RED, "○": BRIGHT, "◎": BRIGHT, "·": DIM, "▫": DIM}


def is_wanted() -> bool:
    """Whether stdout is a terminal and the user has not set NO_COLOR (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def drawing(text: str) -> str:
    """A drawing, coloured if that is wanted."""
    if not is_wanted():
        return text
    return "".join(TONES[sign] + sign + PLAIN if sign in TONES else sign for sign in text)
