"""Tasks done on the machines of a Ray cluster.

A process of its own, the driver, speaks with the cluster: Ray ends the process that it lives in
when it loses its cluster, and that must not be the one that writes the results.
"""

from __future__ import annotations

import os
import pickle
import re
import shutil
import signal
import socket
import tempfile
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.task import Task
from hopsow.arena.run import here, shipping
from hopsow.arena.run.node import LOST, Packed
from hopsow.arena.run.shipping import Shipped

if TYPE_CHECKING:
    from hopsow.arena.run.work import Work

LONGEST = 20  # name of a folder in which Ray's sockets lie: theirs have at most 107 bytes
GOES_ON = "what was done is kept, and the same command goes on"
CONNECT_S = 10.0
MOST_DESCRIPTORS = 1 << 10
ATTEMPTS, PAUSE_S = 200, 0.05  # to end what is left of a cluster
MEMORY = 80 << 20  # of Ray's store of objects, in a cluster of our own: results are small
SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_gcs_rpc_server_reconnect_timeout_s": "10",
}


@dataclass(frozen=True, slots=True)
class Batch:
    """Tasks for a cluster, and the archives for them that the driver does not have."""

    address: str | None
    archives: dict[str, bytes]
    tasks: list[Packed]


class Ray:
    """A cluster; without an address one on this machine, for as long as this lasts.

    The driver is started with the first task. How many tasks are done at once is Ray's matter, not
    that of `jobs`.
    """

    def __init__(self, address: str | None = None, is_resumed: bool = True) -> None:
        self.address = address
        self._after = f"; {GOES_ON}" if is_resumed else ""
        self._driver: here.Pool | None = None
        self._sent: set[str] = set()  # archives that the driver has
        self._numbers = count()

    def close(self) -> None:
        """End the driver, and the cluster with it if it is ours."""
        if self._driver is not None:
            self._driver.close()
        self._driver, self._sent = None, set()

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
        given = dict(zip(self._numbers, tasks, strict=False))
        if not given:
            return
        if self._driver is None:
            if self.address:
                _check_reachable(self.address)
            self._driver = here.Pool(1, drive, _is_gone)
        contents = {
            digest: content for _, task in given.values() for digest, content in task.contents()
        }
        archives = {name: contents[name] for name in contents.keys() - self._sent}
        self._sent |= archives.keys()
        packed = [_packed(number, do, task) for number, (_, task) in given.items()]
        batch = Batch(self.address, archives, packed)
        is_over = False
        try:
            for _, event in self._driver.run(iter([(None, batch)])):
                if event is None:
                    raise ConnectionError(f"{_named(self.address)} is lost")
                number, word, results = event
                key, task = given[number]
                yield from ((key, each) for each in ([lost(task)] if word == LOST else results))
            is_over = True
        except ConnectionError as error:
            raise ConnectionError(f"{error}{self._after}") from None
        finally:
            if not is_over:  # what still runs ends with the driver
                self.close()


def _packed(number: int, do: Callable[[Any, here.Tell], None], task: Shipped) -> Packed:
    content = pickle.dumps((do, task))
    return Packed(number, content, (*task.digests,), task.needs, task.progress is not None)


def _named(address: str | None) -> str:
    return f"the Ray cluster at {address}" if address else "the local Ray cluster"


def _check_reachable(address: str) -> None:
    """Refuse an address where nobody listens; Ray itself would take long to notice."""
    host, colon, port = address.rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host, int(port)), timeout=CONNECT_S).close()
    except (OSError, ValueError) as error:
        raise ValueError(f"the Ray cluster at {address} cannot be reached: {error}") from None


def _is_gone(batch: Batch) -> None:
    """What is told of tasks whose driver was ended: nothing."""


_work: list[Work] = []  # of a driver, for all its batches


def drive(batch: Batch, tell: here.Tell) -> None:
    """Have the cluster do tasks, and tell what happens to each."""
    if not _work:
        _connect(batch.address)
        from hopsow.arena.run.work import Work

        _work.append(Work())
    try:
        for event in _work[0].do(batch.archives, batch.tasks):
            tell(event)
    except ConnectionError as error:
        raise ConnectionError(f"{_named(batch.address)}{error}") from None


def _connect(address: str | None) -> None:
    os.setsid()  # the main process decides what an interrupt means
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):  # Ray talks much, and to whoever reads the results
        os.dup2(silence, stream)
    os.environ |= SETTINGS
    how: dict[str, Any] = {"address": address}
    if address is None:
        # What nobody else can reach (by the second setting; Ray would take 127.0.0.1 for the
        # machine's address in its network), and without the parts that only people look at.
        # Its secret is its own: Ray would keep one in the home folder, and ask for that ever after.
        os.environ |= {
            "RAY_memory_monitor_refresh_ms": "0",
            "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN": token_hex(32),
        }
        how = {
            "object_store_memory": MEMORY,
            "include_dashboard": False,
            "_node_ip_address": "127.0.0.1",
            "_temp_dir": _home(),
        }
    import ray

    try:
        ray.init(log_to_driver=False, configure_logging=False, **how)
    except Exception as error:
        sentence = re.split(r"\.\s|\n", str(error).strip())[0] or type(error).__name__
        raise ValueError(f"{_named(address)} cannot be used: {sentence}") from None


def _home() -> str:
    """Make a folder for a cluster; another process ends all that is in it when this one ends."""
    usual = tempfile.gettempdir()  # names of sockets in it must not be too long
    home = tempfile.mkdtemp(prefix="hopsow-", dir=usual if len(usual) <= LONGEST else "/tmp")
    ends, _ = os.pipe()  # and the other end stays open for as long as this process lives
    if os.fork():
        return home
    os.setsid()
    os.closerange(3, ends)
    os.closerange(ends + 1, MOST_DESCRIPTORS)
    os.read(ends, 1)
    end_all(home)
    shutil.rmtree(home, ignore_errors=True)
    os._exit(0)


def end_all(folder: str) -> None:
    """End all other processes that belong to a folder.

    Ray's agents look for their node now and then only, and outlive it by up to a minute. They
    rename themselves, so that the files that they have open tell whose they are.
    """
    for _ in range(ATTEMPTS):
        pids = (int(name) for name in os.listdir("/proc") if name.isdigit())
        left = [pid for pid in pids if pid != os.getpid() and belongs(pid, folder)]
        if not left:
            return
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(PAUSE_S)


def belongs(pid: int, folder: str) -> bool:
    """Whether a process was started with the name of a folder, or has a file in it open."""
    process = Path(f"/proc/{pid}")
    with suppress(OSError):
        if os.fsencode(folder) in process.joinpath("cmdline").read_bytes():
            return True
        for descriptor in process.joinpath("fd").iterdir():
            with suppress(OSError):
                if os.readlink(descriptor).startswith(folder):
                    return True
    return False
