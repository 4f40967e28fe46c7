"""How programs of each language are recognised, built and run; all of it is data.

In a command `{main}` is the file that was found, `{name}` its name without the ending, `{files}`
all files of the language and `{folder}` the folder of the submission, in which it is built.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hopsow.arena.classroom.archives import BadSubmissionError
from hopsow.arena.process import runtimes

MAINS = ("main", "agent", "player")
DEEPEST = 4  # folders that contain nothing but one folder


@dataclass(frozen=True, slots=True)
class Language:
    """`find` are names of the file to begin with, `files` patterns of all that belong to it.

    Without a file to begin with there may be any one file; with `find` empty, any number.
    """

    name: str
    files: tuple[str, ...]
    run: str
    build: str = ""
    find: tuple[str, ...] = ()

    @property
    def needs_main(self) -> bool:
        """Whether a command names the file to begin with."""
        return any(mark in f"{self.build} {self.run}" for mark in ("{main}", "{name}"))


def _mains(suffix: str, *others: str) -> tuple[str, ...]:
    return (*others, *(f"{name}.{suffix}" for name in MAINS))


# In the order in which they are tried: whoever hands in a program often adds scripts.
LANGUAGES = (
    Language(
        *("java", ("*.java",), "java -cp {folder} {name}"),
        build="javac -encoding UTF-8 -d {folder} {files}",
        find=("Main.java", "Agent.java", "Player.java"),
    ),
    Language(
        *("cpp", ("*.cpp", "*.cc", "*.cxx"), "{folder}/agent"),
        build="g++ -std=c++17 -O2 -pthread -o agent {files}",
    ),
    Language(
        *("c", ("*.c",), "{folder}/agent"), build="gcc -std=gnu11 -O2 -pthread -o agent {files} -lm"
    ),
    Language(
        *("rust", ("*.rs",), "{folder}/agent"),
        build="rustc --edition 2021 -O -o agent {main}",
        find=_mains("rs", "src/main.rs"),
    ),
    Language(
        *("go", ("*.go",), "{folder}/agent"), build="go build -buildvcs=false -o agent {files}"
    ),
    Language("javascript", ("*.js", "*.mjs"), "node {main}", find=_mains("js", "index.js")),
    Language("python", ("*.py",), "python3 {main}", find=_mains("py")),
)
NAMES = tuple(language.name for language in LANGUAGES)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one submission is built and run, in its own folder."""

    language: str
    folder: Path
    build: tuple[str, ...]
    run: tuple[str, ...]
    files: tuple[str, ...] = ()


def recipe(folder: Path, languages: Sequence[Language]) -> Recipe:
    """How to build and run what is in a folder; the first language that fits is taken."""
    root = _root(folder)
    for language in languages:
        files = sorted(
            str(path.relative_to(root))
            for pattern in language.files
            for path in root.rglob(pattern)
            if path.is_file()
        )
        if not files:
            continue
        main = _main(files, language)
        if Path(main).name.startswith("-"):
            raise BadSubmissionError(
                f"{main!a} begins with a dash, which programs take for options"
            )
        marks = {"main": str(root / main), "name": Path(main).stem, "folder": str(root)}
        return Recipe(
            language.name,
            root,
            words(language.build, marks, files),
            words(language.run, marks, files),
            tuple(files),
        )
    expected = ", ".join(pattern for language in languages for pattern in language.files)
    raise BadSubmissionError(f"found no program, expected one of {expected}")


def _root(folder: Path) -> Path:
    """The folder that holds the files: archives often contain one folder with everything in it."""
    for _ in range(DEEPEST):
        entries = [path for path in folder.iterdir() if not path.name.startswith(".")]
        if len(entries) != 1 or entries[0].is_symlink() or not entries[0].is_dir():
            break
        folder = entries[0]
    return folder


def _main(files: Sequence[str], language: Language) -> str:
    for name in language.find:
        if name in files:
            return name
    at_top = [file for file in files if "/" not in file]
    if len(at_top) == 1 or not language.needs_main:
        return at_top[0] if at_top else files[0]
    expected = ", ".join(language.find) or "a single file"
    some = ", ".join(map(ascii, files[:4]))
    raise BadSubmissionError(
        f"found {len(files)} files of {language.name} ({some}, …) and none to begin with, "
        f"expected {expected}"
    )


def words(command: str, marks: Mapping[str, str], files: Sequence[str]) -> tuple[str, ...]:
    """The words of a command with its marks filled in."""
    filled: list[str] = []
    for word in shlex.split(command):
        if word == "{files}":
            # A name that begins with a dash is still a file.
            filled += [f"./{file}" for file in files]
            continue
        for mark, value in marks.items():
            word = word.replace(f"{{{mark}}}", value)
        filled.append(word)
    return tuple(filled)


@cache
def tool(name: str) -> str | None:
    """Where a compiler or an interpreter is: that of a runtime, or one that the teacher has on the
    search path; None if it is not installed."""
    path = runtimes.program(name) or runtimes.behind(name)
    return None if path is None else str(path)
