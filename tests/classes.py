"""Classes to be marked: a folder with a class.toml, an exam and submissions of all sorts."""

import json
import shlex
import sys
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hopsow.arena.course import exam as exams
from playing import PROGRAMS
from shell import HOPSOW

GAME = "checkers"


def make(
    folder: Path, questions: int = 4, tables: Mapping[str, Any] = MappingProxyType({}), **more: Any
) -> Path:
    """A class of checkers with a short exam, in which Python has Hopsow at hand."""
    (folder / "submissions").mkdir(parents=True)
    exam = exams.of_course(GAME)
    replace(exam, questions=exam.questions[:questions]).write(folder / "exam.json")
    settings = {"name": "Spring", "game": GAME, "exam": "exam.json", "jobs": 2, **more}
    lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    python = {"run": shlex.join([sys.executable, "{main}"])}
    for name, table in {"language.python": python, **tables}.items():
        lines += [f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in table.items())]
    (folder / "class.toml").write_text("\n".join(lines) + "\n")
    return folder


def scripted(folder: Path, student: str, program: str) -> Path:
    """A folder with one of the scripted programs, which speaks checkers."""
    place = folder / "submissions" / student
    place.mkdir()
    place.joinpath("speak.py").write_text((PROGRAMS / "speak.py").read_text())
    begin = f"import sys\nsys.argv[1:1] = [{GAME!r}]\n"
    place.joinpath("main.py").write_text(begin + (PROGRAMS / f"{program}.py").read_text())
    return place


def sources(folder: Path, student: str, **files: str) -> Path:
    """A folder with files; `main_c` is called main.c."""
    place = folder / "submissions" / student
    place.mkdir()
    for name, text in files.items():
        place.joinpath(name.replace("_", ".")).write_text(text)
    return place


def zipped(folder: Path, student: str, entries: Iterable[tuple[str, bytes]]) -> Path:
    """An archive with just these names in it."""
    path = folder / "submissions" / f"{student}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return path


def command(folder: Path, *more: str) -> list[str]:
    """The command that marks a class."""
    return [*HOPSOW, "class", str(folder), *more]


def marks(folder: Path) -> dict[str, dict[str, Any]]:
    """What marks.json says of each student."""
    content = json.loads((folder / "results" / "marks.json").read_text())
    return {each["student"]: each for each in content["students"]}


def kept(folder: Path) -> dict[str, dict[str, Any]]:
    """What is known of each student so far."""
    found = [json.loads(path.read_text()) for path in (folder / "work/students").glob("*.json")]
    return {each["student"]: each for each in found}


def steps(folder: Path) -> int:
    """How much of the work is done."""
    return sum(
        each["is_built"] + len(each["checks"]) + len(each["marks"]) + each["is_done"]
        for each in kept(folder).values()
    )
