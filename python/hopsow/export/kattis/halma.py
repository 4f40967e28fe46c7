"""Halma's single moves: any legal one is right, or one of those that the exam names.

Kattis has no files, so the course's texts come on standard input and go to standard output.
"""

from __future__ import annotations

from collections.abc import Sequence

from hopsow.arena.course.exam import Exam
from hopsow.export.kattis import problem
from hopsow.export.kattis.problem import CRASH, HEADING, Case
from hopsow.games import Position, start
from hopsow.protocols import halma as halma_files
from hopsow.protocols.halma import HalmaTask

VALIDATION = "custom"
WORTH = 1
FILES_OF_STARTER = """\
    std::ifstream input("input.txt");
    if (!read(input, task)) return 1;
    std::ofstream output("output.txt");
    write(output, choose(task, legal_moves(task)));
"""
PIPES = """\
    if (!read(std::cin, task)) return 1;
    write(std::cout, choose(task, legal_moves(task)));
"""
ILLEGAL = '#include <cstdio>\n\nint main() { puts("E 0,0 15,15"); }\n'


def _case(position: Position, seconds: float, keeping: Sequence[str] = ()) -> Case:
    """The answer file is any legal answer, or the two ends of every right move."""
    task = HalmaTask("SINGLE", position.to_move, seconds, position)
    answer = halma_files.write_output(position.legal_moves[0])
    if keeping:
        right = (position.move(text).squares for text in keeping)
        answer = HEADING + "".join(f"{squares[0]} {squares[-1]}\n" for squares in right)
    return Case(halma_files.write_input(task), answer)


def cases(exam: Exam) -> list[Case]:
    """The single moves of an exam."""
    return [
        _case(each.record("halma", exam.rules).position, each.cpu_move or 1.0, each.keeping)
        for each in exam.questions
        if each.is_single
    ]


SAMPLES: Sequence[Case] = [_case(start("halma", first="white"), 1.0)]


def submissions(exam: Exam) -> dict[str, str]:
    """Programs for each verdict."""
    return {
        "accepted/starter.cpp": problem.starter("halma").replace(FILES_OF_STARTER, PIPES),
        "wrong_answer/illegal.cpp": ILLEGAL,
        "run_time_error/crash.cpp": CRASH,
    }
