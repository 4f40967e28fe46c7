"""Tasks done on the machines of a Ray cluster.

A process of its own, the courier, speaks with the cluster: Ray ends the process that it lives in
when it loses its cluster, and that must not be the one that writes the results.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import socket
import tempfile
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack, suppress
from itertools import count, islice
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.task import Task
from hopsow.arena.process.folders import folder
from hopsow.arena.run import courier, here, shipping
from hopsow.arena.run.exchanged import LOST, TOLD, Packed
from hopsow.arena.run.shipping import Shipped

LONGEST = 20  # name of a folder in which Ray's sockets lie: theirs have at most 107 bytes
GOES_ON = "what was done is kept, and the same command goes on"
CONNECT_S = 10.0
PATIENCE_S = 30.0  # with a courier that clears up


class Ray:
    """A cluster; without an address one on this machine, for as long as this lasts.

    The courier is started with the first task. How many tasks are done at once is Ray's matter, not
    that of `jobs`.
    """

    def __init__(self, address: str | None = None, is_resumed: bool = True) -> None:
        self.address = address
        self._after = f"; {GOES_ON}" if is_resumed else ""
        self._stack = ExitStack()
        self._home: str | None = None  # of a cluster of our own
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._sent: set[str] = set()  # archives that the courier has
        self._numbers = count()

    def close(self) -> None:
        """End the courier, and the cluster with it if it is ours."""
        with self._stack:
            if self._pipe is not None and self._process is not None:
                self._pipe.close()  # for the courier this is the end
                self._process.join(PATIENCE_S)
                self._process.kill()
                self._process.join()
            if self._home is not None:
                courier.end_all(self._home)  # if Ray has ended the courier

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
        tasks: Iterable[tuple[Any, Shipped]],
        jobs: int,
        do: Callable[[Any, here.Tell], None],
        lost: Callable[[Any], Any],
    ) -> Generator[tuple[Any, Any], None, None]:
        """Do tasks; the last result that `do` tells of each, and its progress, with the key."""
        waiting = iter(tasks)
        given: dict[int, tuple[Any, Shipped]] = {}
        wanted, is_all = 1, False
        try:
            while True:
                more = {next(self._numbers): pair for pair in islice(waiting, wanted)}
                is_all = is_all or len(more) < wanted
                given |= more
                if not given:
                    return
                archives = self._unsent(task for _, task in more.values())
                packed = [_packed(number, do, task) for number, (_, task) in more.items()]
                events, wanted = self._ask(courier.DO, archives, packed, is_all)
                for number, word, results in events:
                    key, task = given[number] if word == TOLD else given.pop(number)
                    if word == LOST:
                        results = [lost(task)]
                    yield from ((key, result) for result in results)
        finally:
            if given:
                self._stop()

    def _unsent(self, tasks: Iterable[Shipped]) -> list[tuple[str, bytes]]:
        """The archives that tasks take along, each once."""
        contents = {digest: content for task in tasks for digest, content in task.contents()}
        new = [
            (digest, content) for digest, content in contents.items() if digest not in self._sent
        ]
        self._sent |= contents.keys()
        return new

    def _start(self) -> Connection:
        """Start the courier, and wait until it has the cluster."""
        if self.address:
            _check_reachable(self.address)
        context = multiprocessing.get_context("spawn")
        if not self.address:
            self._home = str(self._stack.enter_context(folder(_short_parent())))
        ours, theirs = context.Pipe()
        arguments = (theirs, os.getpid(), self.address, self._home)
        self._process = context.Process(target=courier.main, args=arguments)
        self._process.start()
        theirs.close()
        self._pipe = ours
        try:
            self._hear(ours)
        except ConnectionError as error:
            raise ValueError(f"{error}".removesuffix(self._after)) from None
        return ours

    def _ask(self, *message: Any) -> list[Any]:
        """Say something to the courier, and hear its answer."""
        pipe = self._pipe or self._start()
        with suppress(OSError):  # what it died of is heard with the answer
            pipe.send(message)
        return self._hear(pipe)

    def _hear(self, pipe: Connection) -> list[Any]:
        try:
            word, *rest = pipe.recv()
        except (EOFError, OSError):
            raise ConnectionError(f"{self._name} is lost{self._after}") from None
        if word == courier.RAISED:
            raise rest[0]
        if word == courier.FAILED:
            raise ConnectionError(f"{self._name}{rest[0]}{self._after}")
        return [word] if word == courier.STOPPED else rest

    def _stop(self) -> None:
        """End what still runs, so that the next tasks find everything free."""
        with suppress(ConnectionError):
            answer = self._ask(courier.STOP, [], [], True)
            while answer != [courier.STOPPED]:  # it had something to say before
                assert self._pipe is not None
                answer = self._hear(self._pipe)

    @property
    def _name(self) -> str:
        return f"the Ray cluster at {self.address}" if self.address else "the local Ray cluster"


def _packed(number: int, do: Callable[[Any, here.Tell], None], task: Shipped) -> Packed:
    content = pickle.dumps((do, task))
    return Packed(number, content, (*task.digests,), task.needs, task.progress is not None)


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
