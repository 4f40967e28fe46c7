"""Where programs run: in a bubblewrap sandbox, or in the open.

In the sandbox there is no network, no process outside is to be seen, and the disk is a small tree:
the system's folders, what the program needs (`needs`), all read-only, and its working folder. So
whatever is not named there, the home folder and the opponent's files included, does not exist.
https://github.com/containers/bubblewrap
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from hopsow.arena.process.needs import PACKAGES, SYSTEM, Needs, is_below

CHOICES = ("auto", "require", "off")
EMPTY = ("/tmp", "/run", "/var/tmp", "/dev/shm")
OPEN = "off"
BUBBLEWRAP = "bubblewrap"


class Sandbox:
    """A decision for a whole match: `kind` is bubblewrap or off, `why` says what led to it."""

    def __init__(self, kind: str, why: str) -> None:
        self.kind = kind
        self.why = why

    @classmethod
    def choose(cls, wanted: str) -> Sandbox:
        """The sandbox for auto, require or off; without one, require is refused."""
        if wanted == "off":
            return cls(OPEN, "asked for")
        problem = _problem()
        if problem is None:
            return cls(BUBBLEWRAP, "asked for" if wanted == "require" else "it works here")
        if wanted == "require":
            raise ValueError(f"no sandbox on this machine: {problem}")
        return cls(OPEN, problem)

    @property
    def is_closed(self) -> bool:
        """Whether nothing gets out of it."""
        return self.kind != OPEN

    def as_json(self) -> dict[str, str]:
        return {"kind": self.kind, "why": self.why}

    def wrap(self, script: list[str], directory: Path, mine: Needs, theirs: Needs) -> list[str]:
        """The command that runs a Python script in a working directory.

        The program behind it sees what is `mine`, and nothing that is its opponent's.
        """
        interpreter = [sys.executable, "-I", "-S"]
        if self.kind == OPEN:
            return [*interpreter, *script]
        mine.add_program(Path(sys.executable))
        shown = {*mine.shown, Path(script[0])}
        command = list(_base())
        for path in _outermost(shown):
            command += ["--ro-bind", str(path), str(path)]
        for path in _outermost(_hidden(mine, theirs)):
            command += _cover(path)
        if is_below(directory, shown):
            command += ["--tmpfs", str(directory.parent)]
        work = str(directory)
        command += ["--bind", work, work, "--chdir", work, "--remount-ro", "/"]
        return [*command, *interpreter, *script]


@cache
def _problem() -> str | None:
    """Why bubblewrap cannot be used here; None if it can."""
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed"
    done = subprocess.run([*_base(), "true"], capture_output=True, text=True)
    return None if done.returncode == 0 else f"bubblewrap does not work: {done.stderr.strip()}"


@cache
def _base() -> tuple[str, ...]:
    """The beginning of the command, which is the same for all programs."""
    command = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    command.append("--as-pid-1")  # signals from inside do not reach the first process
    for folder in (*SYSTEM, *PACKAGES):
        if os.path.islink(folder):
            command += ["--symlink", os.readlink(folder), folder]
        elif os.path.isdir(folder):
            command += ["--ro-bind", folder, folder]
    command += ["--dev", "/dev", "--proc", "/proc"]
    for folder in EMPTY:
        command += ["--tmpfs", folder]
    return tuple(command)


def _outermost(paths: Iterable[Path]) -> list[Path]:
    """The paths without those that lie in another one."""
    outer: list[Path] = []
    for path in sorted(paths):
        if not is_below(path, outer):
            outer.append(path)
    return outer


def _hidden(mine: Needs, theirs: Needs) -> Iterator[Path]:
    """What is the opponent's and would be seen, because it lies among what is mine.

    What both need stays: two programs may share a folder, a file or an interpreter.
    """
    needed = mine.named | mine.own | mine.interpreters
    return (
        path
        for path in theirs.own | theirs.named
        if is_below(path, {*mine.shown, *PACKAGES})
        and not is_below(path, mine.interpreters)
        and not any(own.is_relative_to(path) for own in needed)
    )


def _cover(path: Path) -> list[str]:
    if path.is_dir():
        return ["--tmpfs", str(path)]
    return ["--ro-bind", "/dev/null", str(path)]
