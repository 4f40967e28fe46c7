"""What a program sees of the disk: the system's tools, the runtimes, and its own files.

Its own are the files that its command names, each with the folder it lies in. Folders that belong
to everybody, such as the home folder and the temporary one, are no program's own: there only the
named file is shown. Whatever a file contains, and wherever a link leads, widens nothing.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path

from hopsow.arena.process import runtimes
from hopsow.arena.process.runtimes import PACKAGE, SYSTEM, is_below, is_shared

CLASS_PATHS = ("-cp", "-classpath", "--class-path", "-jar")
# Plays a class by the engine protocol; the folder in which its module lies comes first.
PLAY_CLASS = """\
import sys
sys.path.insert(0, sys.argv.pop(1))
from hopsow.cli import main
sys.exit(main(sys.argv[1:]))
"""
VENV_FOLDER, VENV_FILE = "bin", "pyvenv.cfg"


@dataclass
class View:
    """`argv` is the command as it is started; `own` are the folders and files that make the program
    up, `named` the paths that its command names, `alone` files that are shown even where their
    folder is hidden, and `hidden` what of its own is Hopsow."""

    argv: list[str] = field(default_factory=list)
    own: set[Path] = field(default_factory=set)
    named: set[Path] = field(default_factory=set)
    alone: set[Path] = field(default_factory=set)
    hidden: set[Path] = field(default_factory=set)
    plays_hopsow: bool = False

    @classmethod
    def of(cls, argv: list[str]) -> View:
        """What a command may see."""
        view = cls(list(argv), plays_hopsow=names_hopsow(argv))
        known = None if "/" in argv[0] else runtimes.program(argv[0])
        program = known or shutil.which(argv[0])
        if program is not None:
            view.argv[0] = os.path.abspath(program)
            view._add_program(Path(view.argv[0]))
        for before, word in pairwise(argv):
            for path in paths_in(word, before):
                view.named.add(path)
                view._add_program(path)
        if view.plays_hopsow:
            view.own |= {Path(sys.prefix), Path(sys.base_prefix), PACKAGE.parent}
            view.alone.clear()
            view.hidden.clear()
        return view

    @classmethod
    def of_all(cls, commands: Iterable[list[str]]) -> View:
        """What several commands see together."""
        together = cls()
        for argv in commands:
            view = _known(tuple(argv))
            together.own |= view.own
            together.named |= view.named
        return together

    @property
    def shown(self) -> set[Path]:
        """Everything that is visible beyond the system's own folders."""
        return {*self.own, *runtimes.shown()}

    @property
    def on_top(self) -> set[Path]:
        """What is shown even where its folder is hidden."""
        return {*self.alone, *(path for path in runtimes.named_paths() if _is_hidden(path))}

    def secrets(self, theirs: View) -> list[Path]:
        """What lies among the shown and must not be seen."""
        ours = [runtimes.EXAMS] if self.plays_hopsow else [*runtimes.hidden(), *self.hidden]
        places = {*self.shown, *map(Path, SYSTEM)}
        mine = self.own | self.named
        return [
            *(path for path in ours if is_below(path, places) and path not in self.own),
            *(
                path
                for path in theirs.own | theirs.named
                if is_below(path, self.shown)
                and not is_below(path, runtimes.shown())
                and not any(own.is_relative_to(path) for own in mine)
            ),
        ]

    def _add_program(self, path: Path) -> None:
        """A file that is perhaps the interpreter of a virtual environment."""
        if is_below(path, (*SYSTEM, *runtimes.shown())):
            return
        environment = path.parent.parent
        is_venv = path.parent.name == VENV_FOLDER and (environment / VENV_FILE).is_file()
        if not is_venv or is_shared(environment):
            self._add_own(path)
        elif environment.resolve() == Path(sys.prefix).resolve():
            self.alone |= {path, environment / VENV_FILE}
        else:
            self.own.add(environment)
            packages = environment.glob("lib/python3*/site-packages/hopsow*")
            self.hidden |= {*packages, environment / VENV_FOLDER / "hopsow"}

    def _add_own(self, path: Path) -> None:
        folder = path if path.is_dir() else path.parent
        if not is_shared(folder):
            self.own.add(folder)
        elif path.is_dir():
            files = (each for each in path.iterdir() if each.name[0] != ".")
            self.own |= {each for each in files if each.is_file() and not each.is_symlink()}
        elif path.resolve().parent == folder.resolve():  # a link may lead anywhere
            self.own.add(path)


def _is_hidden(path: Path) -> bool:
    return is_below(path, runtimes.hidden()) and path not in runtimes.hidden()


@cache
def _known(argv: tuple[str, ...]) -> View:
    """In a large tournament the same commands are asked about for every game."""
    return View.of(list(argv))


def names_hopsow(argv: list[str]) -> bool:
    """Whether somebody has asked for Hopsow itself as a player."""
    if argv[1:3] in (["-m", "hopsow"], ["-c", PLAY_CLASS]):
        return True
    program = shutil.which(argv[0])
    scripts = Path(sys.prefix, "bin")
    return program is not None and Path(program) == scripts / "hopsow"


def paths_in(word: str, before: str = "") -> list[Path]:
    """The absolute path that a word is, or those of a class path."""
    is_list = before in CLASS_PATHS and not os.path.exists(word)
    words = word.split(os.pathsep) if is_list else [word]
    paths = (Path(os.path.normpath(each)) for each in words if each.startswith("/"))
    return [path for path in paths if path.exists()]
