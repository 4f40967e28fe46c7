"""The process that speaks with a Ray cluster, for one that must not end with it.

It asks for tasks (MORE) and gets them (TASKS), after each ARCHIVE that they take along; it says
what is TOLD of a task, and when the task is OVER or, because the process that did it was killed
again and again, LOST.
"""

from __future__ import annotations

import os
import re
import signal
from contextlib import closing, suppress
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from secrets import token_hex
from threading import Thread
from typing import Any

from hopsow.arena.process.supervisor import ends_with

BEGIN, ARCHIVE, TASKS, STOP = "begin", "archive", "tasks", "stop"
MORE, TOLD, OVER, LOST, DONE = "more", "told", "over", "lost", "done"
READY, STOPPED, FAILED, RAISED = "ready", "stopped", "failed", "raised"

# A task: its number, itself, the archives that it takes along, and what it needs of a node.
Packed = tuple[int, bytes, set[str], tuple[tuple[str, str], ...]]

MEMORY = 80 << 20  # of Ray's store of objects, in a cluster of our own: results are small
SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_gcs_rpc_server_reconnect_timeout_s": "10",
}


def main(pipe: Connection, parent: int, address: str | None, home: str | None) -> None:
    """Serve the process at the other end of the pipe until it closes it or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process decides what an interrupt means
    if not ends_with(parent, signal.SIGKILL):
        return
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):  # Ray talks much, and to whoever reads the results
        os.dup2(silence, stream)
    try:
        _connect(address, home)
    except Exception as error:
        sentence = re.split(r"\.\s|\n", str(error).strip())[0] or type(error).__name__
        pipe.send((FAILED, f" cannot be used: {sentence}"))
        return
    pipe.send((READY,))
    import ray

    try:
        _serve(Line(pipe))
    finally:
        ray.shutdown()


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


def _serve(line: Line) -> None:
    """Carry out what is begun, one lot of tasks after another, until the main process is gone."""
    from hopsow.arena.run.dispatch import Dispatch

    archives: dict[str, Any] = {}
    with suppress(EOFError, OSError):
        while message := line.hear():
            word, *rest = message
            if word == BEGIN:
                with closing(Dispatch(line, rest[0], archives)) as dispatch:
                    last = dispatch.run()
                line.say(*last)
            elif word == STOP:
                line.say(STOPPED)


class Line:
    """Both directions of the pipe to the main process."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._first: tuple[Any, ...] | None = None  # waited for and not yet heard
        self._heard: SimpleQueue[tuple[Any, ...] | None] = SimpleQueue()
        # Somebody has to read at any time, or both sides could wait for the other to do so.
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                self._heard.put(self._pipe.recv())
        self._heard.put(None)

    def say(self, *message: Any) -> None:
        """Tell the main process something."""
        self._pipe.send(message)

    def wait(self, timeout: float) -> None:
        """Wait until there is something to hear, or for so long."""
        if (message := self.hear(timeout)) is not None:
            self._first = message

    def hear(self, timeout: float | None = None) -> tuple[Any, ...] | None:
        """What the main process says; None if it says nothing for so long."""
        if (waiting := self._first) is not None:
            self._first = None
            return waiting
        try:
            message = self._heard.get(timeout != 0, timeout)
        except Empty:
            return None
        if message is None:
            raise EOFError
        return message
