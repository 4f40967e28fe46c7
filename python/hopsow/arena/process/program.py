"""One program in one game: its supervisor, its pipes, its limits.

The referee holds the program's pipes itself and asks the supervisor only to start and to stop, so
that a move costs no more than a write, a read and a look at the meter. While the referee waits it
looks at the whole tree every few milliseconds; who is over a limit is stopped at once.
"""

from __future__ import annotations

import contextlib
import errno
import os
import platform
import select
import shutil
import signal
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hopsow.arena.limits import FOREVER, MIB, Limits
from hopsow.arena.process import supervisor
from hopsow.arena.process.link import JudgeError, Link
from hopsow.arena.process.litter import occupied, weight
from hopsow.arena.process.meter import Meter
from hopsow.arena.process.nameless import held
from hopsow.arena.process.ownership import give
from hopsow.arena.process.sandbox import Sandbox
from hopsow.arena.process.stream import Stream
from hopsow.arena.verdicts import Fault, Verdict

LOOK_MS = 10
SLOW_LOOK_MS = 25
SLOW_AFTER_S = 1.0
IDLE_LOOK_S = 0.1
QUICK_S = 0.1  # answers that take longer may turn out to be late
STRETCH = 30  # times the wall limit, after which no excuse counts
WEIGH_S = 0.5  # between two looks at the working folder
OURS = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE)  # why no program could start
EXIT_GRACE_S = 1.0  # between the end of the output and the end of the process
TAIL = 4096
MOST_QUOTED = 200  # characters of a line
READ = {"x86_64": 0, "aarch64": 63, "riscv64": 63}  # the system call
UNFLUSHED = "; it waits for more input: was its answer flushed?"
STDERR = 16 * MIB
MUCH, MANY = 1 * MIB, 200  # that a program keeps, where the disk is full


@dataclass(frozen=True)
class Allowance:
    """What the answer to one question may take, however many lines it has: seconds of CPU time,
    and seconds from the moment the question was put."""

    cpu: float
    wall: float
    begun: float = field(default_factory=time.monotonic)


