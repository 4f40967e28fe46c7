"""What is known of one student, as a file that is written after every step.

The file carries a key: a hash of what was handed in and of all settings that decide about the mark.
A file with another key is of no use any more, and a damaged one never was.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from hopsow import __version__
from hopsow.arena import documents
from hopsow.arena.classroom import secrets
from hopsow.arena.course.check import Finding
from hopsow.arena.course.grade import Mark, total

FORMAT = "hopsow class result"
VERSION = 2


@dataclass(slots=True)
class Result:
    """A student's result so far; `problem` says why there is no program to ask.

    `content` is the hash of what was handed in; `is_starter` says that it is an unchanged starter.
    `wait` says what kept the judge from finishing, through no fault of the student. `spent` are
    seconds of the student's limit. The result `is_done` when there is nothing left to ask.
    """

    student: str
    key: str
    content: str = ""
    is_starter: bool = False
    language: str = ""
    command: str = ""
    problem: str | None = None
    wait: str | None = None
    build_said: str = ""
    build_seconds: float = 0.0
    is_built: bool = False
    checks: list[Finding] = field(default_factory=list)
    is_checked: bool = False
    marks: list[Mark] = field(default_factory=list)
    spent: float = 0.0
    sandbox: str = ""
    hopsow: str = __version__
    is_done: bool = False

    @property
    def points(self) -> float:
        return total(self.marks)[0]

    @property
    def failed_checks(self) -> int:
        """How many checks of the format failed."""
        return sum(each.problem is not None for each in self.checks)

    @property
    def seconds(self) -> tuple[float, float]:
        """CPU time and wall time of all answers."""
        both = [mark.seconds for mark in self.marks]
        return sum(cpu for cpu, _ in both), sum(wall for _, wall in both)

    def outcomes(self) -> dict[str, int]:
        """How many answers of each kind there are."""
        return Counter(mark.outcome for mark in self.marks)

    def in_words(self) -> str:
        """The same as a text."""
        return ", ".join(f"{outcome} {count}" for outcome, count in self.outcomes().items())

    @property
    def steps(self) -> int:
        """How much of the work is done."""
        finished = (self.is_built, self.is_checked, self.is_done)
        return len(self.checks) + len(self.marks) + sum(finished)

    def as_json(self) -> dict[str, Any]:
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        checks = [asdict(each) for each in self.checks]
        marks = [each.as_json() for each in self.marks]
        return {
            "format": FORMAT,
            "version": VERSION,
            **values,
            "checks": checks,
            "marks": marks,
        }

    def write(self, path: Path) -> None:
        """Keep what is known so far."""
        secrets.write(path, json.dumps(self.as_json()))


def from_json(content: object) -> Result:
    """A result as it was written; a ValueError says why it cannot be used."""
    return documents.checked(Result, content, is_open=True)


def read(path: Path, student: str, key: str, content: str) -> Result:
    """The result with this key that is kept there, or a new one of what was handed in."""
    fresh = Result(student, key, content)
    try:
        known = documents.from_json(path.read_bytes())
        if (known["format"], known["version"], known["key"]) != (FORMAT, VERSION, key):
            return fresh
        return from_json(known)
    except (OSError, ValueError, KeyError, TypeError):
        return fresh
