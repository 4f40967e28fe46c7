"""What a program needs to see of the disk: its own folder and its interpreter, wherever they lie.

An interpreter is a whole tree (`X` of `X/bin/python3`), found through every symbolic link on the
way, the first line of a script, and the `pyvenv.cfg` and `.pth` files of a virtual environment. A
program's own folder is the one that holds the files it is started with. Folders that belong to
everybody, such as the home folder and the temporary one, are no program's own: there only the named
file is shown.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc")
PACKAGES = ("/opt", "/nix", "/gnu", "/snap")  # visible too, though programs may lie there
PROGRAM_FOLDERS = ("bin", "sbin", "libexec", "shims")
SHARED = ("/", "/home", "/root", "/tmp", "/var/tmp", "/run", "/dev/shm", "/mnt", "/media", "/srv")
MAX_LINKS = 40  # as many as the kernel follows
FIRST_LINE = 512


@dataclass
class Needs:
    """Paths as they are written, because a program finds its way by them.

    `interpreters` are folders and files that run it, `own` those that make it up, and `named` the
    files and folders that its command names.
    """

    interpreters: set[Path] = field(default_factory=set)
    own: set[Path] = field(default_factory=set)
    named: set[Path] = field(default_factory=set)

    @classmethod
    def of(cls, argv: list[str]) -> Needs:
        """The needs of a command."""
        needs = cls()
        program = shutil.which(argv[0])
        if program is not None:
            needs.add_program(Path(os.path.abspath(program)))
        for word in argv[1:]:
            for path in paths_in(word):
                needs.named.add(path)
                if path.is_file() and os.access(path, os.X_OK):
                    needs.add_program(path)
                else:
                    needs._add_own(path)
        if java := os.environ.get("JAVA_HOME"):
            needs.interpreters |= set(_existing([Path(java)]))
        return needs

    @classmethod
    def of_all(cls, commands: Iterable[list[str]]) -> Needs:
        """The needs of several commands together."""
        together = cls()
        for argv in commands:
            needs = _known(tuple(argv))
            together.interpreters |= needs.interpreters
            together.own |= needs.own
            together.named |= needs.named
        return together

    @property
    def shown(self) -> set[Path]:
        """Everything that must be visible beyond the system's own folders."""
        return self.interpreters | self.own

    def add_program(self, program: Path) -> None:
        """What an executable needs: itself, what it links to, and what its first line names."""
        for path in _links(program):
            if path.parent.name in PROGRAM_FOLDERS:
                self._add_tree(path)
            else:
                self._add_own(path)
        words = _first_line(program)
        if words and Path(words[0]).name == "env":
            words = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
        interpreter = shutil.which(words[0]) if words else None
        if interpreter is not None and Path(interpreter) != program:
            self.add_program(Path(interpreter))

    def _add_tree(self, program: Path) -> None:
        root = program.parent.parent
        if is_below(root, SYSTEM) or root in self.interpreters:
            return
        if is_shared(root) or root.name == ".local":
            self.interpreters.add(program)
            return
        self.interpreters.add(root)
        for line in _lines(root / "pyvenv.cfg"):
            key, _, value = line.partition("=")
            if key.strip() == "home":
                for path in _links(Path(value.strip()) / program.name):
                    self._add_tree(path)
        for listing in root.glob("lib/python3*/site-packages/*.pth"):
            folders = (Path(line) for line in _lines(listing) if line.startswith("/"))
            self.interpreters |= set(_existing(folders))

    def _add_own(self, path: Path) -> None:
        folder = path if path.is_dir() else path.parent
        if is_below(path, SYSTEM):
            return
        if not is_shared(folder):
            self.own |= {folder, folder.resolve()}
        elif path.is_dir():
            files = (each for each in path.iterdir() if each.name[0] != "." and each.is_file())
            self.own |= set(files)
        else:
            self.own |= {path, path.resolve()}
            self.named.add(path)


@cache
def _known(argv: tuple[str, ...]) -> Needs:
    """In a large tournament the same commands are asked about for every game."""
    return Needs.of(list(argv))


def is_below(path: Path, folders: Iterable[str | Path]) -> bool:
    """Whether a path is one of the folders, or lies in one."""
    return any(path.is_relative_to(folder) for folder in folders)


def is_shared(folder: Path) -> bool:
    """Whether a folder holds more than one program's own files."""
    places = (Path.home(), Path(tempfile.gettempdir()))
    if str(folder) in SHARED or folder.parent == Path("/home"):
        return True
    return any(place.is_relative_to(folder) for place in places)


def paths_in(word: str) -> Iterator[Path]:
    """The existing absolute paths in a word, such as the two of `-Dbook=/a/b:/c`."""
    words = [word] if os.path.exists(word) else re.split("[:=,]", word)
    return _existing(Path(os.path.normpath(each)) for each in words if each.startswith("/"))


def _existing(paths: Iterable[Path]) -> Iterator[Path]:
    return (path for path in paths if path.exists())


def _links(path: Path) -> Iterator[Path]:
    """A path and everything that it is a symbolic link to, one step after another."""
    for _ in range(MAX_LINKS):
        yield path
        if not path.is_symlink():
            break
        path = Path(os.path.normpath(path.parent / path.readlink()))
    if path.exists() and path.resolve() != path:  # a folder on the way is a link
        yield path.resolve()


def _first_line(path: Path) -> list[str]:
    """The words after `#!`; none where a file is no script."""
    try:
        with path.open("rb") as file:
            line = file.read(FIRST_LINE).partition(b"\n")[0]
    except OSError:
        return []
    return line[2:].decode(errors="replace").split() if line.startswith(b"#!") else []


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
