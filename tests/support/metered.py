"""Processes that are met while they run, when they have used some CPU time."""

import subprocess
import time
from typing import Any, NamedTuple

from shell import HOPSOW

# Linux: the CPU clock of another process is ~pid in the upper bits, and 2 for scheduler time.
CPU_CLOCK = 2
PATIENCE_S = 120  # wall time, for a machine that is busy with something else


class Ended(NamedTuple):
    """A process that has ended."""

    status: int
    out: str
    err: str


def launch(*arguments: str, **options: Any) -> subprocess.Popen[bytes]:
    """Start `hopsow` with pipes on all sides."""
    pipe = subprocess.PIPE
    return subprocess.Popen([*HOPSOW, *arguments], stdin=pipe, stdout=pipe, stderr=pipe, **options)


def cpu(process: subprocess.Popen[bytes]) -> float:
    """The CPU time that a running process has used, all its threads together."""
    return time.clock_gettime(~process.pid << 3 | CPU_CLOCK)


def wait_for_cpu(process: subprocess.Popen[bytes], seconds: float) -> None:
    """Wait until a process has used so much CPU time."""
    deadline = time.monotonic() + PATIENCE_S
    while cpu(process) < seconds:
        assert process.poll() is None, "the process has ended"
        assert time.monotonic() < deadline
        time.sleep(0.005)


def end(process: subprocess.Popen[bytes]) -> Ended:
    """Close the input, wait for the end, and see what the process wrote."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.close()
    out, err = process.stdout.read().decode(), process.stderr.read().decode()
    status = process.wait()
    process.stdout.close()
    process.stderr.close()
    return Ended(status, out, err)


def run(*arguments: str, **options: Any) -> Ended:
    """Run `hopsow` without input."""
    return end(launch(*arguments, **options))
