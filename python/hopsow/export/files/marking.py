"""Mark one submission with Hopsow: a class of one student.

This file is copied as it is; `class.toml` beside it holds the settings. What the platform wants to
read is written by the script that calls `mark`.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SETTINGS = ("class.toml", "exam.json")
STUDENT = "submission"
LEFT_OUT = shutil.ignore_patterns(".git", ".github")


@dataclass
class Marks:
    """What a submission got, of how many points, for which answers, and the CPU time it used.

    Where there was nothing to ask, one question says why.
    """

    points: float
    worth: float
    questions: list[dict[str, Any]]
    cpu: float
    has_program: bool


def mark(submission: Path) -> Marks:
    """The marks of a submission.

    Whatever is not the submission's fault ends the whole script with an error, so that nobody gets
    0 points for it.
    """
    with tempfile.TemporaryDirectory(prefix="hopsow-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        for each in SETTINGS:
            if (HERE / each).exists():
                shutil.copy(HERE / each, folder)
        problem = _copy(submission, folder / "submissions" / STUDENT)
        done = subprocess.run(
            [sys.executable, "-m", "hopsow", "class", str(folder)], stdout=subprocess.DEVNULL
        )
        marks = folder / "results" / "marks.json"
        if not marks.exists():
            sys.exit(f"hopsow class ended with status {done.returncode} and no marks")
        return _read(json.loads(marks.read_bytes()), problem)


def _copy(submission: Path, folder: Path) -> str | None:
    """Copy a submission as it is, links as links; what cannot be copied is a problem."""
    try:
        shutil.copytree(submission, folder, True, LEFT_OUT, _copy_file)
    except (OSError, RecursionError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        return f"the submission cannot be copied: {error}"
    return None


def _copy_file(source: str, target: str) -> None:
    if os.path.isfile(source):  # neither a pipe nor a socket, at which one could wait for ever
        shutil.copy(source, target)


def _read(marks: dict[str, Any], problem: str | None) -> Marks:
    (student,) = marks["students"]
    worth = marks["worth"]
    if problem := problem or student["problem"]:
        reason = f"{problem}\n{student['compiler']}".rstrip()
        question = {"title": "the program", "points": 0.0, "worth": worth, "reason": reason}
        return Marks(0.0, worth, [question], 0.0, has_program=False)
    if not student["done"]:
        sys.exit(f"the submission could not be marked: {student['waiting']}")
    # What the student may know; the rest is for the staff.
    questions = [{**question, **question["told"]} for question in student["questions"]]
    return Marks(student["points"], worth, questions, student["cpu"], True)


def replace(path: Path, text: str) -> None:
    """Write a file, whatever a submission has put in its place."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
