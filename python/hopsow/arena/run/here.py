"""Games played on this machine, one after another or several at once, each in its own process; and
other work that is done in the same way.

Built-in agents are charged with the CPU time of their process, so that games that run at the
same time never share one. When the main process ends, however it does, its workers are killed, and
their supervisors then end the programs.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from hopsow.arena.contest import task as games
from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.task import Task
from hopsow.arena.process.folders import remove_abandoned
from hopsow.arena.process.supervisor import ends_with
from hopsow.arena.referee.game import Progress, ends_the_run
from hopsow.arena.run.seldom import Seldom

TELL_S = 0.2  # between two words of one game's progress

Tell = Callable[[Any], None]


def play(task: Task, progress: Progress | None = None, own: games.Own | None = None) -> Evidence:
    """Play a task; its evidence, whatever goes wrong in it."""
    try:
        return Evidence.of(task, games.play(task, progress, own))
    except Exception as error:
        if ends_the_run(error):
            raise
        return Evidence.of_error(task, error)


def unseen(key: Any, plies: int) -> None:
    """The progress of a game that nobody watches."""


def run(
    tasks: Iterable[tuple[Any, Task]],
    jobs: int = 1,
    progress: Callable[[Any, int], None] = unseen,
) -> Generator[tuple[Any, Evidence], None, None]:
    """Play tasks, `jobs` at once; each with its key as it is finished.

    `progress` is told 0 when a game begins, and then how many plies have been played now and then.
    Closing the iterator ends all games that still run.
    """
    if jobs <= 1:
        for key, task in tasks:
            progress(key, 0)
            with Seldom(partial(progress, key), TELL_S) as tell:
                evidence = play(task, None if progress is unseen else tell)
            yield key, evidence
        return
    yield from finished(work(tasks, jobs, tell_game, lost_game), progress)


def finished(
    told: Iterable[tuple[Any, Any]], progress: Callable[[Any, int], None]
) -> Generator[tuple[Any, Evidence], None, None]:
    """The games among what is told of them; numbers of plies are passed on."""
    for key, result in told:
        if isinstance(result, int):
            progress(key, result)
        else:
            yield key, result


def tell_game(task: Task, tell: Tell) -> None:
    """Play a task and tell its evidence, after 0 and some numbers of plies."""
    tell(0)
    with Seldom(tell, TELL_S) as progress:
        evidence = play(task, progress)
    tell(evidence)


def lost_game(task: Task) -> Evidence:
    """The evidence of a game whose process was killed."""
    return Evidence.of_error(task, ChildProcessError("a worker was killed"))


def work(
    tasks: Iterable[tuple[Any, Any]],
    jobs: int,
    do: Callable[[Any, Tell], None],
    lost: Callable[[Any], Any],
) -> Generator[tuple[Any, Any], None, None]:
    """Do tasks in processes of their own, `jobs` at once; each result with the key of its task.

    `do` is a function of a module that tells the results of a task, which come in their order.
    `lost` is the last result of a task whose process was killed. Closing the iterator ends
    everything.
    """
    pool = Pool(jobs, do, lost)
    try:
        yield from pool.run(iter(tasks))
    finally:
        pool.close()


class Pool:
    """Workers that do one task at a time."""

    def __init__(
        self, jobs: int, do: Callable[[Any, Tell], None], lost: Callable[[Any], Any]
    ) -> None:
        self.workers: dict[Connection, multiprocessing.process.BaseProcess] = {}
        self.tasks: dict[Connection, tuple[Any, Any]] = {}  # that are being done
        self._do, self._lost = do, lost
        for _ in range(jobs):
            self._hire()

    def _hire(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, os.getpid(), self._do), daemon=True)
        process.start()
        theirs.close()
        self.workers[ours] = process
        return ours

    def run(self, tasks: Iterator[tuple[Any, Any]]) -> Iterator[tuple[Any, Any]]:
        """Hand out the tasks. A worker that dies costs the task it had, and is replaced."""
        for worker in self.workers:
            self._hand(worker, tasks)
        while self.tasks:
            for ready in wait(list(self.tasks)):
                assert isinstance(ready, Connection)
                worker = ready
                key, task = self.tasks[worker]
                try:
                    is_over, result = worker.recv()
                except (EOFError, OSError):
                    yield key, self._lost(task)
                    del self.tasks[worker]
                    worker = self._replace(worker)
                    is_over, result = True, None
                if isinstance(result, Exception):
                    raise result
                if is_over:
                    self.tasks.pop(worker, None)
                    self._hand(worker, tasks)
                else:
                    yield key, result

    def _replace(self, worker: Connection) -> Connection:
        process = self.workers.pop(worker)
        process.kill()
        process.join()
        worker.close()
        return self._hire()

    def _hand(self, worker: Connection, tasks: Iterator[tuple[Any, Any]]) -> None:
        following = next(tasks, None)
        if following is not None:
            self.tasks[worker] = following
            worker.send(following[1])

    def close(self) -> None:
        """End the workers, in the middle of a task or not."""
        for process in self.workers.values():
            process.kill()
        for connection, process in self.workers.items():
            process.join()
            connection.close()
        remove_abandoned(Path(tempfile.gettempdir()))


def _work(tasks: Connection, parent: int, do: Callable[[Any, Tell], None]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process decides what an interrupt means
    if not ends_with(parent, signal.SIGKILL):
        return
    while True:
        try:
            task = tasks.recv()
        except EOFError:
            return
        try:
            do(task, lambda result: tasks.send((False, result)))
            tasks.send((True, None))
        except Exception as error:
            tasks.send((True, error))
