"""Where programs run: in a bubblewrap sandbox, in one of Landlock's rules, or in the open.

In the sandbox there is no network, no process outside is to be seen, and the disk is a small tree:
the system's folders, the runtimes and the program's own files (`view`), all read-only, and its
working folder. So whatever is not named there, the home folder, Hopsow and the opponent's files
included, does not exist.
Where bubblewrap is missing, the rules of `landlock` name the same tree.
https://github.com/containers/bubblewrap
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from hopsow.arena.process import landlock, runtimes, system_calls
from hopsow.arena.process.runtimes import SYSTEM, is_below
from hopsow.arena.process.view import View

CHOICES = ("auto", "require", "landlock", "off")
SCRATCH = ("/tmp", "/dev/shm")  # in memory, and empty
SUPERVISOR = "/run/supervisor.py"  # the only file of Hopsow inside
OPEN = "off"
BUBBLEWRAP = "bubblewrap"
LANDLOCK = "landlock"


class Sandbox:
    """A decision for a whole match: `kind` is bubblewrap, landlock or off, `why` says what led to
    it."""

    def __init__(self, kind: str, why: str) -> None:
        self.kind = kind
        self.why = why

    @classmethod
    def choose(cls, wanted: str) -> Sandbox:
        """The sandbox for a choice; where there is none, all but auto and off are refused."""
        if wanted == OPEN:
            return cls(OPEN, "asked for")
        problem = _problem()
        if problem is None and wanted != LANDLOCK:
            return cls(BUBBLEWRAP, "asked for" if wanted == "require" else "it works here")
        if has_landlock():
            return cls(LANDLOCK, "asked for" if wanted == LANDLOCK else f"{problem}")
        if wanted == LANDLOCK:
            problem = f"Landlock has version {landlock.version()}, needed {landlock.SIGNALS_SCOPED}"
        if wanted != "auto":
            raise ValueError(
                f"no sandbox on this machine: {problem}; --sandbox off plays without one"
            )
        return cls(OPEN, f"{problem}")

    @property
    def is_closed(self) -> bool:
        """Whether programs see only what they should."""
        return self.kind != OPEN

    @property
    def has_namespaces(self) -> bool:
        """Whether processes and files in memory inside are a world of their own."""
        return self.kind == BUBBLEWRAP

    def refused_calls(self) -> bytes:
        """The filter of system calls; without namespaces it refuses sockets too."""
        if self.kind == OPEN:
            return b""
        return system_calls.code(sockets=self.has_namespaces)

    def rules(self, folders: Iterable[Path], mine: View, theirs: View) -> int | None:
        """A descriptor of the rules that the program gets, where a sandbox consists of them."""
        if self.kind != LANDLOCK:
            return None
        shown = {*mine.shown, *map(Path, SYSTEM), *runtimes.settings()}
        return landlock.ruleset(shown, _secrets(mine, theirs), mine.alone, folders)

    def as_json(self) -> dict[str, str]:
        return {"kind": self.kind, "why": self.why}

    def wrap(
        self, script: list[str], folders: Sequence[Path], mine: View, theirs: View, memory: int
    ) -> list[str]:
        """The command that runs a Python script in the first of the folders it may write to.

        The program behind it sees what is `mine`, and nothing that is `theirs`. `memory` is
        the most that it may keep in files that lie in memory.
        """
        if not self.has_namespaces:
            return [sys.executable, "-I", "-S", *script]
        command = list(_base())
        for folder in SCRATCH:
            command += ["--size", str(memory), "--tmpfs", folder]
        for path in _outermost({*mine.shown, *runtimes.settings()}):
            # A file of a shared folder may be gone by now.
            command += ["--ro-bind-try", str(path), str(path)]
        closed = []
        for path in _outermost(_secrets(mine, theirs)):
            closed += [path] if path.is_dir() else []
            command += _cover(path)
        for path in sorted(mine.alone):
            command += ["--ro-bind-try", str(path), str(path)]
        for place in folders:
            if is_below(place, mine.shown):
                command += ["--tmpfs", str(place.parent)]
                closed.append(place.parent)
            command += ["--bind", str(place), str(place)]
        command += ["--ro-bind", script[0], SUPERVISOR, "--chdir", str(folders[0])]
        for each in (*map(str, closed), "/dev", "/"):
            command += ["--remount-ro", each]
        return [*command, runtimes.interpreter(), "-I", "-S", SUPERVISOR, *script[1:]]


def has_landlock() -> bool:
    """Whether this kernel's Landlock, with a filter of system calls, makes a sandbox."""
    return landlock.version() >= landlock.SIGNALS_SCOPED and bool(system_calls.code())


@cache
def _problem() -> str | None:
    """Why bubblewrap cannot be used here; None if it can."""
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed"
    probe = [*_base(), "--remount-ro", "/", "true"]
    done = subprocess.run(probe, capture_output=True, text=True)
    return None if done.returncode == 0 else f"bubblewrap does not work: {done.stderr.strip()}"


@cache
def _base() -> tuple[str, ...]:
    """The beginning of the command, which is the same for all programs."""
    command = ["bwrap", "--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL"]
    # Signals from inside do not reach the first process.
    command += ["--as-pid-1", "--die-with-parent", "--new-session"]
    for folder in SYSTEM:
        if os.path.islink(folder):
            command += ["--symlink", os.readlink(folder), folder]
        elif os.path.isdir(folder):
            command += ["--ro-bind", folder, folder]
    command += ["--dev", "/dev", "--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys"]
    command += ["--dir", "/run", "--symlink", "/tmp", "/var/tmp"]
    return tuple(command)


def _outermost(paths: Iterable[Path]) -> list[Path]:
    """The paths without those that lie in another one."""
    outer: list[Path] = []
    for path in sorted(paths):
        if not is_below(path, outer):
            outer.append(path)
    return outer


def _secrets(mine: View, theirs: View) -> list[Path]:
    """What exists of the secrets."""
    return [path for path in mine.secrets(theirs) if path.exists()]


def _cover(path: Path) -> list[str]:
    if path.is_dir():
        return ["--tmpfs", str(path)]
    return ["--ro-bind", "/dev/null", str(path)]
