"""The process that speaks with a Ray cluster, for one that must not end with it.

Ray ends the process that it lives in when it loses its cluster. The main process says what to do
and is answered with what has happened since; neither says anything unasked.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import time
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hopsow.arena.run.work import Work

DO, STOP = "do", "stop"
READY, DONE, STOPPED, FAILED, RAISED = "ready", "done", "stopped", "failed", "raised"
TOLD, OVER, LOST = "told", "over", "lost"  # what has happened to a task
LACKS = "lacks"  # what a node says instead of a result

ATTEMPTS, PAUSE_S = 200, 0.05  # to end what is left of a cluster

MEMORY = 80 << 20  # of Ray's store of objects, in a cluster of our own: results are small
SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_gcs_rpc_server_reconnect_timeout_s": "10",
}
Need = tuple[str, str]  # a kind, and which one
Event = tuple[int, str, Any]  # the number of a task, what has happened, and its results
Archives = list[tuple[str, bytes]]  # by their digests


@dataclass(frozen=True, slots=True)
class Packed:
    """A task as it travels, the archives that it takes along, and what it needs of a node."""

    number: int
    content: bytes
    digests: tuple[str, ...]
    needs: tuple[Need, ...]
    is_watched: bool


def main(pipe: Connection, parent: int, address: str | None, home: str | None) -> None:
    """Serve the process at the other end of the pipe until it closes it or dies.

    A cluster of our own, in the folder `home`, is gone afterwards.
    """
    os.setsid()  # the main process decides what an interrupt means
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):  # Ray talks much, and to whoever reads the results
        os.dup2(silence, stream)
    try:
        _connect(address, home)
    except Exception as error:
        sentence = re.split(r"\.\s|\n", str(error).strip())[0] or type(error).__name__
        pipe.send((FAILED, f" cannot be used: {sentence}"))
        return
    import ray

    from hopsow.arena.run.work import Work

    try:
        work = Work()
        pipe.send((READY,))
        with suppress(EOFError, OSError):
            while True:
                pipe.send(_answer(work, pipe, *pipe.recv()))
    finally:
        ray.shutdown()
        if home is not None:
            end_all(home, (parent,))
            shutil.rmtree(home, ignore_errors=True)


def _answer(
    work: Work, pipe: Connection, word: str, archives: Archives, tasks: list[Packed], is_all: bool
) -> tuple[Any, ...]:
    """Do what is asked, and wait until something happens or more tasks are wanted."""
    events: list[Event] = []
    try:
        if word == STOP:
            work.stop()
            return (STOPPED,)
        work.begin(archives, tasks)
        while not events and (is_all or not work.wanted()) and not pipe.poll():
            events = work.events()
    except ConnectionError as error:
        return FAILED, str(error)
    except Exception as error:
        return RAISED, getattr(error, "cause", error)
    return DONE, events, work.wanted()


def _connect(address: str | None, home: str | None) -> None:
    os.environ |= SETTINGS
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
        alone: dict[str, Any] = {
            "object_store_memory": MEMORY,
            "include_dashboard": False,
            "_node_ip_address": "127.0.0.1",
            "_temp_dir": home,
        }
    else:
        alone = {"address": address}
    import ray

    ray.init(log_to_driver=False, configure_logging=False, **alone)


def end_all(folder: str, spared: Collection[int] = ()) -> None:
    """End all other processes that belong to a folder.

    Ray's agents look for their node now and then only, and outlive it by up to a minute. They
    rename themselves, so that the files that they have open tell whose they are.
    """
    for _ in range(ATTEMPTS):
        pids = (int(name) for name in os.listdir("/proc") if name.isdigit())
        left = [pid for pid in pids if belongs(pid, folder)]
        left = [pid for pid in left if pid not in (os.getpid(), *spared)]
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
