"""The threads that searches run on.

Searches release the interpreter, so threads are enough. A limited number run and wait at a time,
each has a time limit, and each ends early when nobody wants its answer any more.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from hopsow.server import limits

T = TypeVar("T")


class BusyError(RuntimeError):
    """More work is waiting than can be done in reasonable time."""


class StoppedError(RuntimeError):
    """Work that was cancelled before it began."""


class Job:
    """Something that runs on a thread and can be stopped from another one at any time."""

    def __init__(self) -> None:
        self.is_stopped = False
        self._end: Callable[[], None] | None = None
        self._lock = threading.Lock()

    def when_stopped(self, end: Callable[[], None] | None) -> None:
        """Set how to end the current work (None: there is none); a stopped job ends it at once."""
        with self._lock:
            self._end = end
            if self.is_stopped and end is not None:
                end()

    def stop(self) -> None:
        """End the job as soon as it can."""
        with self._lock:
            self.is_stopped = True
            if self._end is not None:
                self._end()


class Workers:
    """All searches of a server."""

    def __init__(self, at_once: int = limits.SEARCHES_AT_ONCE) -> None:
        self._pool = ThreadPoolExecutor(at_once, thread_name_prefix="search")
        self._waiting = 0

    async def run(self, work: Callable[[Job], T], seconds: float) -> T:
        """Do the work on a thread; cancelling this stops it, and so does its time limit.

        The limit counts from the moment the work begins. Work that ignores `Job.stop` keeps its
        thread until it ends by itself, but nobody waits for it.
        """
        if self._waiting >= limits.MAX_WAITING:
            raise BusyError("the server has too many searches waiting, try again later")
        loop = asyncio.get_running_loop()
        job = Job()
        timers: list[asyncio.TimerHandle] = []

        def begin() -> T:
            if job.is_stopped:
                raise StoppedError
            # The loop keeps the time: a thread for it would take longer to start than many a move.
            loop.call_soon_threadsafe(lambda: timers.append(loop.call_later(seconds, job.stop)))
            try:
                return work(job)
            finally:
                job.when_stopped(None)

        self._waiting += 1
        future = loop.run_in_executor(self._pool, begin)
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            job.stop()
            raise
        finally:
            self._waiting -= 1
            for timer in timers:
                timer.cancel()

    def close(self) -> None:
        """Accept no more work and drop what is waiting."""
        self._pool.shutdown(wait=False, cancel_futures=True)
