"""Packages for teaching platforms: a folder that a platform unpacks, and in which it finds what it
wants to run and to read.

What marks a submission there is `hopsow class`; on Kattis, which runs nothing of ours, it is a
validator in C++ with answers that were computed here.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from string import Template

from hopsow import __version__
from hopsow.arena.course.exam import Exam
from hopsow.arena.course.feedback import usual
from hopsow.arena.course.scheme import of_course
from hopsow.export import kattis
from hopsow.files import new_folder, write_atomically
from hopsow.games import facts

FILES = Path(__file__).parent / "files"
REQUIREMENT = f"hopsow=={__version__}"
EXECUTABLE = 0o755
EXAM = "exam.json"


def gradescope(exam: Exam, folder: Path, feedback: str) -> None:
    """The contents of an autograder's zip."""
    _write(folder, "gradescope", exam)
    _write_marking(folder, exam, feedback)


def problem(exam: Exam, folder: Path, feedback: str) -> None:
    """A problem package of Kattis, which has its own feedback."""
    points = kattis.write(exam, folder)
    _write(folder, "kattis", exam, points=f"{points:g}")


def classroom50(exam: Exam, folder: Path, feedback: str) -> None:
    """The files of an assignment's autograder."""
    _write(folder, "classroom50", exam)
    _write_marking(folder, exam, feedback)


def actions(exam: Exam, folder: Path, feedback: str) -> None:
    """A workflow, and what it runs."""
    github = folder / ".github"
    _write(github / "hopsow", "actions", exam)
    _write_marking(github / "hopsow", exam, feedback)
    (github / "workflows").mkdir()
    (github / "hopsow" / "hopsow.yml").replace(github / "workflows" / "hopsow.yml")


def _write(folder: Path, platform: str, exam: Exam, **values: str) -> None:
    """Write a platform's files, whose README is about the exam."""
    values |= {
        "game": exam.game,
        "title": facts(exam.game).full_title,
        "worth": f"{exam.worth:g}",
        "requirement": REQUIREMENT,
    }
    folder.mkdir(parents=True, exist_ok=True)
    for source in sorted((FILES / platform).iterdir()):
        if not source.is_file():
            continue
        text = source.read_text(encoding="utf-8")
        is_about_game = source.name == "README.md"
        write_atomically(
            folder / source.name, Template(text).substitute(values) if is_about_game else text
        )
        if text.startswith("#!"):  # a wheel does not keep who may execute a file
            (folder / source.name).chmod(EXECUTABLE)


def _write_marking(folder: Path, exam: Exam, feedback: str) -> None:
    """Write what marks a submission, and its settings; the course's own exam is in Hopsow."""
    write_atomically(folder / "marking.py", (FILES / "marking.py").read_bytes())
    write_atomically(folder / "requirements.txt", f"{REQUIREMENT}\n")
    settings = f'game = "{exam.game}"\nsandbox = "require"\nfeedback = "{feedback}"\n'
    if exam != of_course(exam.game):
        exam.write(folder / EXAM)
        settings += f'exam = "{EXAM}"\n'
    write_atomically(folder / "class.toml", settings)


PLATFORMS: dict[str, Callable[[Exam, Path, str], None]] = {
    "gradescope": gradescope,
    "kattis": problem,
    "classroom50": classroom50,
    "actions": actions,
}


def write(platform: str, exam: Exam, folder: Path, feedback: str | None = None) -> list[str]:
    """Write a package into a new or empty folder; the names of its files."""
    new_folder(folder)
    PLATFORMS[platform](exam, folder, feedback or usual(exam))
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
