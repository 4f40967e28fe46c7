"""The process that stands between a referee and one program: it starts, reaps and ends it.

Run as a script with nothing but the standard library, inside the sandbox if there is one. Being a
subreaper, it becomes the parent of every orphan below it, so that nothing the program starts can
leave the tree: its CPU time is known to the last process, and all of it can be ended. The referee
talks to it over a socket; when that socket closes, for whatever reason, the supervisor ends
everything and then itself.

Messages are JSON arrays, one a packet.
    from the referee    [START, argv, CPU seconds] with three descriptors, and that of Landlock's
                        rules where the program gets some   [STOP]   [PAUSE]   [RESUME]
    to the referee      [READY, CPU nanoseconds] with the descriptor of the working folder, and
                        another where the kernel counts
                        [STARTED, pid]   [FAILED, why, errno]   [EXITED, status]   [STOPPED]
What has been reaped is written to shared memory: a sequence number (odd while it changes), CPU
nanoseconds, and the largest resident size of one process in bytes.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import resource
import signal
import socket
import struct
import sys
import time

START, STOP, PAUSE, RESUME = "start", "stop", "pause", "resume"
READY, STARTED, FAILED, EXITED, STOPPED = "ready", "started", "failed", "exited", "stopped"
LEDGER = struct.Struct("=QQQ")
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 1, 4, 36
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2
PR_CAPBSET_DROP, MOST_CAPABILITIES, CAPABILITIES = 24, 64, 0x20080522  # the last is a version
MAX_PACKET = 1 << 17
STREAMS = 3
TICK_NS = 1_000_000_000 // os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
PERF_EVENT_OPEN = {"x86_64": 298, "aarch64": 241, "riscv64": 241}
PERF_TYPE_SOFTWARE, PERF_TASK_CLOCK = 1, 1
PERF_SIZE, PERF_FLAGS_AT = 136, 40
PERF_INHERIT, PERF_EXCLUDE_KERNEL = 1 << 1, 1 << 5
PERF_CLOSE_ON_EXEC = 8
LANDLOCK_RESTRICT_SELF = 446
CLONE_NEWUSER = 0x10000000
IGNORED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # only the referee decides when it is over
DEFAULTS = (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD, *IGNORED)  # what a program begins with
SCHED_IDLE = b"5"
PENDING = 4096  # signals and timers that wait; the kernel counts them by user, not by program
FIRST_TO_GO = "500"  # of those whom the kernel may end where memory is short, see proc(5)
CPU_GRACE_S = 2  # beyond the referee's own limit, for the case that the referee is held up


class Tree:
    """The descendants of a process, kept up to date by looking at /proc.

    Only pids that were not there at the last look are examined. Of everyone else it is known
    whether they belong: a process can only be born into the tree, and orphans stay in it.
    """

    def __init__(self, root: int) -> None:
        self.root = root
        self.members: dict[int, Process] = {}
        self._outsiders: set[int] = set()

    def look(self) -> None:
        """Find who has come and who has gone."""
        present = {int(name) for name in os.listdir("/proc") if name.isdigit()}
        self._outsiders &= present
        for pid in self.members.keys() - present:
            del self.members[pid]
        unknown = present - self._outsiders - self.members.keys() - {self.root}
        parents = {pid: process for pid in unknown if (process := Process.read(pid)) is not None}
        grown = True
        while grown:
            grown = False
            for pid, process in list(parents.items()):
                if process.parent == self.root or process.parent in self.members:
                    self.members[pid] = parents.pop(pid)
                    grown = True
        # Whose parent is not to be seen may be an orphan just changing hands, and its children are
        # as uncertain: ask again next time.
        grown = True
        while grown:
            known = self._outsiders | {0}
            outside = {pid for pid, process in parents.items() if process.parent in known}
            grown = not outside <= self._outsiders
            self._outsiders |= outside

    def stop(self) -> None:
        """Send SIGKILL to every member; what is stopped first cannot fork any more."""
        self.send(signal.SIGSTOP)
        for pid in self.members:
            _send(pid, signal.SIGKILL)

    def send(self, number: int) -> None:
        """Send a signal to every member, and to those that are born meanwhile.

        One by one: of a signal to all at once, Linux hands SIGSTOP on to a child that is just being
        born, but not the SIGCONT that follows it.
        """
        done: set[int] = set()
        self.look()
        while new := self.members.keys() - done:
            for pid in new:
                _send(pid, number)
            done |= new
            self.look()


class Process:
    """What /proc says of one process; None has gone."""

    __slots__ = (
        *("children_ns", "mapped", "own_ns", "parent", "pid", "resident", "started", "threads"),
    )

    def __init__(self, pid: int, parent: int, started: int) -> None:
        self.pid, self.parent, self.started = pid, parent, started
        self.own_ns = self.children_ns = self.resident = self.mapped = self.threads = 0

    @classmethod
    def read(cls, pid: int) -> Process | None:
        fields = stat(pid)
        if fields is None:
            return None
        process = cls(pid, int(fields[1]), int(fields[19]))
        return process if process.update(fields) else None

    def update(self, fields: list[bytes] | None = None) -> bool:
        """Read its times and size again; whether it is still there."""
        fields = fields or stat(self.pid)
        if fields is None or int(fields[19]) != self.started:
            return False
        self.parent = int(fields[1])
        self.children_ns = (int(fields[13]) + int(fields[14])) * TICK_NS
        self.mapped = int(fields[20])
        self.resident = int(fields[21]) * PAGE
        self.threads = int(fields[17])
        try:
            self.own_ns = cpu_clock(self.pid)
        except OSError:
            self.own_ns = max(self.own_ns, (int(fields[11]) + int(fields[12])) * TICK_NS)
        return True

    def proportional(self) -> int:
        """Its resident size, where a page that n processes share counts for an nth."""
        try:
            with open(f"/proc/{self.pid}/smaps_rollup", "rb") as file:
                for line in file:
                    if line.startswith(b"Pss:"):
                        return int(line.split()[1]) * 1024
        except OSError:
            pass  # it hides that, or is gone
        return self.resident

    def page_tables(self) -> int:
        """The size of its tables of pages: pages that were only read are nobody's memory, and
        still need them."""
        with contextlib.suppress(OSError), open(f"/proc/{self.pid}/status", "rb") as file:
            for line in file:
                if line.startswith(b"VmPTE:"):
                    return int(line.split()[1]) * 1024
        return 0

    def is_humbler_than(self, other: Process) -> bool:
        """Whether more processes go before it, by its nice value, that of its session or its
        scheduler's class."""
        mine, theirs = stat(self.pid), stat(other.pid)
        if mine is None or theirs is None or int(mine[16]) > int(theirs[16]):
            return True
        if mine[38] == SCHED_IDLE != theirs[38]:
            return True
        return session_nice(self.pid) > session_nice(other.pid)

    @property
    def total_ns(self) -> int:
        """What it used, and what it waited for."""
        return self.own_ns + self.children_ns

    def is_stopped(self) -> bool:
        """Whether somebody has stopped it."""
        fields = stat(self.pid)
        return fields is not None and fields[0] in b"Tt"

    def lives(self) -> bool:
        """Whether it is still there, and not only waiting to be reaped."""
        fields = stat(self.pid)
        return fields is not None and int(fields[19]) == self.started and fields[0] != b"Z"


