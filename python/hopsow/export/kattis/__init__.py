"""Kattis' problem package, in the format that is called legacy.

Kattis runs nothing of ours, so a validator in C++ judges there. It is compiled with the rules of
our C++ starter, which is compared with the core, and with answers that were computed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from hopsow import __version__
from hopsow.arena.course.exam import Exam
from hopsow.export.kattis.by_game import PROBLEMS, Problem
from hopsow.export.kattis.problem import FILES, Case, rules, text
from hopsow.files import write_atomically


def write(exam: Exam, folder: Path) -> float:
    """Write the package; the most points that a submission can get."""
    asked = PROBLEMS[exam.game]
    cases = asked.cases(exam)
    most = len(cases) * asked.WORTH
    for name, content in _files(exam, asked, cases, most):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, content)
    return most


def _files(
    exam: Exam, asked: Problem, cases: Sequence[Case], most: float
) -> Iterator[tuple[str, str]]:
    game = exam.game
    own = FILES / game
    yield "problem.yaml", _about(exam, asked.VALIDATION)
    yield "problem_statement/problem.en.tex", text(own / "problem.en.tex")
    yield "input_validators/validate_input.cpp", text(own / "validate_input.cpp")
    yield "output_validators/validate/validate.cpp", text(own / "validate.cpp")
    yield "output_validators/validate/rules.h", rules(game)
    yield from _data("sample", asked.SAMPLES)
    if (own / "sample.interaction").exists():
        yield "data/sample/1.interaction", text(own / "sample.interaction")
    yield from _data("secret", cases)
    ignores_sample = "grader_flags: ignore_sample\n" if asked.SAMPLES else ""
    yield "data/testdata.yaml", f"on_reject: continue\n{ignores_sample}range: 0 {most:g}\n"
    flags = "on_reject: continue\ngrader_flags: accept_if_any_accepted\n"
    yield "data/secret/testdata.yaml", f"{flags}range: 0 {most:g}\n"
    yield "data/sample/testdata.yaml", f"{flags}range: 0 {len(asked.SAMPLES)}\n"
    for name, program in asked.submissions(exam).items():
        yield f"submissions/{name}", program


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
