"""The games of an Awari exam, against opponents that look some plies ahead."""

from __future__ import annotations

from collections.abc import Sequence

from hopsow.arena.course.exam import Exam
from hopsow.export.kattis import problem
from hopsow.export.kattis.problem import CRASH, Case

VALIDATION = "custom score interactive"
WORTH = 10
SAMPLES: Sequence[Case] = ()  # a conversation is the sample
ILLEGAL = """\
#include <iostream>
#include <string>

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        if (line == "ugi") std::cout << "ugiok" << std::endl;
        if (line == "isready") std::cout << "readyok" << std::endl;
        if (line.substr(0, 2) == "go") std::cout << "bestmove G" << std::endl;
        if (line == "quit") break;
    }
}
"""


def cases(exam: Exam) -> list[Case]:
    """Where each game begins, how far the opponent looks, and the program's side."""
    asked = []
    for each in exam.questions:
        if not each.is_single:
            record = each.record("awari", exam.rules)
            sides = record.start.sides
            first = sides.index(record.start.to_move)
            own = sides[first if each.first == "A" else 1 - first]
            depth = each.opponent.partition("=")[2]
            asked.append(Case(f"{record.position} {depth} {own[0].upper()}\n", "\n"))
    return asked


def submissions(exam: Exam) -> dict[str, str]:
    """Programs for each verdict."""
    return {
        "accepted/searches.cpp": problem.searching("awari"),
        "partially_accepted/starter.cpp": problem.starter("awari"),
        "wrong_answer/illegal.cpp": ILLEGAL,
        "run_time_error/crash.cpp": CRASH,
    }
