"""Classes to be marked: a folder with a class.toml, an exam and submissions of all sorts."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hopsow.arena.classroom import result
from hopsow.arena.classroom.languages import LANGUAGES, NAMES, tool
from hopsow.arena.course import scheme
from playing import PROGRAMS
from shell import HOPSOW

GAME = "checkers"
FIRST = (11, 12, 6, 1)  # the last legal move is right in two of these, the starter's in another
NEW = [*HOPSOW, "new"]
POLL_S = 0.2
HOSTILE = (
    *("floods_stderr", "digs_deep", "sleeps", "spins", "fork_bomb", "floods_stdout"),
    *("eats_memory", "crashes_at_start", "crashes_in_midgame", "illegal_move", "malformed"),
    *("leaves_daemon", "kills_its_supervisor", "paints"),
)
BROKEN = {
    "syntax": {"main_c": "int main(void) { return 0 }\n"},
    "endless": {"main_cpp": '#include "/dev/zero"\nint main() {}\n'},
    "wrong class": {"Main_java": "public class Other {}\n"},
    "empty": {"notes_txt": "to be done\n"},
}


def make(
    folder: Path, questions: int = 4, tables: Mapping[str, Any] = MappingProxyType({}), **more: Any
) -> Path:
    """A class of checkers with a short exam, in which Python has Hopsow at hand."""
    (folder / "submissions").mkdir(parents=True)
    exam = scheme.of_course(GAME)
    listed = [exam.questions[number - 1] for number in FIRST]
    listed += [each for each in exam.questions if each not in listed]
    replace(exam, questions=tuple(listed[:questions])).write(folder / "exam.json")
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


def recorded(folder: Path) -> dict[str, dict[str, Any]]:
    """What is known of each student so far."""
    found = {}
    for path in (folder / "work/students").glob("*.jsonl"):
        if key := re.search('"key": "([^"]+)"', path.read_text()):
            known = result.read(path, "", key[1], "")
            found[known.student] = known.as_json()
    return found


def steps(folder: Path) -> int:
    """How much of the work is done: builds, checks and answers; cheap enough to ask again."""
    actual = [path.read_bytes() for path in (folder / "work/students").glob("*.jsonl")]
    return sum(1 + text.count(b'"title"') for text in actual)


def mark(folder: Path, goals: Iterable[int]) -> tuple[int, subprocess.CompletedProcess[str]]:
    """Mark a class that is killed whenever so much is done; how often it was, and the last run.

    After every kill what was known is still known, and in the end nothing was done twice: all
    answers are the same to the microsecond.
    """
    # Python tries its temporary folder with a file, and may be killed before it removes that.
    scratch = folder.parent / f"{folder.name}-tmp"
    scratch.mkdir()
    environment = {**os.environ, "TMPDIR": str(scratch)}
    before: dict[str, Any] = {}
    kills = 0
    for goal in goals:
        process = subprocess.Popen(command(folder), stdout=subprocess.DEVNULL, env=environment)
        while process.poll() is None and steps(folder) < goal:
            with suppress(subprocess.TimeoutExpired):
                process.wait(POLL_S)
        kills += process.poll() is None
        process.kill()
        process.wait()
        known = recorded(folder)
        _assert_kept(before, known)
        before = known
    done = subprocess.run(command(folder), capture_output=True, text=True, env=environment)
    _assert_kept(before, recorded(folder))
    assert [path.name for path in scratch.iterdir() if path.is_dir()] == []
    shutil.rmtree(scratch)
    return kills, done


def _assert_kept(before: dict[str, Any], after: dict[str, Any]) -> None:
    for student, known in before.items():
        assert after[student]["marks"][: len(known["marks"])] == known["marks"]
        if known["is_checked"]:
            assert after[student]["checks"] == known["checks"]


def generated(folder: Path, count: int, questions: int) -> Path:
    """A class of checkers: two thirds are starters, in the languages that this machine has, and a
    third is broken or hostile."""
    make(folder, questions, tables={"build": {"cpu": 20, "wall": 60}})
    present = [name for name in NAMES if _is_present(name)]
    for number in range(count):
        student = f"student-{number + 1:02}"
        place = folder / "submissions" / student
        if number % 3 < 2:
            language = present[(number - number // 3) % len(present)]
            new = [*NEW, GAME, str(place), "--language", language]
            subprocess.run(new, check=True, stdout=subprocess.DEVNULL)
            if number % 5 == 0:
                shutil.make_archive(str(place), "gztar", place)
                shutil.rmtree(place)
        else:
            _hostile(folder, student, number // 3)
    return folder


def _is_present(language: str) -> bool:
    (actual,) = (each for each in LANGUAGES if each.name == language)
    return tool((actual.build or actual.run).partition(" ")[0]) is not None


def _hostile(folder: Path, student: str, number: int) -> None:
    kinds = [*HOSTILE, *BROKEN, "zip-slip", "bomb"]
    kind = kinds[number % len(kinds)]
    if kind in HOSTILE:
        scripted(folder, student, kind)
    elif kind in BROKEN:
        sources(folder, student, **BROKEN[kind])
    elif kind == "bomb":
        zipped(folder, student, [("main.py", b"#" * (100 << 20))])
    else:
        zipped(folder, student, [("../../main.py", b"print()")])
