"""Ends what is left of a local cluster once the command that began it is over, however it ended.

Ray's agents look for their node now and then only, and outlive it by up to a minute; and who was
killed removes nothing. This is a script without anything of Hopsow, so that it starts at once: it
waits until its input ends, which is with the process that began it, then ends every process that
belongs to the cluster's folder and removes the folder. Agents rename themselves, so that the files
that they have open tell whose they are.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from collections.abc import Collection
from contextlib import suppress

ATTEMPTS, PAUSE_S = 200, 0.05


def end_all(folder: str, spared: Collection[int] = ()) -> None:
    """End all processes that belong to a folder, but for some."""
    for _ in range(ATTEMPTS):
        left = {int(name) for name in os.listdir("/proc") if name.isdigit()} - {*spared}
        left = {pid for pid in left if belongs(pid, folder)}
        if not left:
            return
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(PAUSE_S)


def belongs(pid: int, folder: str) -> bool:
    """Whether a process was started with the name of a folder, or has a file in it open."""
    with suppress(OSError):
        with open(f"/proc/{pid}/cmdline", "rb") as command:
            if os.fsencode(folder) in command.read():
                return True
        for descriptor in os.listdir(f"/proc/{pid}/fd"):
            with suppress(OSError):
                if os.readlink(f"/proc/{pid}/fd/{descriptor}").startswith(folder):
                    return True
    return False


def main() -> None:
    """Guard a folder for the process that began this one."""
    folder, owner = sys.argv[1], int(sys.argv[2])
    sys.stdin.buffer.read()
    end_all(folder, (os.getpid(), owner))
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
