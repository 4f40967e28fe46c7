"""Tasks done on the machines of a Ray cluster.

A process of its own, the courier, speaks with the cluster: Ray ends the process that it lives in
when it loses its cluster, and that must not be the one that writes the results. This side hands the
courier tasks when it asks for them, and passes on what comes back.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, suppress
from itertools import islice
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.task import Task
from hopsow.arena.process.folders import folder
from hopsow.arena.run import courier, guard, here, shipping

LONGEST = 20  # name of a folder in which Ray's sockets lie: theirs have at most 107 bytes
GOES_ON = "what was done is kept, and the same command goes on"
CONNECT_S = 10.0
PATIENCE_S = 30.0  # with a courier that clears up


class Ray:
    """A cluster; without an address one on this machine, for as long as this lasts.

    The courier is started with the first task. How many tasks are done at once is decided by the
    processors of the cluster, not by `jobs`.
    """

    def __init__(self, address: str | None = None, is_resumed: bool = True) -> None:
        self.address = address
        self._after = f"; {GOES_ON}" if is_resumed else ""
        self._stack = ExitStack()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._sent: set[str] = set()  # archives that the courier has

    def close(self) -> None:
        """End the courier, and the cluster with it if it is ours."""
        with self._stack:
            if self._pipe is not None and self._process is not None:
                self._pipe.close()  # for the courier this is the end
                self._process.join(PATIENCE_S)
                self._process.kill()
                self._process.join()

    def run(
        self,
        tasks: Iterable[tuple[Any, Task]],
        jobs: int = 1,
        progress: Callable[[Any, int], None] = here.unseen,
    ) -> Generator[tuple[Any, Evidence], None, None]:
        """Play tasks; each with its key as it is finished."""
        is_watched = progress is not here.unseen
        shipped = ((key, shipping.ship(task, is_watched)) for key, task in tasks)
        work = self.work(shipped, jobs, shipping.tell_game, shipping.lost_game)
        yield from here.finished(work, progress)

    def work(
        self,
        tasks: Iterable[tuple[Any, Any]],
        jobs: int,
        do: Callable[[Any, here.Tell], None],
        lost: Callable[[Any], Any],
    ) -> Generator[tuple[Any, Any], None, None]:
        """Do tasks; each result that `do` tells with the key of its task."""
        waiting = enumerate(iter(tasks))
        if (first := next(waiting, None)) is None:
            return
        self._say(courier.BEGIN, do)
        has_ended = False
        try:
            for word, *rest in self._heard(_with(first, waiting), lost):
                if word == courier.DONE:
                    has_ended = True
                    return
                key, result = rest
                yield key, result
        finally:
            if not has_ended:
                self._stop()

    def _heard(
        self, waiting: Iterator[tuple[int, tuple[Any, Any]]], lost: Callable[[Any], Any]
    ) -> Iterator[tuple[Any, ...]]:
        """What the courier says of tasks, while it is given those that it asks for."""
        given: dict[int, tuple[Any, Any]] = {}
        while True:
            word, *rest = self._hear()
            if word == courier.MORE:
                chunk = dict(islice(waiting, rest[0]))
                given |= chunk
                self._say(courier.TASKS, [self._packed(*each) for each in chunk.items()])
            elif word == courier.TOLD:
                number, result = rest
                yield word, given[number][0], pickle.loads(result)
            elif word == courier.OVER:
                del given[rest[0]]
            elif word == courier.LOST:
                key, task = given.pop(rest[0])
                yield word, key, lost(task)
            else:
                yield (word,)

    def _packed(self, number: int, pair: tuple[Any, Any]) -> courier.Packed:
        """A task as it travels; the archives that it takes along go before it, each once."""
        task = pair[1]
        digests: set[str] = set()
        needs: tuple[shipping.Need, ...] = ()
        if isinstance(task, shipping.Shipped):
            digests, needs = task.digests, task.needs
            for digest, content in task.contents():
                if digest not in self._sent:
                    self._say(courier.ARCHIVE, digest, content)
                    self._sent.add(digest)
        return number, pickle.dumps(task), digests, needs

    def _start(self) -> Connection:
        """Start the courier, and wait until it has the cluster."""
        if self.address:
            _check_reachable(self.address)
        context = multiprocessing.get_context("spawn")
        home = None if self.address else self._home()
        ours, theirs = context.Pipe()
        arguments = (theirs, os.getpid(), self.address, home)
        self._process = context.Process(target=courier.main, args=arguments)
        self._process.start()
        theirs.close()
        self._pipe = ours
        try:
            self._hear()
        except ConnectionError as error:
            raise ValueError(f"{error}".removesuffix(self._after)) from None
        return ours

    def _home(self) -> Path:
        """A folder for a cluster of our own, and somebody who clears up if this process cannot."""
        home = self._stack.enter_context(folder(_short_parent()))
        command = [sys.executable, "-I", "-S", guard.__file__, str(home), str(os.getpid())]
        self._stack.enter_context(
            subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)
        )
        return home

    def _say(self, *message: Any) -> None:
        pipe = self._pipe or self._start()
        with suppress(OSError):  # what it died of is heard with the next word
            pipe.send(message)

    def _hear(self) -> tuple[Any, ...]:
        assert self._pipe is not None
        try:
            message: tuple[Any, ...] = self._pipe.recv()
        except (EOFError, OSError):
            raise ConnectionError(f"{self._name} is lost{self._after}") from None
        if message[0] == courier.RAISED:
            raise message[1]
        if message[0] == courier.FAILED:
            raise ConnectionError(f"{self._name}{message[1]}{self._after}")
        return message

    def _stop(self) -> None:
        """End what still runs, so that the next tasks find everything free."""
        self._say(courier.STOP)
        with suppress(ConnectionError):
            while self._hear()[0] != courier.STOPPED:
                pass

    @property
    def _name(self) -> str:
        return f"the Ray cluster at {self.address}" if self.address else "the local Ray cluster"


def _with(first: Any, rest: Iterator[Any]) -> Iterator[Any]:
    yield first
    yield from rest


def _short_parent() -> Path:
    """Where temporary files lie, if the names of sockets there are not too long."""
    usual = tempfile.gettempdir()
    return Path(usual if len(usual) <= LONGEST else "/tmp")


def _check_reachable(address: str) -> None:
    """Refuse an address where nobody listens; Ray itself would take long to notice."""
    host, colon, port = address.rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host, int(port)), timeout=CONNECT_S).close()
    except (OSError, ValueError) as error:
        raise ValueError(f"the Ray cluster at {address} cannot be reached: {error}") from None
