"""`hopsow grade`: mark a program by its course's scheme."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hopsow.arena.contest import entrants
from hopsow.arena.course import exam as exams
from hopsow.arena.course import feedback as feedbacks
from hopsow.arena.course import scheme
from hopsow.arena.course.exam import Exam
from hopsow.arena.course.feedback import FULL, told
from hopsow.arena.course.grade import Mark, by_part, in_words, mark, total
from hopsow.arena.course.page import page, program, without_places
from hopsow.arena.process.runtimes import is_below
from hopsow.arena.process.sandbox import Sandbox
from hopsow.arena.process.view import View
from hopsow.arena.run.place import at
from hopsow.cli import INTERRUPTED
from hopsow.cli.arguments import (
    Arguments,
    add_agent,
    add_json,
    add_on,
    add_sandbox,
    examples,
    parser,
)
from hopsow.cli.printable import printable
from hopsow.cli.status import StatusLine
from hopsow.files import check_writable, write_atomically

FAILED = 1


def run(argv: list[str]) -> int:
    """Put the questions of the course or of an exam, and print the mark."""
    arguments: Arguments = parser(
        "grade", "Mark a program by its course's scheme.", examples("grade")
    )
    add_agent(arguments)
    arguments.add_argument("--exam", metavar="FILE", help="an exam of `hopsow exam make`")
    arguments.add_argument("--page", metavar="FILE", help="write a page for the student")
    arguments.add_argument("--evidence", metavar="DIR", help="write the evidence of each question")
    arguments.add_argument("--only", metavar="N", type=int, help="the first N questions only")
    arguments.add_argument(
        "--jobs", metavar="N", type=int, default=1, help="questions put at once (default: 1)"
    )
    arguments.add_argument(
        "--pass", metavar="N", type=float, dest="least", help="exit status 1 below so many points"
    )
    arguments.add_argument("--seed", metavar="N", type=int, help="of the course's exam, default: 0")
    add_feedback(arguments)
    add_sandbox(arguments, "require")
    add_on(arguments)
    add_json(arguments)
    given = arguments.parse_args(argv)
    if given.only is not None and given.only < 1:
        raise ValueError(f"--only {given.only}: expected at least 1 question")
    if given.jobs < 1:
        raise ValueError(f"--jobs {given.jobs}: expected at least 1")
    exam = chosen(given.game, given.rules, given.seed, given.exam)
    spec = entrants.named(given.agent, given.game, exam.rules)
    if entrants.is_program(spec):
        Sandbox.choose(given.sandbox).check_limits(given.sandbox)
        if given.exam:
            _refuse_beside(Path(given.exam), spec)
    exam = Exam(exam.game, exam.questions[: given.only], exam.rules, exam.seed, exam.hopsow)
    worth, feedback = exam.worth, given.feedback or feedbacks.usual(exam)
    if given.least is not None and not 0 <= given.least <= worth:
        raise ValueError(f"--pass {given.least:g}: expected 0 to {worth:g} points")
    folder = Path(given.evidence) if given.evidence else None
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        check_writable(folder / "question-01.json")
    if given.page:
        check_writable(given.page)
    marks: list[Mark] = []
    stopped: KeyboardInterrupt | OSError | None = None
    status = StatusLine()

    def tell(number: int, plies: int) -> None:
        status.show(f"question {number} of {len(exam.questions)}, ply {plies}")

    try:
        with at(given.on, is_resumed=False) as place:
            for each in mark(exam, spec, given.sandbox, tell, place, given.jobs):
                marks.append(told(each, feedback))
                status.clear()
                if not given.json:
                    print(printable(_line(marks[-1])), flush=True)
                if folder is not None and each.evidence is not None:
                    each.evidence.write(folder / f"question-{each.number:02}.json")
    except (KeyboardInterrupt, OSError) as error:
        stopped = error  # what was answered still counts
    status.clear()
    points, _ = total(marks)
    passed = None if given.least is None or stopped else points >= given.least
    if given.json:
        print(json.dumps(_json(exam, spec, marks, passed, feedback)))
    else:
        verdict = {None: "", True: ", passed", False: ", not passed"}[passed]
        print(f"mark: {in_words(marks, worth).removesuffix(' points')}{verdict}")
    if isinstance(stopped, OSError):
        raise stopped
    if given.page:
        text = page(given.game, program(spec), marks, worth=worth)
        write_atomically(given.page, without_places(spec, text))
    if stopped:
        return INTERRUPTED
    return FAILED if passed is False else 0


def add_feedback(arguments: Arguments) -> None:
    """Let a person choose what students are told."""
    arguments.add_argument(
        "--feedback",
        choices=feedbacks.CHOICES,
        help="what the student is told (default: reason for an exam of your own, otherwise full)",
    )


def chosen(game: str, rules: str | None, seed: int | None, path: str | None) -> Exam:
    """The exam of a file, or that of the course."""
    if path is None:
        if (seed or 0) < 0:
            raise ValueError(f"the seed is {seed}, expected at least 0")
        return scheme.of_course(game, seed or 0, rules)
    exam = exams.read(path)
    if exam.game != game:
        raise ValueError(f"{path}: an exam of {exam.game}, expected one of {game}")
    for name, value in (("rules", rules), ("seed", seed)):
        if value is not None:
            raise ValueError(f"--{name}: the exam {path} has its own")
    return exam


def _refuse_beside(exam: Path, spec: str) -> None:
    """The answers must not lie where the program can read them."""
    if is_below(exam.resolve(), View.of(entrants.command(spec)).own):
        raise ValueError(
            f"{exam}: lies in the program's own folder, where the program can read it; move it"
        )


def _json(
    exam: Exam, spec: str, marks: list[Mark], passed: bool | None, feedback: str
) -> dict[str, Any]:
    points, asked = total(marks)
    about: dict[str, Any] = {"rules": exam.rules}
    if feedback == FULL:  # who knows these can make the exam, or recognise it
        about |= {"seed": exam.seed, "checksum": exam.checksum}
    return {
        "game": exam.game,
        "agent": spec,
        "points": points,
        "worth": exam.worth,
        "asked": asked,
        "finished": asked == exam.worth,
        "passed": passed,
        "parts": {
            name: {"points": got, "worth": most} for name, (got, most) in by_part(marks).items()
        },
        "feedback": feedback,
        "exam": about,
        "questions": [each.as_json() for each in marks],
    }


def _line(each: Mark) -> str:
    line = f"{each.points:4g} of {each.worth:<2g}  {each.title}"
    if each.explained:
        line += f": {each.explained}"
    if not each.notation:
        return line
    lines = (" ".join(answer.split("\n")).strip() for answer in each.notation)
    return f"{line}; expected in the course's format: {' or '.join(lines)}"
