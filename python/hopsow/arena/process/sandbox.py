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
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from hopsow.arena.limits import MIB, Limits
from hopsow.arena.process import landlock, runtimes, supervisor, system_calls
from hopsow.arena.process.groups import MEMORY, PIDS, controllers_here
from hopsow.arena.process.runtimes import SYSTEM, is_below
from hopsow.arena.process.view import View

CHOICES = ("auto", "require", "landlock", "off")
SCRATCH = ("/tmp", "/dev/shm")  # in memory, and empty
TERMINALS = "/dev/pts"  # of which the machine has a limited number; nobody inside gets one
PAGE = 4096
USERS = range(0x70000000, 0x7FFFFFFF)  # that nobody has, see systemd's UIDS-GIDS
MANY = 1000
NOBODY = "65534"
WORK = Path("/run/game")  # where a program works
SUPERVISORS = ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP", "CAP_KILL")
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

    @property
    def tasks(self) -> int:
        """How many tasks of a program's control group are not its own: the supervisor, and in a
        namespace who waits for it."""
        return 2 if self.has_namespaces else 1

    def most_tasks(self, user: int, tasks: int) -> int:
        """What RLIMIT_NPROC is to be, which counts the tasks of one user in one namespace; 0 where
        it would count others."""
        if user:
            return tasks
        return tasks + 1 if _is_somebody() and (self.has_namespaces or self.stands_apart) else 0

    @property
    def stands_apart(self) -> bool:
        """Whether the supervisor needs, and can have, an account of its own of tasks and pending
        signals, which the kernel keeps by user."""
        if self.has_namespaces or (self.kind == OPEN and not _is_somebody()):
            return False
        return _can_stand_apart()

    def refused_calls(self) -> bytes:
        """The filter of system calls; without namespaces it refuses sockets too."""
        if self.kind == OPEN:
            return b""
        return system_calls.code(has_namespaces=self.has_namespaces)

    def rules(self, folders: Iterable[Path], mine: View, theirs: View) -> int | None:
        """A descriptor of the rules that the program gets, where a sandbox consists of them."""
        if self.kind != LANDLOCK:
            return None
        shown = {*mine.shown, *map(Path, SYSTEM), *runtimes.settings()}
        return landlock.ruleset(shown, _secrets(mine, theirs), mine.on_top, folders)

    def limited(self) -> dict[str, str]:
        """What the kernel limits here before a program's first instruction, and by what; the rest
        is looked at every few milliseconds."""
        controllers = controllers_here()
        limited = {}
        if PIDS in controllers:
            limited["processes"] = "control group"
        elif self.most_tasks(int(self.has_namespaces and gives_user()), 1):
            limited["processes"] = "RLIMIT_NPROC"
        if MEMORY in controllers:
            limited["memory"] = "control group"
        if self.has_namespaces:
            limited["working folder"] = "file system in memory"
        return limited

    def check_limits(self, wanted: str) -> None:
        """Refuse to mark where a fork bomb would not be stopped, unless that was asked for."""
        if wanted == "require" and "processes" not in self.limited():
            raise ValueError(
                f"the kernel limits no processes here ({self.kind}, no control groups); "
                "--sandbox auto marks all the same"
            )

    def as_json(self) -> dict[str, str]:
        limited = ", ".join(self.limited())
        return {"kind": self.kind, "why": self.why, "kernel limits": limited or "nothing"}

    def wrap(
        self,
        script: list[str],
        work: Path,
        mine: View,
        theirs: View,
        limits: Limits,
        copies: Mapping[Path, Path],
    ) -> list[str]:
        """The command that runs a Python script in a working folder.

        The program behind it sees what is `mine`, where there are `copies` those, and nothing that
        is `theirs`. In a namespace its working folder is in memory.
        """
        if not self.has_namespaces:
            return [sys.executable, "-I", "-S", *script]
        command = list(_base(gives_user()))
        for name in SCRATCH:
            command += ["--perms", "1777", "--size", str(limits.memory), "--tmpfs", name]
        for path in _outermost({*mine.shown, *runtimes.settings()}):
            # A file of a shared folder may be gone by now.
            command += [*_way(path), "--ro-bind-try", str(copies.get(path, path)), str(path)]
        closed = []
        for path in _outermost(_secrets(mine, theirs)):
            closed += [path] if path.is_dir() else []
            command += _cover(path)
        for path in sorted(mine.on_top):
            command += [*_way(path), "--ro-bind-try", str(path), str(path)]
        if is_below(work, mine.shown) and work.parent not in mine.shown:
            command += ["--tmpfs", str(work.parent)]
            closed.append(work.parent)
        size = str(limits.disk + MIB)  # so that more than is allowed can be seen
        command += [*_way(work), "--perms", "0777", "--size", size, "--tmpfs", str(work)]
        command += ["--ro-bind", script[0], SUPERVISOR, "--chdir", str(work)]
        for each in (*map(str, closed), TERMINALS, "/dev", "/"):
            command += ["--remount-ro", each]
        return [*command, runtimes.interpreter(), "-I", "-S", SUPERVISOR, *script[1:]]


