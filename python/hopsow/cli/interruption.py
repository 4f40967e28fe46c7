"""Ctrl-C that ends long work with what it has found so far."""

from __future__ import annotations

import signal
from collections.abc import Callable


class Interruption:
    """While it lasts, Ctrl-C calls `stop` and is remembered; again, it ends the process."""

    def __init__(self, stop: Callable[[], object]) -> None:
        self.has_come = False
        self._end = stop

    def __enter__(self) -> None:
        self._before = signal.signal(signal.SIGINT, self._stop)

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _stop(self, _number: int, _frame: object) -> None:
        self.has_come = True
        signal.signal(signal.SIGINT, self._before)
        self._end()
