"""The course of each game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hopsow.arena.course import awari, checkers, halma
from hopsow.arena.course.check import Check
from hopsow.arena.course.exam import Question
from hopsow.games import Move, Position
from hopsow.games.table import ByGame


class Course(Protocol):
    """Asks the questions of a game's course, and checks that a program keeps to its format."""

    CHECKS: Sequence[Check]

    def course(self, rules: str | None, seed: int, /) -> list[Question]:
        """The questions of the course's scheme."""

    def private(self, seed: int, /) -> list[Question]:
        """The questions of an exam that cannot be known beforehand."""

    def answer(self, position: Position, move: Move, /) -> str:
        """A right answer, as a program would write it."""


COURSES = ByGame[Course](halma=halma, checkers=checkers, awari=awari)
