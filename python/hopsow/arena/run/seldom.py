"""Saying what changes all the time now and then, and never leaving out what was said last."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, Self


class Seldom:
    """Tells somebody at once, and then at most every `pause` seconds, what was said last.

    What comes sooner is told by another thread when the pause is over, since nobody knows how long
    the next word will take: a watcher must not see an old position while somebody thinks. A `tell`
    that returns False has failed, and is tried again after the pause. Nothing is told any more once
    this is closed.
    """

    def __init__(self, tell: Callable[..., object], pause: float) -> None:
        self._tell, self._pause = tell, pause
        self._due = time.monotonic()
        self._last: tuple[Any, ...] = ()
        self._later: threading.Timer | None = None
        self._is_closed = False
        self._alone = threading.Lock()

    def __call__(self, *said: Any) -> None:
        with self._alone:
            self._last = said
            if self._later is None and not self._is_closed:
                wait = self._due - time.monotonic()
                if wait <= 0:
                    self._say()
                else:
                    self._say_after(wait)

    def _fire(self) -> None:
        with self._alone:
            self._later = None
            if not self._is_closed:
                self._say()

    def _say(self) -> None:
        self._due = time.monotonic() + self._pause
        if self._tell(*self._last) is False:
            self._say_after(self._pause)

    def _say_after(self, seconds: float) -> None:
        self._later = threading.Timer(seconds, self._fire)
        self._later.daemon = True
        self._later.start()

    def close(self) -> None:
        """Wait for what is being told, and tell no more."""
        with self._alone:
            self._is_closed = True
            if self._later is not None:
                self._later.cancel()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
