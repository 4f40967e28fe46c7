"""The threads that searches run on.

Searches release the interpreter, so threads are enough. A limited number run and wait at a time,
each has a time limit, and each ends early when nobody wants its answer any more. Players who wait
for a move have threads of their own, so that no analysis keeps them waiting.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from hopsow.messages import Message
from hopsow.web import limits

T = TypeVar("T")


class BusyError(RuntimeError):
    """More work is waiting than can be done in reasonable time."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


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
    """All searches of a server, and what would keep its loop from others."""

    def __init__(self, at_once: int = limits.SEARCHES_AT_ONCE) -> None:
        self._at_once = at_once
        self._searches = ThreadPoolExecutor(at_once, thread_name_prefix="search")
        self._moves = ThreadPoolExecutor(at_once, thread_name_prefix="move")
        self._aside = ThreadPoolExecutor(1, thread_name_prefix="aside")
        self._waiting = Counter[ThreadPoolExecutor]()

    async def aside(self, work: Callable[[], T]) -> T:
        """Do work of some milliseconds, while the loop serves others."""
        return await asyncio.get_running_loop().run_in_executor(self._aside, work)

    async def run(
        self,
        work: Callable[[Job], T],
        seconds: float,
        *,
        is_move: bool = False,
        gives_way: bool = False,
    ) -> T:
        """Do the work on a thread; cancelling this stops it, and so does its time limit.

        The limit counts from the moment the work begins. Work that ignores `Job.stop` keeps its
        thread until it ends by itself, but nobody waits for it. `is_move` if a player waits for it;
        work that `gives_way` is stopped after a while if others wait, to be begun again by its
        owner, behind them.
        """
        pool = self._moves if is_move else self._searches
        if self._waiting[pool] >= limits.MAX_WAITING:
            raise BusyError(Message("server.busy"))
        loop = asyncio.get_running_loop()
        job = Job()
        timers: list[asyncio.TimerHandle] = []

        def start_timers() -> None:
            timers.append(loop.call_later(seconds, job.stop))
            if gives_way:
                timers.append(loop.call_later(limits.TURN_S, end_turn))

        def end_turn() -> None:
            if self._waiting[pool] > self._at_once:
                job.stop()
            else:
                timers.append(loop.call_later(limits.TURN_S, end_turn))

        def begin() -> T:
            if job.is_stopped:
                raise StoppedError
            # The loop keeps the time: a thread for it would take longer to start than many a move.
            loop.call_soon_threadsafe(start_timers)
            try:
                return work(job)
            finally:
                job.when_stopped(None)

        self._waiting[pool] += 1
        future = loop.run_in_executor(pool, begin)
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            job.stop()
            raise
        finally:
            self._waiting[pool] -= 1
            for timer in timers:
                timer.cancel()

    def close(self) -> None:
        """Accept no more work and drop what is waiting."""
        for pool in (self._searches, self._moves, self._aside):
            pool.shutdown(wait=False, cancel_futures=True)
