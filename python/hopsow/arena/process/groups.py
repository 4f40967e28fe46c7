"""Control groups: the kernel's account of everything that a program starts, and its limits.

Where folders of them are ours to write, as for root or in a session of systemd, each program gets a
group. Nothing leaves it, whoever waits for whom; it never has more tasks or memory than it may, and
all of it can be ended at once. Version 2 does everything in one place, of version 1 the limits of
`pids` and `memory` are used. The arena does without where there is none: nothing here raises.
https://docs.kernel.org/admin-guide/cgroup-v2.html
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")
ROOTS = (ROOT, ROOT / "unified")  # of version 2
PREFIX = "hopsow-"
# Who cannot enter is counted and limited otherwise.
ENTER = 'while [ "$1" != -- ]; do { echo 0 > "$1"; } 2> /dev/null; shift; done; shift; exec "$@"'
PIDS, MEMORY = "pids", "memory"
MOST: dict[str, dict[int, tuple[str, ...]]] = {  # files with a limit, by controller and version
    PIDS: {2: ("pids.max",), 1: ("pids.max",)},
    MEMORY: {
        2: ("memory.max",),
        1: ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes"),
    },
}
KILLED = {2: "memory.events", 1: "memory.oom_control"}  # with a line `oom_kill N`
PATIENCE_S, PAUSE_S = 1.0, 0.002
_numbers = count()


class Group:
    """One program's group; `limits` says of which controller the kernel enforces the limit."""

    def __init__(self, folders: dict[str, Path]) -> None:
        self.folders = folders
        self.limits: dict[str, tuple[Path, int]] = {}
        self._base_us = 0

    @classmethod
    def create(cls, tasks: int | None = None, memory: int | None = None) -> Group | None:
        """A new group with at most so many tasks and bytes, or None where we may not have one."""
        name = f"{PREFIX}{os.getpid()}-{next(_numbers)}"
        group = cls({})
        for kind, parent in own_folders().items():
            _remove_abandoned(parent)
            if not kind:
                with suppress(OSError):  # refused where the folder has processes of its own
                    (parent / "cgroup.subtree_control").write_text("+pids +memory")
            with suppress(OSError):
                (parent / name).mkdir()
                group.folders[kind] = parent / name
        for controller, most in ((PIDS, tasks), (MEMORY, memory)):
            if most is not None:
                group._limit(controller, most)
        unused = group.folders.keys() - {"", *group.limits}
        for kind in unused:
            with suppress(OSError):
                group.folders.pop(kind).rmdir()
        return group if group.folders else None

    def _limit(self, controller: str, most: int) -> None:
        for kind, version in (("", 2), (controller, 1)):
            folder = self.folders.get(kind)
            if folder is None or controller in self.limits:
                continue
            for file in MOST[controller][version]:
                with suppress(OSError):
                    if (folder / file).exists():
                        (folder / file).write_text(str(most))
                        self.limits[controller] = folder, version

    def wrap(self, command: list[str]) -> list[str]:
        """The command that does the same inside the group."""
        files = [str(folder / "cgroup.procs") for folder in self.folders.values()]
        return ["/bin/sh", "-c", ENTER, "sh", *files, "--", *command]

    @property
    def counts(self) -> bool:
        """Whether the kernel counts the CPU time of the group."""
        return "" in self.folders and (self.folders[""] / "cpu.stat").exists()

    def begin(self) -> None:
        """Count from here."""
        self._base_us = self._read_us()

    def used_ns(self) -> int:
        """The CPU time of all that is or was in the group; 0 where it cannot be read."""
        with suppress(OSError, ValueError, KeyError):
            return (self._read_us() - self._base_us) * 1000
        return 0

    def _read_us(self) -> int:
        if not self.counts:
            return 0
        with open(self.folders[""] / "cpu.stat", "rb") as file:
            return int(file.readline().removeprefix(b"usage_usec "))

    def was_out_of_memory(self) -> bool:
        """Whether the kernel has ended somebody for taking too much memory."""
        if MEMORY in self.limits:
            folder, version = self.limits[MEMORY]
            with suppress(OSError, ValueError):
                lines = (folder / KILLED[version]).read_text().splitlines()
                return any(line.startswith("oom_kill ") and line[9:] != "0" for line in lines)
        return False

    def close(self) -> None:
        """End whatever is left in the group, and remove it."""
        with suppress(OSError, KeyError):
            (self.folders[""] / "cgroup.kill").write_text("1")
        end = time.monotonic() + PATIENCE_S
        left = list(self.folders.values())
        while left and time.monotonic() < end:
            try:
                left[-1].rmdir()
            except FileNotFoundError:
                left.pop()
            except OSError:
                time.sleep(PAUSE_S)  # somebody is still to be reaped
            else:
                left.pop()


@cache
def controllers_here() -> frozenset[str]:
    """Those whose limits the kernel takes from us."""
    group = Group.create(1, 1 << 30)
    if group is None:
        return frozenset()
    group.close()
    return frozenset(group.limits)


def own_folders() -> dict[str, Path]:
    """The folders of the groups that this process is in and may write to: "" is version 2, and of
    version 1 those that limit something."""
    try:
        lines = Path("/proc/self/cgroup").read_text().splitlines()
    except OSError:
        return {}
    found: dict[str, Path] = {}
    for _, names, path in (line.split(":", 2) for line in lines):
        if names:
            folders = {name: ROOT / name / path[1:] for name in names.split(",") if name in MOST}
        else:
            roots = [root for root in ROOTS if (root / "cgroup.controllers").exists()]
            folders = {"": roots[0] / path[1:]} if roots else {}
        found |= {name: folder for name, folder in folders.items() if os.access(folder, os.W_OK)}
    return found


def _remove_abandoned(parent: Path) -> None:
    """Those of processes that were killed; one that is not empty stays."""
    for path in parent.glob(f"{PREFIX}*-*"):
        if not Path("/proc", path.name.split("-")[1]).exists():
            with suppress(OSError):
                path.rmdir()
