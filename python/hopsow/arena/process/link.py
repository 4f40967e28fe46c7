"""The line between a referee and the supervisor of one program: starting it, words to and fro, and
its end."""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import signal
import socket
import struct
import subprocess
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from hopsow.arena.limits import MIB, Limits
from hopsow.arena.process import runtimes, supervisor
from hopsow.arena.process.groups import Group
from hopsow.arena.process.meter import KernelCounters, Meter
from hopsow.arena.process.orphans import Nursery
from hopsow.arena.process.ownership import readable
from hopsow.arena.process.sandbox import LANDLOCK, SCRATCH, WORK, Sandbox, new_user
from hopsow.arena.process.view import View

ANSWER_S = 60.0  # for a supervisor, on a machine that is very busy
NUDGE_S = 0.05  # between two looks at a supervisor that does not answer
CREDENTIALS, DESCRIPTOR = struct.Struct("3i"), struct.Struct("i")
OVERHEAD = 64 * MIB  # of the supervisor and the kernel: its limit stands behind the meter's
INHERITED = ("LANG", "LC_ALL", "TZ")  # of the environment


class JudgeError(Exception):
    """A failure of the referee's own means, which is nobody's guilt."""


class Link:
    """A supervisor that is to start `argv`; `stderr` is where it may complain."""

    counters = frozenset({"event", "group"})  # ways in which the kernel is asked to count CPU time

    def __init__(
        self,
        argv: list[str],
        directory: Path,
        limits: Limits,
        sandbox: Sandbox,
        others: Iterable[list[str]],
        stderr: int,
        environment: Mapping[str, str],
        home: Path | None,
    ) -> None:
        self.was_stopped = False  # by the program, which can reach it without a sandbox
        self._limits = limits
        self._meter: Meter | None = None
        self._folder: int | None = None
        self._nursery = None if sandbox.has_namespaces else Nursery()
        self._scratch = SCRATCH if sandbox.has_namespaces else ()
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        ledger = os.memfd_create("hopsow")
        os.ftruncate(ledger, supervisor.LEDGER.size)
        self._ledger = mmap.mmap(ledger, supervisor.LEDGER.size)
        passed = [theirs.fileno(), ledger]
        self.directory = directory  # of the program's files, once the supervisor is there
        self.is_in_memory = False  # whether that is a file system of its own, in memory
        mine, secret = View.of(argv), View.of_all(others)
        self._argv = mine.argv if sandbox.is_closed else argv
        work = directory if home is not None or not sandbox.has_namespaces else WORK
        self.user = user = new_user() if sandbox.has_namespaces else 0
        copies = readable(mine.own - {work}, home or directory) if user else {}
        self._rules = sandbox.rules([work] if home is None else [work, home], mine, secret)
        self._group = Group.create(limits.threads + sandbox.tasks, limits.memory + OVERHEAD)
        tasks = [user, sandbox.most_tasks(user, limits.threads), int(sandbox.stands_apart)]
        counts = int("event" in self.counters)
        numbers = [*passed, limits.files, limits.file_size, counts, *tasks]
        script = [supervisor.__file__, sandbox.refused_calls().hex(), *map(str, numbers)]
        command = sandbox.wrap(script, work, mine, secret, limits, copies)
        try:
            self._process = subprocess.Popen(
                command if self._group is None else self._group.wrap(command),
                pass_fds=passed,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                cwd=directory,
                env={**_environment(sandbox, work, home), **environment},
                start_new_session=True,
            )
        finally:
            theirs.close()
            os.close(ledger)
        if self._nursery is not None:
            self._nursery.know(self._process.pid)

    def fileno(self) -> int:
        """The descriptor that is ready when there is something to hear."""
        return self._control.fileno()

    @property
    def meter(self) -> Meter:
        """The meter; the first call waits until the supervisor is there."""
        if self._meter is None:
            self._meter = self._await_supervisor()
        return self._meter

    def _await_supervisor(self) -> Meter:
        self._control.settimeout(ANSWER_S)
        space = socket.CMSG_SPACE(CREDENTIALS.size) + socket.CMSG_SPACE(2 * DESCRIPTOR.size)
        try:
            packet, extra, _, _ = self._control.recvmsg(supervisor.MAX_PACKET, space)
        except TimeoutError:
            packet, extra = b"", []
        self._control.setblocking(False)
        if not packet:
            raise JudgeError("the supervisor did not start")
        content = {kind: data for _, kind, data in extra}
        # The kernel says who sent this, as a pid of our namespace.
        pid = CREDENTIALS.unpack(content[socket.SCM_CREDENTIALS])[0]
        passed = content[socket.SCM_RIGHTS]
        self._folder, *counter = (number for (number,) in DESCRIPTOR.iter_unpack(passed))
        self.directory = Path(f"/proc/self/fd/{self._folder}")
        self.is_in_memory = self._nursery is None
        own_ns = json.loads(packet)[1]
        group = self._group if "group" in self.counters else None
        if group is not None:
            group.begin()
        kernel = KernelCounters(pid, own_ns, counter[0] if counter else None, group)
        return Meter(pid, self._ledger, kernel, self._scratch, self._limits.memory)

    @property
    def is_open(self) -> bool:
        """Whether there is somebody at the other end."""
        return self._meter is not None and self._process.poll() is None

    def tell(self, *message: object, streams: list[int] | None = None) -> None:
        """Say something, with descriptors; whoever is gone does not hear it."""
        with contextlib.suppress(OSError):
            socket.send_fds(self._control, [json.dumps(message).encode()], streams or [])

    def start(self, cpu: float | None, streams: list[int]) -> None:
        """Let the supervisor start the program, with its three streams."""
        rules = [] if self._rules is None else [self._rules]
        self.tell(supervisor.START, self._argv, cpu, streams=[*streams, *rules])

    def was_out_of_memory(self) -> bool:
        """Whether the kernel has ended a process for the memory that the program took."""
        return self._group is not None and self._group.was_out_of_memory()

    def heard(self) -> list[Any] | None:
        """What was said since, without waiting: one message, an empty one if nobody is there any
        more, or None."""
        try:
            packet = self._control.recv(supervisor.MAX_PACKET)
        except BlockingIOError:
            return None
        except OSError:
            packet = b""
        return json.loads(packet) if packet else []

    def answer(self) -> list[Any]:
        """What the supervisor says next; nothing if it is gone, or silent for too long.

        One that was stopped from below is woken as often as it takes, and meanwhile everything
        below it is stopped.
        """
        end = time.monotonic() + ANSWER_S
        self._control.settimeout(NUDGE_S)
        try:
            while time.monotonic() < end:
                try:
                    packet = self._control.recv(supervisor.MAX_PACKET)
                    return json.loads(packet) if packet else []
                except TimeoutError:
                    self._nudge()
                except OSError:
                    break
            return []
        finally:
            self._control.setblocking(False)

    def _nudge(self) -> None:
        if self.meter.supervisor.is_stopped():
            self.was_stopped = True
            self.meter.tree.stop()
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.meter.supervisor.pid, signal.SIGCONT)

    def close(self) -> None:
        """End the supervisor and all that is left below it."""
        self._control.close()
        try:
            self._process.wait(ANSWER_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._meter is not None:
            if self._nursery is not None:
                self._nursery.clear(self._meter.tree)
            self._meter.close()
        if self._group is not None:
            self._group.close()
        self._ledger.close()
        if self._folder is not None:
            os.close(self._folder)
            self._folder = None
        if self._rules is not None:
            os.close(self._rules)
            self._rules = None


def _environment(sandbox: Sandbox, work: Path, home: Path | None) -> dict[str, str]:
    inherited = {name: os.environ[name] for name in INHERITED if name in os.environ}
    path = runtimes.search_path() if sandbox.is_closed else os.environ.get("PATH", os.defpath)
    temporary = str(home or work) if sandbox.kind == LANDLOCK else "/tmp"
    if packages := os.environ.get(runtimes.PACKAGES):
        inherited["PYTHONPATH"] = packages
    place = work if home is None else temporary if sandbox.has_namespaces else home
    return {**inherited, "PATH": path, "HOME": str(place), "TMPDIR": temporary}