def _is_somebody() -> bool:
    """Whether the referee is not root, whose processes are never counted."""
    return os.geteuid() != 0


@cache
def _can_stand_apart() -> bool:
    script = [sys.executable, "-I", "-S", supervisor.__file__]
    return subprocess.run(script, capture_output=True).returncode == 0


def has_landlock() -> bool:
    """Whether this kernel's Landlock, with a filter of system calls, makes a sandbox."""
    return landlock.version() >= landlock.SIGNALS_SCOPED and bool(system_calls.code())


@cache
def _problem() -> str | None:
    """Why bubblewrap cannot be used here; None if it can."""
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed"
    return _failure(gives_user())


@cache
def gives_user() -> bool:
    """Whether a referee that is root can give each program a user of its own."""
    return os.geteuid() == 0 and bool(_free_users()) and _failure(True) is None


@cache
def _failure(gives_user: bool) -> str | None:
    probe = [*_base(gives_user), "--remount-ro", "/", "true"]
    try:
        done = subprocess.run(probe, capture_output=True, text=True)
    except OSError as error:
        return f"bubblewrap does not start: {error.strerror}"
    return None if done.returncode == 0 else f"bubblewrap does not work: {done.stderr.strip()}"


@cache
def _free_users() -> range:
    """Users whom nobody else has, or in a container the upper half of those that it has."""
    for line in Path("/proc/self/uid_map").read_text().splitlines():
        first, _, length = map(int, line.split())
        if first <= USERS[0] and USERS[-1] < first + length:
            return USERS
        if length > MANY:
            return range(first + length // 2, first + length - 1)
    return range(0)


def new_user() -> int:
    """A user for one program; 0 where it has that of the referee."""
    return secrets.choice(_free_users()) if gives_user() else 0


@cache
def _base(gives_user: bool) -> tuple[str, ...]:
    """The beginning of the command, which is the same for all programs."""
    command = ["bwrap", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
    command += ["--unshare-cgroup-try", "--cap-drop", "ALL"]
    if gives_user:
        # The supervisor makes the program another user; of a namespace of users root is none.
        for capability in SUPERVISORS:
            command += ["--cap-add", capability]
    else:
        command += ["--unshare-user", "--disable-userns", "--uid", NOBODY, "--gid", NOBODY]
    # Signals from inside do not reach the first process.
    command += ["--as-pid-1", "--die-with-parent", "--new-session"]
    for folder in SYSTEM:
        if os.path.islink(folder):
            command += ["--symlink", os.readlink(folder), folder]
        elif os.path.isdir(folder):
            command += ["--ro-bind", folder, folder]
    command += ["--dev", "/dev", "--proc", "/proc"]
    for folder in ("/proc/sys", "/proc/pressure"):
        command += ["--ro-bind-try", folder, folder]
    command += ["--size", str(PAGE), "--tmpfs", TERMINALS]
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


def _way(path: Path) -> list[str]:
    """The folders that lead to a path, for everybody to enter."""
    above = [folder for folder in reversed(path.parents) if str(folder) != "/"]
    words = []
    for folder in above:
        words += ["--perms", "0755", "--dir", str(folder)]
    return words


def _cover(path: Path) -> list[str]:
    if path.is_dir():
        return ["--tmpfs", str(path)]
    return ["--ro-bind", "/dev/null", str(path)]