def cpu_clock(pid: int) -> int:
    """The CPU time of a process, of all its threads, to the nanosecond; in /proc the same is
    rounded to ticks."""
    return time.clock_gettime_ns((~pid << 3) | 2)


def stat(pid: int) -> list[bytes] | None:
    """The fields of /proc/PID/stat from the third on; None if there is no such process."""
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
            return file.read(4096).rpartition(b")")[2].split()
    except OSError:
        return None


def session_nice(pid: int) -> int:
    """The nice value of a whole session, where the kernel shares processors out among these."""
    try:
        with open(f"/proc/{pid}/autogroup", "rb") as file:
            return int(file.read().rpartition(b" ")[2] or 0)
    except OSError:
        return 0


def _send(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


class Supervisor:
    """Starts programs one after another and keeps the ledger of what they used."""

    def __init__(
        self,
        control: socket.socket,
        ledger: mmap.mmap,
        counts: bool,
        confinement: bytes,
        uid: int,
        tasks: int,
    ) -> None:
        self.control, self.ledger = control, ledger
        self.counts, self.confinement = counts, confinement
        self.uid, self.tasks = uid, tasks
        self.main = 0
        self.sequence = self.cpu_ns = self.resident = 0
        # The first process of a namespace of its own, or one among everybody else's.
        self.is_alone = os.getpid() == 1
        self.tree = Tree(os.getpid())

    def serve(self) -> None:
        """Obey the referee until it is gone."""
        signal.set_wakeup_fd(self._wakeup_pipe())
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        self._greet()
        import select

        poll = select.poll()
        poll.register(self.control, select.POLLIN)
        poll.register(self.woken, select.POLLIN)
        while True:
            for descriptor, _ in poll.poll():
                if descriptor == self.woken:
                    os.read(self.woken, 4096)
                    self._reap()
                elif not self._obey():
                    self._stop()
                    return

    def _wakeup_pipe(self) -> int:
        self.woken, write = os.pipe()
        os.set_blocking(self.woken, False)
        os.set_blocking(write, False)
        return write

    def _greet(self) -> None:
        """Say that all is ready, and hand over the counter of everything that is to come."""
        counter = open_counter() if self.counts else None
        if self.confinement:
            confine(self.confinement)
        message = json.dumps([READY, time.process_time_ns()]).encode()
        folder = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
        passed = [folder] if counter is None else [folder, counter]
        with contextlib.suppress(OSError):
            socket.send_fds(self.control, [message], passed)
        for descriptor in passed:
            os.close(descriptor)

    def _say(self, message: list[object]) -> None:
        with contextlib.suppress(OSError):
            self.control.send(json.dumps(message).encode())

    def _obey(self) -> bool:
        try:
            packet, streams, _, _ = socket.recv_fds(self.control, MAX_PACKET, STREAMS + 1)
        except OSError:
            return False
        if not packet:
            return False
        for stream in streams:
            os.set_inheritable(stream, False)
        verb, *rest = json.loads(packet)
        if verb == START:
            argv, cpu = rest
            self._start(argv, cpu, streams)
            # Only the program holds its pipes: when it closes them, the referee reads the end.
            for stream in streams:
                os.close(stream)
        elif verb == STOP:
            self._stop()
            self._say([STOPPED])
        elif verb == PAUSE:
            self.tree.send(signal.SIGSTOP)
        elif verb == RESUME:
            self.tree.send(signal.SIGCONT)
        return True

    def _start(self, argv: list[str], cpu: float | None, streams: list[int]) -> None:
        try:
            self.main = self._spawn(argv, cpu, streams[:STREAMS], streams[STREAMS:])
        except (OSError, ValueError) as error:
            self._say([FAILED, str(error), getattr(error, "errno", None)])
            return
        self._say([STARTED, self.main])

    def _spawn(
        self, argv: list[str], cpu: float | None, streams: list[int], rules: list[int]
    ) -> int:
        """Start a program in a session of its own: with its own user, limits and rules, which hold
        before its first instruction."""
        import ctypes

        restrict = ctypes.CDLL(None, use_errno=True).syscall
        listen, complain = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                os.setsid()
                for number in DEFAULTS:
                    signal.signal(number, signal.SIG_DFL)
                for at, stream in enumerate(streams):
                    os.dup2(stream, at)
                self._limit(cpu)
                prctl(PR_SET_DUMPABLE, 1)
                prctl(PR_SET_NO_NEW_PRIVS, 1)
                give_up_capabilities(self.uid)
                for each in rules:
                    if restrict(LANDLOCK_RESTRICT_SELF, each, 0) != 0:
                        raise OSError(ctypes.get_errno(), "Landlock was refused")
                os.execvp(argv[0], argv)
            except (OSError, ValueError) as error:
                text = getattr(error, "strerror", None) or str(error)
                complaint = [getattr(error, "errno", None), text]
                os.write(complain, json.dumps(complaint).encode())
            finally:
                os._exit(127)
        os.close(complain)
        try:
            heard = os.read(listen, MAX_PACKET)
        finally:
            os.close(listen)
        if heard:
            os.waitpid(pid, 0)
            number, text = json.loads(heard)
            raise OSError(number, text)
        return pid

    def _limit(self, cpu: float | None) -> None:
        with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
            file.write(FIRST_TO_GO)  # the supervisor is to survive it
        if cpu is not None:
            seconds = int(cpu) + 1 + CPU_GRACE_S
            limit(resource.RLIMIT_CPU, seconds, seconds + 1)
        if self.tasks:
            limit(resource.RLIMIT_NPROC, self.tasks, self.tasks)

    def _reap(self) -> int:
        """Wait for everyone who has ended; how many that were."""
        reaped = 0
        while True:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return reaped
            if pid == 0:
                return reaped
            reaped += 1
            self._enter(usage)
            if pid == self.main:
                self.main = 0
                self._say([EXITED, os.waitstatus_to_exitcode(status)])

    def _enter(self, usage: resource.struct_rusage) -> None:
        self.cpu_ns += round((usage.ru_utime + usage.ru_stime) * 1e9)
        self.resident = max(self.resident, usage.ru_maxrss * 1024)
        LEDGER.pack_into(self.ledger, 0, self.sequence + 1, self.cpu_ns, self.resident)
        self.sequence += 2
        LEDGER.pack_into(self.ledger, 0, self.sequence, self.cpu_ns, self.resident)

    def _stop(self) -> None:
        """End everything below; return when there is nothing left."""
        while self._has_children():
            if self.is_alone:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(-1, signal.SIGKILL)
            else:
                self.tree.stop()
            if self._reap() == 0:
                time.sleep(0.0005)

    def _has_children(self) -> bool:
        try:
            os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return False
        return True


def limit(kind: int, soft: int, hard: int) -> None:
    """Set a limit of this process, unless it has a lower one already."""
    most = resource.getrlimit(kind)[1]
    if most == resource.RLIM_INFINITY or hard <= most:
        resource.setrlimit(kind, (soft, hard))
    elif soft < most:
        resource.setrlimit(kind, (soft, most))


def give_up_capabilities(uid: int) -> None:
    """Keep nothing of what root may do beyond others, now or in what is executed; see capset(2).
    With a uid other than 0 become that user, who owns nothing else."""
    import ctypes

    with contextlib.suppress(OSError):  # who is not root has nothing to give up
        for capability in range(MOST_CAPABILITIES):
            prctl(PR_CAPBSET_DROP, capability)
    if uid:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    nothing = ctypes.create_string_buffer(struct.calcsize("6I"))
    if ctypes.CDLL(None, use_errno=True).capset(struct.pack("=Ii", CAPABILITIES, 0), nothing) != 0:
        raise OSError(ctypes.get_errno(), "capabilities were not given up")


def stands_apart() -> bool:
    """Enter a namespace of users with this user alone, in which RLIMIT_NPROC counts no process from
    outside; whether that was allowed. See user_namespaces(7)."""
    import ctypes

    user, group = os.getuid(), os.getgid()
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWUSER) != 0:
        return False
    maps = {"setgroups": "deny", "uid_map": f"{user} {user} 1", "gid_map": f"{group} {group} 1"}
    try:
        for name, text in maps.items():
            with open(f"/proc/self/{name}", "w") as file:
                file.write(text)
    except OSError:
        return False
    return True


