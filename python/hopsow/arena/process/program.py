"""One program in one game: its supervisor, its pipes, its limits.

The referee holds the program's pipes itself and asks the supervisor only to start and to stop, so
that a move costs no more than a write, a read and a look at the meter. While the referee waits it
looks at the whole tree every few milliseconds; who is over a limit is stopped at once.
"""

from __future__ import annotations

import contextlib
import errno
import json
import mmap
import os
import select
import signal
import socket
import struct
import subprocess
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hopsow.arena.limits import FOREVER, MIB, Limits
from hopsow.arena.process import supervisor, system_calls
from hopsow.arena.process.meter import Meter
from hopsow.arena.process.needs import Needs
from hopsow.arena.process.orphans import Nursery
from hopsow.arena.process.sandbox import Sandbox
from hopsow.arena.process.stream import Stream
from hopsow.arena.verdicts import Fault, Verdict

LOOK_MS = 10
SLOW_LOOK_MS = 25
SLOW_AFTER_S = 1.0
IDLE_LOOK_S = 0.1
ANSWER_S = 60.0  # for a supervisor, on a machine that is very busy
NUDGE_S = 0.05  # between two looks at a supervisor that does not answer
CREDENTIALS, DESCRIPTOR = struct.Struct("3i"), struct.Struct("i")
OURS = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE)  # why no program could start
EXIT_GRACE_S = 1.0  # between the end of the output and the end of the process
TAIL = 4096
STDERR = 16 * MIB
KEPT = ("PATH", "LANG", "LC_ALL", "JAVA_HOME", "TZ", "SYSTEMROOT")


@dataclass(frozen=True)
class Allowance:
    """What the answer to one question may take, however many lines it has: seconds of CPU time,
    and seconds from the moment the question was put."""

    cpu: float
    wall: float
    begun: float = field(default_factory=time.monotonic)


class JudgeError(Exception):
    """A failure of the referee's own means, which is nobody's guilt."""


