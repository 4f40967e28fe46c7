"""The problem of each game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hopsow.arena.course.exam import Exam
from hopsow.export.kattis import awari, checkers, halma
from hopsow.export.kattis.problem import Case
from hopsow.games.table import ByGame


class Problem(Protocol):
    """Poses an exam as a problem: `VALIDATION` as problem.yaml has it, and a case's `WORTH`."""

    VALIDATION: str
    WORTH: int
    SAMPLES: Sequence[Case]

    def cases(self, exam: Exam, /) -> list[Case]:
        """The questions with their answers."""

    def submissions(self, exam: Exam, /) -> dict[str, str]:
        """Programs that show what each verdict means, by their names."""


PROBLEMS = ByGame[Problem](halma=halma, checkers=checkers, awari=awari)
