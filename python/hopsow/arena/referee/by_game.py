"""How a program of each game's course is asked for its moves."""

from __future__ import annotations

from typing import Protocol

from hopsow.arena.process.program import Program
from hopsow.arena.referee import awari, checkers, halma
from hopsow.arena.referee.programs import ProgramSeat
from hopsow.games.table import ByGame


class CourseFormat(Protocol):
    """Speaks with programs in the format of a course; `SPEAKS` is what a plain command speaks."""

    SPEAKS: str

    def check(self, rules: str | None, /) -> None:
        """Refuse rule sets that the format does not know, with a ValueError."""

    def course_seat(self, program: Program, mode: str | None, /) -> ProgramSeat:
        """The seat of a program; its input says the `mode`, where the format has modes."""


FORMATS = ByGame[CourseFormat](halma=halma, checkers=checkers, awari=awari)