class Program:
    """Starts and stops a program, writes to it and reads from it, within limits.

    Whatever it does that ends the game is raised as a Fault whose `culprit` is this program.
    """

    counts = True  # whether the kernel is asked to count CPU time

    def __init__(
        self,
        argv: list[str],
        directory: Path,
        limits: Limits,
        sandbox: Sandbox,
        opponent: Iterable[str] = (),
    ) -> None:
        self.argv = argv
        self.directory = directory
        self.limits = limits
        self.has_run = False
        self.exit_status: int | None = None
        self.is_running = False
        self.cpu_allowed = FOREVER
        self.neighbours: list[Program] = []
        self._cpu_mark = 0.0  # the meter when it was last asked what was used
        self._looked = 0.0
        self._start_supervisor(sandbox, list(opponent))

    # -- life ---------------------------------------------------------------------------------

    def _start_supervisor(self, sandbox: Sandbox, opponent: list[str]) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        ledger = os.memfd_create("hopsow")
        os.ftruncate(ledger, supervisor.LEDGER.size)
        self._ledger = mmap.mmap(ledger, supervisor.LEDGER.size)
        stdin, self._stdin = os.pipe()
        os.set_blocking(self._stdin, False)
        self.stdout = Stream("standard output", self.limits.output)
        self.stderr = Stream("standard error", STDERR, TAIL)
        self._theirs = [stdin, self.stdout.theirs, self.stderr.theirs]
        passed = [theirs.fileno(), ledger]
        numbers = [*passed, self.limits.files, self.limits.file_size, int(self.counts)]
        refused = system_calls.code() if sandbox.is_closed else b""
        script = [supervisor.__file__, refused.hex(), *map(str, numbers)]
        secret = Needs.of(opponent) if opponent else Needs()
        command = sandbox.wrap(
            script, self.directory, Needs.of(self.argv), secret, self.limits.memory
        )
        self._nursery = None if sandbox.is_closed else Nursery()
        try:
            self._process = subprocess.Popen(
                command,
                pass_fds=passed,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self.stderr.theirs,
                cwd=self.directory,
                env=_environment(self.directory),
                start_new_session=True,
            )
        finally:
            theirs.close()
            os.close(ledger)
        if self._nursery is not None:
            self._nursery.know(self._process.pid)
        self._meter: Meter | None = None
        self._poll = select.poll()
        for descriptor in (self.stdout.descriptor, self.stderr.descriptor, self._control.fileno()):
            self._poll.register(descriptor, select.POLLIN)

    @property
    def meter(self) -> Meter:
        """The meter; the first call waits until the supervisor is there."""
        if self._meter is None:
            self._meter = self._await_supervisor()
        return self._meter

    def _await_supervisor(self) -> Meter:
        self._control.settimeout(ANSWER_S)
        space = socket.CMSG_SPACE(CREDENTIALS.size) + socket.CMSG_SPACE(DESCRIPTOR.size)
        try:
            packet, extra, _, _ = self._control.recvmsg(supervisor.MAX_PACKET, space)
        except TimeoutError:
            packet, extra = b"", []
        self._control.setblocking(False)
        if not packet:
            self.stderr.read()
            raise JudgeError(f"the supervisor did not start: {self.said.strip()}")
        content = {kind: data for _, kind, data in extra}
        # The kernel says who sent this, as a pid of our namespace.
        pid = CREDENTIALS.unpack(content[socket.SCM_CREDENTIALS])[0]
        passed = content.get(socket.SCM_RIGHTS)
        counter = None if passed is None else DESCRIPTOR.unpack(passed)[0]
        return Meter(pid, self._ledger, counter, json.loads(packet)[1])

    def launch(self, cpu: float, again: bool = False) -> None:
        """Start the program, and wait until it is started.

        With `again` it will be started anew for the next move, and reads nothing from its input.
        """
        meter = self.meter
        self.exit_status = None
        self.stdout.data.clear()
        self.stdout.restart()
        limit = None if cpu == FOREVER else cpu
        if again:
            self.close_input()
        message = json.dumps([supervisor.START, self.argv, limit]).encode()
        with contextlib.suppress(OSError):  # of a supervisor that was killed
            socket.send_fds(self._control, [message], self._theirs)
        if not again:
            self._close_theirs()
        packet = self._answer()
        if not packet and self.has_run:
            raise self.fault(Verdict.CRASH, "the supervisor was ended from inside")
        if not packet:
            raise JudgeError("the supervisor does not answer")
        word, detail, *number = json.loads(packet)
        if word == supervisor.FAILED:
            reason = f"{self.argv[0]} did not start: {detail}"
            if number[0] in OURS:
                raise JudgeError(reason)
            raise self.fault(Verdict.SPAWN_FAILURE, reason)
        self.is_running = self.has_run = True
        meter.look()

    def _answer(self) -> bytes:
        """What the supervisor says next; nothing if it is gone, or silent for too long.

        One that was stopped from below is woken as often as it takes, and meanwhile everything
        below it is stopped.
        """
        end = time.monotonic() + ANSWER_S
        self._control.settimeout(NUDGE_S)
        try:
            while time.monotonic() < end:
                try:
                    return self._control.recv(supervisor.MAX_PACKET)
                except TimeoutError:
                    if self.meter.supervisor.is_stopped():
                        self.meter.tree.stop()
                        with contextlib.suppress(ProcessLookupError):
                            os.kill(self.meter.supervisor.pid, signal.SIGCONT)
                except OSError:
                    break
            return b""
        finally:
            self._control.setblocking(False)

    def pause(self) -> None:
        """Let nothing of the program run until `resume`."""
        if self.is_running:
            self._tell(supervisor.PAUSE)

    def resume(self) -> None:
        """Let the program run again."""
        if self.is_running:
            self._tell(supervisor.RESUME)

    def _tell(self, verb: str) -> None:
        with contextlib.suppress(OSError):  # of a supervisor that was killed
            self._control.send(json.dumps([verb]).encode())

    def stop(self) -> None:
        """End everything the program has started; the supervisor stays."""
        if self._meter is None or self._process.poll() is not None:
            return
        self._meter.look()
        self._tell(supervisor.STOP)
        while (packet := self._answer()) and json.loads(packet) != [supervisor.STOPPED]:
            self._hear(packet)
        self.is_running = False
        self._meter.look()

    def close(self) -> None:
        """End the program, its supervisor and all they have started."""
        if self._process.returncode is None:
            with contextlib.suppress(JudgeError):
                _ = self.meter
            self.stop()
        self.stderr.read()
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
        self.close_input()
        self._close_theirs()
        self.stdout.close()
        self.stderr.close()
        self._ledger.close()

    # -- talk ---------------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        """Write to the program's input; who has closed it will be found out by its silence."""
        with contextlib.suppress(BrokenPipeError, BlockingIOError):
            os.write(self._stdin, data)
        self.stdout.restart()

    def close_input(self) -> None:
        """Let the program read the end of its input."""
        if self._stdin >= 0:
            os.close(self._stdin)
            self._stdin = -1

    def _close_theirs(self) -> None:
        while self._theirs:
            os.close(self._theirs.pop())

    def pending(self) -> bytes:
        """What the program has written without being asked."""
        self._read(self.stdout)
        return bytes(self.stdout.data)

    def read_line(self, allowed: Allowance) -> bytes:
        """Wait for a line of output."""
        line = self.stdout.take_line()
        if line is None:
            self._wait(allowed, self._has_line)
            line = self.stdout.take_line()
            assert line is not None
        return line

    def wait_exit(self, allowed: Allowance) -> int:
        """Wait until the program has ended; its exit status."""
        self._wait(allowed, lambda: not self.is_running)
        assert self.exit_status is not None
        return self.exit_status

    def _has_line(self) -> bool:
        if b"\n" in self.stdout.data:
            return True
        if not self.is_running:
            self._read(self.stdout)
            if b"\n" not in self.stdout.data:
                raise self.silence()
            return True
        return False

    def silence(self) -> Fault:
        """The fault of a program that has ended without an answer."""
        status = self.exit_status
        if status == -signal.SIGXCPU:
            return self.fault(Verdict.CPU_TIME, "stopped by the system for its CPU time (SIGXCPU)")
        if status is not None and status < 0:
            name = signal.Signals(-status).name if -status in _signals() else f"signal {-status}"
            return self.fault(Verdict.CRASH, f"ended by {name}")
        if status:
            return self.fault(Verdict.CRASH, f"ended with status {status}")
        unfinished = bytes(self.stdout.data[:80]).decode(errors="replace")
        said = f" after {unfinished!r} without a line end" if unfinished else ""
        return self.fault(Verdict.NO_ANSWER, f"ended without an answer{said}")

    @property
    def said(self) -> str:
        """The end of what it wrote to standard error."""
        return self.stderr.data.decode(errors="replace")

    # -- waiting ------------------------------------------------------------------------------

    def _wait(self, allowed: Allowance, is_done: Callable[[], bool]) -> None:
        """Serve the pipes until something is done; over a limit, a Fault is raised."""
        self.cpu_allowed = allowed.cpu
        ended = FOREVER
        while not is_done():
            now = time.monotonic()
            waited = now - allowed.begun
            if now - self._looked >= LOOK_MS / 1000:
                self.look()
                self._look_at_neighbours(now)
            if waited > allowed.wall:
                raise self.fault(Verdict.WALL_TIME, f"no answer after {allowed.wall:.3f} s")
            if self.stdout.has_ended and self.is_running:
                ended = min(ended, now)
                if now - ended > EXIT_GRACE_S:
                    raise self.fault(Verdict.NO_ANSWER, "closed its output and lives on")
            pause = LOOK_MS if waited < SLOW_AFTER_S else SLOW_LOOK_MS
            self._serve(min(pause, (allowed.wall - waited) * 1000 + 1))

    def _serve(self, timeout_ms: float) -> None:
        for descriptor, _ in self._poll.poll(timeout_ms):
            if descriptor == self.stdout.descriptor:
                self._read(self.stdout)
            elif descriptor == self.stderr.descriptor:
                self._read(self.stderr)
            else:
                self._hear_control()

    def _read(self, stream: Stream) -> None:
        had_ended = stream.has_ended
        stream.read()
        if stream.has_ended and not had_ended:
            self._poll.unregister(stream.descriptor)
        if stream.is_flooded:
            raise self.fault(
                Verdict.OUTPUT_FLOOD, f"wrote more than {stream.limit} bytes to {stream.name}"
            )

    def look(self) -> None:
        """Look at the meter; over a limit, a Fault is raised."""
        meter, limits = self.meter, self.limits
        meter.look()
        self._looked = time.monotonic()
        if meter.supervisor.is_stopped():
            raise self.fault(Verdict.CRASH, "stopped its supervisor")
        used = meter.cpu - self._cpu_mark
        if used > self.cpu_allowed:
            reason = f"used {used:.3f} s of CPU time, {self.cpu_allowed:.3f} s left"
            raise self.fault(Verdict.CPU_TIME, reason)
        if meter.memory > limits.memory:
            raise self.too_big(meter.memory)
        if meter.processes > limits.processes:
            reason = f"started {meter.processes} processes, allowed {limits.processes}"
            raise self.fault(Verdict.CRASH, reason)

    def _look_at_neighbours(self, now: float) -> None:
        for neighbour in self.neighbours:
            if neighbour.is_running and now - neighbour._looked > IDLE_LOOK_S:
                neighbour.look()

    def too_big(self, memory: int) -> Fault:
        """The fault of a program that takes so much memory."""
        used, allowed = memory // MIB, self.limits.memory // MIB
        return self.fault(Verdict.MEMORY, f"uses {used} MiB of memory, allowed {allowed} MiB")

    def _hear_control(self) -> None:
        try:
            packet = self._control.recv(supervisor.MAX_PACKET)
        except BlockingIOError:
            return
        except OSError:
            packet = b""
        self._hear(packet)

    def _hear(self, packet: bytes) -> None:
        if not packet:
            raise self.fault(Verdict.CRASH, "the supervisor was ended from inside")
        word, *rest = json.loads(packet)
        if word == supervisor.EXITED:
            self.exit_status = rest[0]
            self.is_running = False

    def fault(self, verdict: Verdict, reason: str) -> Fault:
        """A fault of this program."""
        fault = Fault(verdict, reason)
        fault.culprit = self
        return fault

    def used(self) -> float:
        """The CPU time since this was last asked."""
        used = self.meter.cpu - self._cpu_mark
        self._cpu_mark = self.meter.cpu
        return used

    def as_json(self) -> dict[str, Any]:
        """What is worth keeping of the program once the game is over."""
        return {"exit_status": self.exit_status, "stderr": self.said}


def _signals() -> set[int]:
    return {int(number) for number in signal.Signals}


def _environment(directory: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {"PATH": os.defpath, **kept, "HOME": str(directory), "TMPDIR": "/tmp"}
