"""What is known of one student, as a file that grows with every step: a JSON line for each check
and each mark, and after them one for all the rest.

The file carries a key: a hash of what was handed in and of all settings that decide about the mark.
A file with another key is of no use any more, and a damaged one never was.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from hopsow import __version__
from hopsow.arena import documents
from hopsow.arena.classroom import secrets
from hopsow.arena.course.check import Finding
from hopsow.arena.course.grade import Mark, total
from hopsow.files import append

FORMAT = "hopsow class result"
VERSION = 3


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
        checks, marks = map(asdict, self.checks), (each.as_json() for each in self.marks)
        return {**self._rest(), "checks": [*checks], "marks": [*marks]}

    def _rest(self) -> dict[str, Any]:
        """All but checks and marks."""
        names = (each.name for each in fields(self) if each.name not in ("checks", "marks"))
        return {name: getattr(self, name) for name in names}

    def lines(self, checks: int = 0, marks: int = 0) -> Iterator[dict[str, Any]]:
        """The lines of a file that follow those of so many checks and marks."""
        yield from ({"check": asdict(each)} for each in self.checks[checks:])
        yield from ({"mark": each.as_json()} for each in self.marks[marks:])
        yield {"format": FORMAT, "version": VERSION, **self._rest()}


class Journal:
    """Writes the results of one student to a file, each check and each mark once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: tuple[list[Finding], list[Mark]] | None = None

    def write(self, result: Result) -> None:
        """Write what is new; what was written is written again only where it has changed."""
        checks, marks = self._known or ([], [])
        is_longer = result.checks[: len(checks)] == checks and result.marks[: len(marks)] == marks
        if self._known and is_longer:
            append(self._path, _text(result.lines(len(checks), len(marks))))
        else:
            secrets.write(self._path, _text(result.lines()))
        self._known = [*result.checks], [*result.marks]


def _text(lines: Iterable[dict[str, Any]]) -> str:
    return "".join(f"{json.dumps(each)}\n" for each in lines)


def from_json(content: object) -> Result:
    """A result as it was written; a ValueError says why it cannot be used."""
    return documents.checked(Result, content, is_open=True)


def read(path: Path, student: str, key: str, content: str) -> Result:
    """The result with this key that is kept there, or a new one of what was handed in."""
    known = Result(student, key, content)
    checks: list[object] = []
    marks: list[object] = []
    try:
        for line in path.read_bytes().splitlines():
            each = documents.from_json(line)
            if "check" in each:
                checks.append(each["check"])
            elif "mark" in each:
                marks.append(each["mark"])
            elif (each["format"], each["version"], each["key"]) != (FORMAT, VERSION, key):
                break
            else:
                known = from_json({**each, "checks": checks, "marks": marks})
    except (OSError, ValueError, KeyError, TypeError):
        pass  # no file, or one that was cut off: what stands before that is known
    return known
