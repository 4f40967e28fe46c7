"""A line on a terminal that says how far long work has come; nothing where nobody looks."""

from __future__ import annotations

import sys

CLEAR_LINE = "\r\x1b[K"


class StatusLine:
    """One line of standard error, written over and over again."""

    def __init__(self) -> None:
        self._is_seen = sys.stderr is not None and sys.stderr.isatty()

    def show(self, text: str) -> None:
        """Say something else than before."""
        if self._is_seen:
            print(f"{CLEAR_LINE}{text}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Make room for other output."""
        self.show("")
