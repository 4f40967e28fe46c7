"""The course of Awari has no format for programs."""

from __future__ import annotations

from hopsow.arena.process.program import Program
from hopsow.arena.referee.programs import ProgramSeat

SPEAKS = "ugi"  # what a program speaks unless it says otherwise
NO_FORMAT = "Awari has no course format for programs, use ugi:"


def check(rules: str | None) -> None:
    """Refuse every program."""
    raise ValueError(NO_FORMAT)


def course_seat(program: Program, mode: str | None) -> ProgramSeat:
    """There is none."""
    raise ValueError(NO_FORMAT)
