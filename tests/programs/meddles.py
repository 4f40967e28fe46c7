"""Plays, after it has tried something with processes and the system that could trouble its judge.

What it is refused it does not mind; what it finds out that it should not know is on stderr.
"""

import ctypes
import fcntl
import mmap
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress

from speak import daemonise, spin, turns

PR_SET_CHILD_SUBREAPER, PTRACE_SEIZE, F_SETSIG = 36, 0x4206, 10
libc = ctypes.CDLL(None, use_errno=True)


def group() -> None:
    """Signals to the groups and sessions of everybody it can name."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for target in (0, -os.getpgid(os.getppid()), -os.getsid(os.getppid()) or 0):
        if target != -1:
            with suppress(OSError):
                os.kill(target, signal.SIGTERM)


def everybody() -> None:
    """A hangup for all processes there are; only in a sandbox, or it would be the tester's own."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    if os.getppid() == 1:
        with suppress(ProcessLookupError):  # there is nobody else
            os.kill(-1, signal.SIGHUP)


def subreaper() -> None:
    """Adopts its orphans before the supervisor can, and never waits for them."""
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    for _ in range(4):
        if daemonise():
            spin()


def zombies() -> None:
    """Children that have ended, and that nobody waits for."""
    for _ in range(500):
        with suppress(OSError):
            if os.fork() == 0:
                os._exit(0)
    time.sleep(1)


def executes() -> None:
    """A bomb that changes its name with every step."""
    for _ in range(200):
        with suppress(OSError):
            subprocess.Popen(["/bin/bash", "-c", "exec -a '[kworker/0:1]' sleep 60"])


def stopped() -> None:
    """A child that stops itself where its parent waits for it."""
    if os.fork() == 0:
        os.kill(os.getpid(), signal.SIGSTOP)
        os._exit(0)
    os.wait()


def memory() -> None:
    """Writes into the memory of whoever started it."""
    for name in ("mem", "clear_refs", "comm"):
        with suppress(OSError), open(f"/proc/{os.getppid()}/{name}", "r+b", buffering=0) as file:
            file.write(b"0")
            print("writes", name, file=sys.stderr)


def traces() -> None:
    """Traces its supervisor, and its own child, which then stops at every signal."""
    if libc.ptrace(PTRACE_SEIZE, os.getppid(), 0, 0) == 0:
        print("traces", file=sys.stderr)
    if (child := os.fork()) == 0:
        time.sleep(60)
        os._exit(0)
    libc.ptrace(PTRACE_SEIZE, child, 0, 0)


def priority() -> None:
    """Before everybody else, or so late that the judge waits."""
    with suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
        print("is in real time", file=sys.stderr)
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    with suppress(OSError):
        os.nice(-20)
        print("comes first", file=sys.stderr)
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)
    with suppress(OSError):
        os.sched_setaffinity(os.getppid(), {0})
    libc.syscall(251, 1, 0, 1 << 13)  # ioprio_set: real time


def clock() -> None:
    """Sets the clock, to what it shows, and its own time zone and locale to something strange."""
    with suppress(OSError):
        time.clock_settime(time.CLOCK_REALTIME, time.time())
        print("sets the clock", file=sys.stderr)
    os.environ |= {"TZ": "Mars/Olympus+99", "LC_ALL": "C"}
    time.tzset()


def queues() -> None:
    """All message queues, watches and locks that the system has to give."""
    for number in range(600):
        if libc.mq_open(f"/hopsow-{number}".encode(), os.O_CREAT | os.O_RDWR, 0o600, None) < 0:
            break
        libc.mq_unlink(f"/hopsow-{number}".encode())
    for _ in range(200):
        watch = libc.inotify_init1(0)
        for name in ("/", "/tmp", "/proc", "/usr"):
            libc.inotify_add_watch(watch, name.encode(), 0xFFF)


def core() -> None:
    """Wants a core dump of all its memory, and ends in a way that makes one."""
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (-1, -1))
    block = mmap.mmap(-1, 64 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    block.write(b"x" * (64 << 20))
    os.abort()


def words() -> None:
    """Becomes a process with a megabyte of arguments and environment, names of which lie."""
    if "LARGE" not in os.environ:
        many = {f"LARGE{number}": "x" * 100_000 for number in range(8)}
        again = [sys.executable, *sys.argv, "x" * 100_000, ") R 1 1"]
        os.execve(sys.executable, again, {**os.environ, **many, "LARGE": "1"})


def names() -> None:
    """Calls itself what /proc then says in the middle of its figures."""
    libc.prctl(15, b") Z 0 0 0 0\n", 0, 0, 0)


def sockets() -> None:
    """Sends its own descriptors round in a circle, so that nobody ever closes them."""
    for _ in range(20):
        here, there = socket.socketpair()
        with suppress(OSError):
            socket.send_fds(here, [b"x"], [here.fileno(), there.fileno()] * 20)
        here.close()
        there.close()


def owner() -> None:
    """Has the kernel send its supervisor a deadly signal whenever a pipe can be read."""
    read, write = os.pipe()
    with suppress(OSError):
        fcntl.fcntl(read, fcntl.F_SETOWN, os.getppid())
        fcntl.fcntl(read, F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(read, fcntl.F_SETFL, os.O_ASYNC)
        os.write(write, b"x")


def limits() -> None:
    """Takes from its supervisor the right to do anything."""
    for number in (resource.RLIMIT_NOFILE, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE):
        with suppress(OSError, ValueError):
            resource.prlimit(os.getppid(), number, (0, 0))


def mappings() -> None:
    """As many mappings as a process may have, to make looking at them slow."""
    places = []
    with suppress(OSError):
        for number in range(60_000):
            protection = mmap.PROT_READ if number % 2 else mmap.PROT_READ | mmap.PROT_WRITE
            places.append(mmap.mmap(-1, mmap.PAGESIZE, prot=protection))
    globals()["KEPT"] = places


HOW: dict[str, Callable[[], None]] = {
    each.__name__: each
    for each in (
        *(group, everybody, subreaper, zombies, executes, stopped, memory, traces, priority),
        *(clock, queues, core, words, names, sockets, limits, mappings, owner),
    )
}

if __name__ == "__main__":
    how = HOW[sys.argv[2]]
    if how is words and "LARGE" not in os.environ:
        words()
    for turn in turns():
        answer = turn.legal()
        if turn.number == 1 and how is not words:
            how()
        turn.say(answer)
