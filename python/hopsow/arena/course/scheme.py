"""What the course of a game asks: its exams, their right answers, and the checks of its format."""

from __future__ import annotations

from collections.abc import Iterator

from hopsow.arena.course.by_game import COURSES
from hopsow.arena.course.check import POSITION_CHECKS, Examiner, Finding
from hopsow.arena.course.exam import Exam
from hopsow.games import Position


def of_course(game: str, seed: int = 0, rules: str | None = None) -> Exam:
    """The exam by the scheme of a game's course."""
    return Exam(game, tuple(COURSES[game].course(rules, seed)), rules, seed)


def private(game: str, seed: int) -> Exam:
    """An exam of positions that only its seed tells, with answers that are proven."""
    return Exam(game, tuple(COURSES[game].private(seed)), None, seed)


def is_public(exam: Exam) -> bool:
    """Whether everybody who has Hopsow has the questions of an exam."""
    public = of_course(exam.game, exam.seed, exam.rules)
    return set(exam.questions) <= set(public.questions)


def answer(game: str, position: Position, move: str) -> str:
    """A right answer, as a program of the course writes it."""
    return COURSES[game].answer(position, position.move(move))


def examine(examiner: Examiner) -> Iterator[Finding]:
    """Check a program's protocol: the format of its game's course, or the engine protocol."""
    is_of_course = examiner.spec.startswith("cmd:")
    return examiner.examine(COURSES[examiner.game].CHECKS if is_of_course else POSITION_CHECKS)