def prctl(option: int, value: int) -> None:
    """Change a property of this process."""
    import ctypes

    if ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), f"prctl({option}) failed")


def ends_with(parent: int, sign: int) -> bool:
    """Let this process get a signal when its parent ends; whether the parent is still there."""
    prctl(PR_SET_PDEATHSIG, sign)
    return os.getppid() == parent


def open_counter() -> int | None:
    """A descriptor that counts the CPU nanoseconds of this process and of all that it will start,
    whoever waits for them; None where the system does not allow it. See perf_event_open(2)."""
    import ctypes
    import platform

    number = PERF_EVENT_OPEN.get(platform.machine())
    if number is None:
        return None
    attributes = bytearray(PERF_SIZE)
    struct.pack_into("=IIQ", attributes, 0, PERF_TYPE_SOFTWARE, PERF_SIZE, PERF_TASK_CLOCK)
    struct.pack_into("=Q", attributes, PERF_FLAGS_AT, PERF_INHERIT | PERF_EXCLUDE_KERNEL)
    buffer = (ctypes.c_char * PERF_SIZE).from_buffer(attributes)
    call = ctypes.CDLL(None, use_errno=True).syscall
    descriptor: int = call(number, buffer, 0, -1, ctypes.c_long(-1), PERF_CLOSE_ON_EXEC)
    return descriptor if descriptor >= 0 else None