class Program:
    """Starts and stops a program, writes to it and reads from it, within limits.

    `others` are commands whose files it must not see, `environment` holds instead of the usual one.
    With a `home`, another folder that it may write to, its working directory has the path that it
    has outside. Whatever it does that ends the game is raised as a Fault whose `culprit` is this
    program.
    """

    def __init__(
        self,
        argv: list[str],
        directory: Path,
        limits: Limits,
        sandbox: Sandbox,
        others: Iterable[list[str]] = (),
        environment: Mapping[str, str] = MappingProxyType({}),
        home: Path | None = None,
    ) -> None:
        self.argv = argv
        self.limits = limits
        self.has_run = False
        self.exit_status: int | None = None
        self.is_running = False
        self.cpu_allowed = FOREVER
        self.kept_off = 0.0  # seconds, of an answer that would have been late
        self.neighbours: list[Program] = []
        self._cpu_mark = 0.0  # the meter when it was last asked what was used
        self._looked = self._weighed = 0.0
        stdin, self._stdin = os.pipe()
        os.set_blocking(self._stdin, False)
        self.stdout = Stream("standard output", limits.output)
        self.stderr = Stream("standard error", STDERR, TAIL)
        self._theirs = [stdin, self.stdout.theirs, self.stderr.theirs]
        self._link = Link(
            *(argv, directory, limits, sandbox, others, self.stderr.theirs, environment, home)
        )
        for stream in self._theirs:
            self.give(stream)  # some programs open /dev/stdin
        self._poll = select.poll()
        for each in (self.stdout.descriptor, self.stderr.descriptor, self._link.fileno()):
            self._poll.register(each, select.POLLIN)

    @property
    def directory(self) -> Path:
        """Where its working directory can be reached from here."""
        return self._link.directory

    def give(self, file: Path | int) -> None:
        """Make a file the program's own, where it is another user."""
        if self._link.user:
            os.chown(file, self._link.user, self._link.user)

    def give_all(self, folder: Path) -> None:
        """Copy a folder's content into its working directory, as its own."""
        shutil.copytree(folder, self.directory, symlinks=True, dirs_exist_ok=True)
        if self._link.user:
            give(self.directory, self._link.user)

    # -- life ---------------------------------------------------------------------------------

    @property
    def meter(self) -> Meter:
        """The meter; the first call waits until the supervisor is there."""
        try:
            return self._link.meter
        except JudgeError as error:
            self.stderr.read()
            raise JudgeError(f"{error}: {self.said.strip()}") from None

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
        self._link.start(limit, self._theirs)
        if not again:
            self._close_theirs()
        answer = self._link.answer()
        if not answer and self.has_run:
            raise self.fault(Verdict.CRASH, "the supervisor was ended from inside")
        if not answer:
            raise JudgeError("the supervisor does not answer")
        word, detail, *number = answer
        if word == supervisor.FAILED:
            reason = f"{self.argv[0]} did not start: {detail}"
            if number[0] == errno.ENOENT and shutil.which(self.argv[0]):
                reason += "; the sandbox does not show all that it needs, see --show"
            if number[0] in OURS:
                raise JudgeError(reason)
            raise self.fault(Verdict.SPAWN_FAILURE, reason)
        self.is_running = self.has_run = True
        meter.look()

    def pause(self) -> None:
        """Let nothing of the program run until `resume`."""
        if self.is_running:
            self._link.tell(supervisor.PAUSE)

    def resume(self) -> None:
        """Let the program run again."""
        self.kept_off = 0.0
        if self.is_running:
            self._link.tell(supervisor.RESUME)

    def stop(self) -> None:
        """End everything the program has started; the supervisor stays."""
        if not self._link.is_open:
            return
        self.meter.look()
        self._link.tell(supervisor.STOP)
        while (answer := self._link.answer()) and answer != [supervisor.STOPPED]:
            self._hear(answer)
        self.is_running = False
        self.meter.look()

    def close(self) -> None:
        """End the program, its supervisor and all they have started."""
        with contextlib.suppress(JudgeError):
            _ = self.meter
        self.stop()
        self.stderr.read()
        self._link.close()
        self.close_input()
        self._close_theirs()
        self.stdout.close()
        self.stderr.close()

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
        self._look_at_supervisor()  # a quick answer may come before the next look
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
        if status:
            try:
                self.weigh()  # what it keeps is worse, and may be why it has ended
                if self._disk_is_full():
                    self.blame_for_full_disk()
            except Fault as fault:
                return fault
        if status == -signal.SIGKILL and self._link.was_out_of_memory():
            allowed = self.limits.memory // MIB
            return self.fault(Verdict.MEMORY, f"wanted more than {allowed} MiB of memory")
        if status is not None and status < 0:
            name = signal.Signals(-status).name if -status in _signals() else f"signal {-status}"
            return self.fault(Verdict.CRASH, f"ended by {name}")
        if status:
            return self.fault(Verdict.CRASH, f"ended with status {status}{self._last_words()}")
        unfinished = bytes(self.stdout.data[:80]).decode(errors="replace")
        said = f" after {unfinished!r} without a line end" if unfinished else ""
        return self.fault(Verdict.NO_ANSWER, f"ended without an answer{said}")

    def _disk_is_full(self) -> bool:
        system = os.statvfs(self.directory)
        return not system.f_bavail or (system.f_files > 0 and not system.f_favail)

    def _last_words(self) -> str:
        """The last line on standard error, which usually says why."""
        self.stderr.read()
        lines = [line for line in self.said.splitlines() if line.strip()]
        return f": {lines[-1].strip()[:MOST_QUOTED]!r}" if lines else ""

    @property
    def said(self) -> str:
        """The end of what it wrote to standard error."""
        return self.stderr.data.decode(errors="replace")

    # -- waiting ------------------------------------------------------------------------------

    def _wait(self, allowed: Allowance, is_done: Callable[[], bool]) -> None:
        """Serve the pipes until something is done; over a limit, a Fault is raised."""
        self.cpu_allowed = allowed.cpu
        self.kept_off = 0.0
        ended = FOREVER
        delays: dict[tuple[int, str], int] | None = None
        was_missed = False
        while not is_done():
            now = time.monotonic()
            waited = now - allowed.begun
            if now - self._looked >= LOOK_MS / 1000:
                self.look()
                self._look_at_neighbours(now)
            if delays is None and waited > QUICK_S:
                delays = self.meter.run_delays()
            if waited > allowed.wall and not was_missed:
                self._serve(0)  # what came while the referee itself was kept off
                if is_done():
                    break
                was_missed = True
            if was_missed and not self._was_kept_off(waited - allowed.wall, delays):
                hint = UNFLUSHED if self._waits_for_input() else ""
                raise self.fault(Verdict.WALL_TIME, f"no answer after {allowed.wall:.3f} s{hint}")
            if waited > allowed.wall * STRETCH:
                raise self.fault(Verdict.WALL_TIME, f"no answer after {waited:.3f} s")
            if self.stdout.has_ended and self.is_running:
                ended = min(ended, now)
                if now - ended > EXIT_GRACE_S:
                    raise self.fault(Verdict.NO_ANSWER, "closed its output and lives on")
            pause = LOOK_MS if waited < SLOW_AFTER_S else SLOW_LOOK_MS
            left_ms = (allowed.wall - waited) * 1000 + 1
            self._serve(min(pause, left_ms) if left_ms > 0 else pause)
        late = time.monotonic() - allowed.begun - allowed.wall
        if late > 0 and was_missed:
            self._was_kept_off(late, delays)
        elif late > 0:
            self.kept_off = late  # of the referee, which finds an answer that may have been in time

    def _was_kept_off(self, late: float, before: dict[tuple[int, str], int] | None) -> bool:
        """Whether a thread has waited for a processor as long as the answer is late, by the
        scheduler's own account: who is ready to run is not to blame for a busy machine."""
        waits = (
            (delay - (before or {}).get(thread, 0)) / 1e9
            for thread, delay in self.meter.run_delays().items()
        )
        self.kept_off = max(waits, default=0.0)
        return self.kept_off >= late

    def _waits_for_input(self) -> bool:
        """Whether the program is reading its input, and so believes that it has answered."""
        for pid in self.meter.tree.members:
            with contextlib.suppress(OSError, ValueError):
                number, descriptor = Path(f"/proc/{pid}/syscall").read_text().split()[:2]
                if (int(number), int(descriptor, 16)) == (READ.get(platform.machine()), 0):
                    return True
        return False

    def _serve(self, timeout_ms: float) -> None:
        for descriptor, _ in self._poll.poll(timeout_ms):
            if descriptor == self.stdout.descriptor:
                self._read(self.stdout)
            elif descriptor == self.stderr.descriptor:
                self._read(self.stderr)
            elif (message := self._link.heard()) is not None:
                self._hear(message)

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
        self._look_at_supervisor()
        used = meter.cpu - self._cpu_mark
        if used > self.cpu_allowed:
            reason = f"used {used:.3f} s of CPU time, {self.cpu_allowed:.3f} s left"
            raise self.fault(Verdict.CPU_TIME, reason)
        if meter.memory > limits.memory:
            raise self.too_big(meter.memory)
        if meter.processes > limits.processes:
            reason = f"started {meter.processes} processes, allowed {limits.processes}"
            raise self.fault(Verdict.CRASH, reason)
        if meter.threads >= limits.threads:  # the kernel lets it have no more
            reason = f"started {limits.threads} processes and threads, allowed are fewer"
            raise self.fault(Verdict.CRASH, reason)
        if self._looked - self._weighed > WEIGH_S:
            self.weigh()

    def _look_at_supervisor(self) -> None:
        if self._link.was_stopped or self.meter.supervisor.is_stopped():
            raise self.fault(Verdict.CRASH, "stopped its supervisor")

    def weigh(self) -> None:
        """Look at the working folder and at shared memory; over a limit, a Fault is raised."""
        self._weighed = time.monotonic()
        if (memory := self.meter.weigh()) > self.limits.memory:
            raise self.too_big(memory)
        entries, size = self._keeps()
        if entries > self.limits.entries:
            allowed = self.limits.entries
            reason = f"keeps more than {allowed} files and folders in its working folder"
            raise self.fault(Verdict.OUTPUT_FLOOD, reason)
        if size > self.limits.disk:
            used, allowed = size // MIB, self.limits.disk // MIB
            reason = f"keeps {used} MiB of files in its working folder, allowed {allowed} MiB"
            raise self.fault(Verdict.OUTPUT_FLOOD, reason)

    def _keeps(self) -> tuple[int, int]:
        """How many files and folders it keeps, and their bytes with those of removed files."""
        if self._link.is_in_memory:
            return occupied(self.directory)
        entries, size = weight(self.directory, self.limits.entries)
        return entries, size + held(self.meter.tree.members)

    def blame_for_full_disk(self) -> None:
        """Raise the fault of the program that has filled the disk, this one or its opponent; where
        neither keeps much, the disk is full for another reason."""
        sizes = [(each._keeps(), each) for each in self._at_the_table]
        (entries, size), culprit = max(sizes, key=lambda each: each[0][1])
        if size > MUCH or entries > MANY:
            reason = f"filled the disk: keeps {size // MIB} MiB in {entries} files and folders"
            raise culprit.fault(Verdict.OUTPUT_FLOOD, reason)

    @property
    def _at_the_table(self) -> list[Program]:
        return [self, *self.neighbours]

    def _look_at_neighbours(self, now: float) -> None:
        for neighbour in self.neighbours:
            if neighbour.is_running and now - neighbour._looked > IDLE_LOOK_S:
                neighbour.look()

    def too_big(self, memory: int) -> Fault:
        """The fault of a program that takes so much memory."""
        used, allowed = memory // MIB, self.limits.memory // MIB
        return self.fault(Verdict.MEMORY, f"uses {used} MiB of memory, allowed {allowed} MiB")

    def _hear(self, message: list[Any]) -> None:
        if not message:
            raise self.fault(Verdict.CRASH, "the supervisor was ended from inside")
        if message[0] == supervisor.EXITED:
            self.exit_status = message[1]
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
