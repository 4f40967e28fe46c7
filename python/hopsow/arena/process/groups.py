"""Control groups (version 2): the kernel's account of everything that a program starts.

Where a folder of them is ours to write, as in a session of systemd or for root, each program gets a
group. Nothing leaves it, whoever waits for whom, and all of it can be ended at once. The arena does
without where there is none: that is why nothing here raises.
https://docs.kernel.org/admin-guide/cgroup-v2.html
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

ROOTS = ("/sys/fs/cgroup", "/sys/fs/cgroup/unified")
PREFIX = "hopsow-"
ENTER = '{ echo $$ > "$0"; } 2> /dev/null; exec "$@"'  # who cannot enter is counted otherwise
PATIENCE_S, PAUSE_S = 1.0, 0.002
_numbers = count()


class Group:
    """One program's group."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._base_us = 0

    @classmethod
    def create(cls) -> Group | None:
        """A new group, or None where we may not have one."""
        parent = own_folder()
        if parent is None or not os.access(parent, os.W_OK):
            return None
        _remove_abandoned(parent)
        path = parent / f"{PREFIX}{os.getpid()}-{next(_numbers)}"
        try:
            path.mkdir()
            group = cls(path)
            group._read_us()
        except (OSError, ValueError):
            return None
        return group

    def wrap(self, command: list[str]) -> list[str]:
        """The command that does the same inside the group."""
        return ["/bin/sh", "-c", ENTER, str(self.path / "cgroup.procs"), *command]

    def begin(self) -> None:
        """Count from here."""
        self._base_us = self._read_us()

    def used_ns(self) -> int:
        """The CPU time of all that is or was in the group; 0 where it cannot be read."""
        with suppress(OSError, ValueError):
            return (self._read_us() - self._base_us) * 1000
        return 0

    def _read_us(self) -> int:
        with open(self.path / "cpu.stat", "rb") as file:
            return int(file.readline().removeprefix(b"usage_usec "))

    def close(self) -> None:
        """End whatever is left in the group, and remove it."""
        with suppress(OSError):
            (self.path / "cgroup.kill").write_text("1")
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            try:
                self.path.rmdir()
            except FileNotFoundError:
                return
            except OSError:
                time.sleep(PAUSE_S)  # somebody is still to be reaped
            else:
                return


def own_folder() -> Path | None:
    """The folder of the group that this process is in, if there are groups of version 2."""
    try:
        lines = Path("/proc/self/cgroup").read_text().splitlines()
    except OSError:
        return None
    own = [line.removeprefix("0::/") for line in lines if line.startswith("0::/")]
    for root in ROOTS if own else ():
        if Path(root, "cgroup.controllers").exists():
            return Path(root, own[0])
    return None


def _remove_abandoned(parent: Path) -> None:
    """Those of processes that were killed; one that is not empty stays."""
    for path in parent.glob(f"{PREFIX}*-*"):
        if not Path("/proc", path.name.split("-")[1]).exists():
            with suppress(OSError):
                path.rmdir()