def has_counter() -> bool:
    """Whether the kernel counts for us."""
    counter = open_counter()
    if counter is not None:
        os.close(counter)
    return counter is not None


def confine(code: bytes) -> None:
    """Put a seccomp filter on this process and all that it will start."""
    import ctypes

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))

    prctl(PR_SET_NO_NEW_PRIVS, 1)
    program = Program(len(code) // 8, code)
    call = ctypes.CDLL(None, use_errno=True).prctl
    if call(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "the filter of system calls was refused")


def main(argv: list[str]) -> None:
    """`supervisor.py FILTER CONTROL LEDGER FILES FILE_SIZE COUNTS UID TASKS APART`

    A seccomp filter in hexadecimal digits, two descriptors, two limits, and whether the kernel
    shall count CPU time; then the user of the program, the most processes and threads of that user,
    where 0 leaves them as they are, and whether no others of the user shall count. Without words
    the status says whether there can be such an account.
    """
    if not argv:
        sys.exit(not stands_apart())
    control_fd, ledger_fd, files, file_size, counts, uid, tasks, apart = map(int, argv[1:])
    if apart and not stands_apart():
        tasks = 0
    for descriptor in (control_fd, ledger_fd):
        os.set_inheritable(descriptor, False)
    for number in IGNORED:
        signal.signal(number, signal.SIG_IGN)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    prctl(PR_SET_DUMPABLE, 0)  # so that a program cannot write into the ledger
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, file_size))
    limit(resource.RLIMIT_SIGPENDING, PENDING, PENDING)
    ledger = mmap.mmap(ledger_fd, LEDGER.size)
    control = socket.socket(fileno=control_fd)
    Supervisor(control, ledger, bool(counts), bytes.fromhex(argv[0]), uid, tasks).serve()


if __name__ == "__main__":
    main(sys.argv[1:])
