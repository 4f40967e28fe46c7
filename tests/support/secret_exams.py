"""An exam that nobody has but the staff, and submissions that get all of it wrong."""

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from hopsow.arena.course import scheme
from hopsow.arena.course.exam import Exam, Question
from hopsow.games import Position
from hopsow.protocols import checkers as checkers_pipe

SEED = 987_654_321
QUESTIONS = 4
# Answers what it was told to answer; to other positions it gives no answer.
PROGRAM = """\
import sys, time

ANSWERS = {answers}
for line in sys.stdin:
    board, _, to_move, _ = line.split()
    if (board, to_move) not in ANSWERS:
        {otherwise}
    print(ANSWERS[board, to_move], flush=True)
    break
"""


def make() -> Exam:
    """Some positions of the course with another limit, so that they are none of the public ones."""
    public = scheme.of_course("checkers").questions[:QUESTIONS]
    questions = tuple(replace(each, cpu_move=0.9) for each in public)
    return Exam("checkers", questions, None, SEED)


def right_answers(exam: Exam) -> list[str]:
    """Each right move, as a text and as a line of the course."""
    return [
        text
        for question in exam.questions
        for move in question.keeping
        for text in (move, scheme.answer(exam.game, _position(exam, question), move).strip())
    ]


def told_in(text: str, exam: Exam) -> set[str]:
    """The right answers that stand in a text."""
    plain = text.replace("&nbsp;", " ")
    return {
        answer
        for answer in right_answers(exam)
        if re.search(rf"(?<![\w-]){re.escape(answer)}(?![\w-])", plain)
    }


def wrong(exam: Exam, count: int = QUESTIONS, otherwise: str = "raise SystemExit") -> str:
    """A program that plays a legal move in the first questions, which would be right in none."""
    answers = {}
    right = {move for question in exam.questions for move in question.keeping}
    for question in exam.questions[:count]:
        position = _position(exam, question)
        move = next(move for move in position.legal_moves if str(move) not in right)
        line = scheme.answer("checkers", position, str(move)).strip()
        board, _, to_move, _ = checkers_pipe.write(checkers_pipe.asking(position, None)).split()
        answers[board, to_move] = line
    return PROGRAM.format(answers=repr(answers), otherwise=otherwise)


def _position(exam: Exam, question: Question) -> Position:
    return question.record(exam.game, None).position


def write(folder: Path, students: Iterable[str] = ("wrong",), **settings: object) -> Exam:
    """A class with this exam."""
    exam = make()
    (folder / "submissions").mkdir(parents=True)
    exam.write(folder / "exam.json")
    lines = {"game": "checkers", "exam": "exam.json", "check": False, **settings}
    text = "".join(f"{name} = {json.dumps(value)}\n" for name, value in lines.items())
    (folder / "class.toml").write_text(text)
    for student in students:
        (folder / "submissions" / f"{student}.py").write_text(wrong(exam))
    return exam
