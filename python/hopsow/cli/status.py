"""A line on a terminal that says how far long work has come; nothing where nobody looks."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

CLEAR_LINE = "\r\x1b[K"
PROGRESS_INTERVAL_S = 0.2


class StatusLine:
    """One line of standard error, written over and over again."""

    def __init__(self) -> None:
        self.is_seen = sys.stderr is not None and sys.stderr.isatty()

    def show(self, text: str) -> None:
        """Say something else than before."""
        if self.is_seen:
            print(f"{CLEAR_LINE}{text}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Make room for other output."""
        self.show("")


@contextmanager
def progress_of(what: str) -> Iterator[Callable[[float], None] | None]:
    """Show on a terminal how much of some work is done and the time that is left."""
    line = StatusLine()
    if not line.is_seen:
        yield None
        return
    begun = last = time.monotonic()

    def show(part: float) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= PROGRESS_INTERVAL_S:
            last = now
            left = _clock((now - begun) * (1 - part) / part) if part > 0 else "?"
            line.show(f"{what}: {part:4.0%}, {left} left")

    try:
        yield show
    finally:
        line.clear()


def _clock(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
