"""Endgames of checkers: right is what keeps the value of the position."""

from __future__ import annotations

from collections.abc import Sequence

from hopsow.arena.course.exam import Exam
from hopsow.export.kattis import problem
from hopsow.export.kattis.problem import CRASH, HEADING, Case
from hopsow.games import parse
from hopsow.protocols import checkers as checkers_pipe

VALIDATION = "custom"
WORTH = 1
SAMPLE, KEEPING = "W:WK18:B28,K32:H3", ("18-23",)
REPEATS = """\
#include <iostream>
#include <string>

int main() {
    std::string line;
    std::getline(std::cin, line);
    std::cout << line << std::endl;
}
"""


def _case(text: str, keeping: Sequence[str], heading: str = HEADING) -> Case:
    position = parse("checkers", text)
    question = checkers_pipe.write(checkers_pipe.PipeState(position, "null"))
    answers = [
        checkers_pipe.write(checkers_pipe.after(position, position.move(move))) for move in keeping
    ]
    return Case(question, heading + "".join(answers))


def cases(exam: Exam) -> list[Case]:
    """The positions of an exam."""
    return [_case(each.position or "", each.keeping) for each in exam.questions]


SAMPLES: Sequence[Case] = [_case(SAMPLE, KEEPING, heading="")]
NOTHING_PROVEN = "const std::map<std::string, std::string> PROVEN = {"
PROVEN = "    {%s, %s},\n"


def submissions(exam: Exam) -> dict[str, str]:
    """Programs for each verdict. No short search solves all positions, so one knows the answers."""
    rows = "".join(
        PROVEN % (_quoted(" ".join((board, to_move, plies))), _quoted(answer.split()[1]))
        for case in cases(exam)
        for board, _, to_move, plies in (case.question.split(),)
        for answer in (case.answer.removeprefix(HEADING).splitlines()[0],)
    )
    searching = problem.searching("checkers")
    return {
        "accepted/knows.cpp": searching.replace(
            NOTHING_PROVEN, f"{NOTHING_PROVEN}\n{rows}".rstrip()
        ),
        "partially_accepted/searches.cpp": searching,
        "partially_accepted/starter.cpp": problem.starter("checkers"),
        "wrong_answer/repeats.cpp": REPEATS,
        "run_time_error/crash.cpp": CRASH,
    }


def _quoted(text: str) -> str:
    return f'"{text}"'
