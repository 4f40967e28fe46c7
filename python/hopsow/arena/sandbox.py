"""Where programs run: in a bubblewrap sandbox, or in the open.

In the sandbox there is no network, the system is read-only, /tmp and /run are private, no process
outside is to be seen, and of the folders of a match only the program's own exists.
https://github.com/containers/bubblewrap
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

CHOICES = ("auto", "require", "off")
HIDDEN = ("/tmp", "/run", "/var/tmp", "/dev/shm")
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc", "/opt")
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

    def as_json(self) -> dict[str, str]:
        return {"kind": self.kind, "why": self.why}

    def wrap(
        self, argv: list[str], directory: Path, readable: Iterable[Path], secret: Iterable[Path]
    ) -> list[str]:
        """The command that runs `argv` in its working directory.

        `readable` are the files it needs, `secret` those of its opponent.
        """
        if self.kind == OPEN:
            return argv
        command = [
            *("bwrap", "--unshare-all", "--die-with-parent", "--new-session"),
            *("--cap-drop", "ALL", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"),
        ]
        for folder in HIDDEN:
            if os.path.isdir(folder) and not os.path.islink(folder):
                command += ["--tmpfs", folder]
        shown = {path.resolve() for path in readable}
        for path in sorted(shown | _needed()):
            if _is_below(path, HIDDEN) and path.exists():
                command += ["--ro-bind", str(path), str(path)]
        for path in sorted({path.resolve() for path in secret}):
            command += _hide(path, shown)
        return [
            *command,
            "--bind",
            str(directory),
            str(directory),
            "--chdir",
            str(directory),
            *argv,
        ]


@cache
def _problem() -> str | None:
    """Why bubblewrap cannot be used here; None if it can."""
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed"
    probe = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    done = subprocess.run([*probe, "true"], capture_output=True, text=True)
    return None if done.returncode == 0 else f"bubblewrap does not work: {done.stderr.strip()}"


def _needed() -> set[Path]:
    """What the supervisor itself is made of."""
    return {Path(sys.prefix), Path(sys.base_prefix), Path(__file__).resolve().parent}


def _is_below(path: Path, folders: Iterable[str]) -> bool:
    return any(path.is_relative_to(folder) for folder in folders)


def _hide(path: Path, shown: set[Path]) -> list[str]:
    """Cover an opponent's file or folder, unless the program itself needs it."""
    if _is_below(path, SYSTEM) or not path.exists():
        return []
    if any(own == path or own.is_relative_to(path) for own in shown | _needed()):
        return []
    if path.is_dir():
        return ["--tmpfs", str(path)]
    return ["--ro-bind", "/dev/null", str(path)]
