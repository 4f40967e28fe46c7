"""Kattis' problem package, in the format that is called legacy.

Kattis runs nothing of ours, so a validator in C++ judges there. It is compiled with the rules of
our C++ starter, which is compared with the core, and with answers that were computed here. The
module of a game's name says what is asked: `VALIDATION`, as problem.yaml has it, `SAMPLES`, `cases`
of an exam's questions with their answers, and `submissions` that show what each verdict means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from uuid import NAMESPACE_URL, uuid5

from hopsow import __version__
from hopsow.arena.course.exam import Exam
from hopsow.files import write_atomically
from hopsow.games import room
from hopsow.starters import HERE as STARTERS

FILES = Path(__file__).parents[1] / "files" / "kattis"
STARTER = "main.cpp"
CHOICE = "// Your idea goes here."  # in the starter, between the rules and what plays
FUNCTION_END = "\n}\n"
HEADING = "the right answers:\n"  # the first line of an answer file that no program would write
CRASH = "int main() { return 1; }\n"


@dataclass(frozen=True, slots=True)
class Case:
    """A question to a program, and what the validator reads beside it."""

    question: str
    answer: str


def rules(game: str) -> str:
    """The first part of the starter: reading a position, and its legal moves."""
    return starter(game).partition(CHOICE)[0]


def starter(game: str) -> str:
    """The whole starter, as a submission."""
    return _text(STARTERS / game / STARTER)


def searching(game: str) -> str:
    """The starter with a function that looks ahead."""
    before, _, after = starter(game).partition(CHOICE)
    chosen = _text(FILES / game / "choose.cpp")
    return f"{before}{chosen}\n{after.partition(FUNCTION_END)[2].lstrip()}"


def write(exam: Exam, folder: Path) -> float:
    """Write the package; the most points that a submission can get."""
    asked = room("hopsow.export.kattis", exam.game)
    cases: Sequence[Case] = asked.cases(exam)
    most: float = len(cases) * asked.WORTH
    for name, text in _files(exam, asked, cases, most):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text)
    return most


def _files(
    exam: Exam, asked: ModuleType, cases: Sequence[Case], most: float
) -> Iterator[tuple[str, str]]:
    game = exam.game
    samples: Sequence[Case] = asked.SAMPLES
    own = FILES / game
    yield "problem.yaml", _about(exam, asked.VALIDATION)
    yield "problem_statement/problem.en.tex", _text(own / "problem.en.tex")
    yield "input_validators/validate_input.cpp", _text(own / "validate_input.cpp")
    yield "output_validators/validate/validate.cpp", _text(own / "validate.cpp")
    yield "output_validators/validate/rules.h", rules(game)
    yield from _data("sample", samples)
    if (own / "sample.interaction").exists():
        yield "data/sample/1.interaction", _text(own / "sample.interaction")
    yield from _data("secret", cases)
    ignores_sample = "grader_flags: ignore_sample\n" if samples else ""
    yield "data/testdata.yaml", f"on_reject: continue\n{ignores_sample}range: 0 {most:g}\n"
    flags = "on_reject: continue\ngrader_flags: accept_if_any_accepted\n"
    yield "data/secret/testdata.yaml", f"{flags}range: 0 {most:g}\n"
    yield "data/sample/testdata.yaml", f"{flags}range: 0 {len(samples)}\n"
    submissions: Mapping[str, str] = asked.submissions(exam)
    for name, text in submissions.items():
        yield f"submissions/{name}", text


def _about(exam: Exam, validation: str) -> str:
    return (
        "problem_format_version: legacy\n"
        "type: scoring\n"
        f"uuid: {uuid5(NAMESPACE_URL, f'hopsow/{exam.checksum}')}\n"
        f"author: Hopsow {__version__}\n"
        "license: cc by\n"
        f"validation: {validation}\n"
        "grading:\n  show_test_data_groups: false\n"
        f"keywords: game {exam.game}\n"
    )


def _data(group: str, cases: Sequence[Case]) -> Iterator[tuple[str, str]]:
    for number, case in enumerate(cases, 1):
        yield f"data/{group}/{number:02}.in", case.question
        yield f"data/{group}/{number:02}.ans", case.answer


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
