"""`hopsow grade`: mark a program by its course's scheme."""

from __future__ import annotations

import json
from pathlib import Path

from hopsow.arena.contest import entrants
from hopsow.arena.course.exam import exam
from hopsow.arena.course.grade import Mark, mark
from hopsow.arena.course.page import page
from hopsow.arena.process.sandbox import CHOICES, Sandbox
from hopsow.cli.arguments import Arguments, add_agent, add_json, examples, parser
from hopsow.files import write_atomically

INTERRUPTED = 130


def run(argv: list[str]) -> int:
    """Put the questions of the course, and print the mark."""
    arguments: Arguments = parser(
        "grade", "Mark a program by its course's scheme.", examples("grade")
    )
    add_agent(arguments)
    arguments.add_argument("--page", metavar="FILE", help="write a page for the student")
    arguments.add_argument("--evidence", metavar="DIR", help="write the evidence of each question")
    arguments.add_argument("--only", metavar="N", type=int, help="the first N questions only")
    arguments.add_argument("--seed", metavar="N", type=int, default=0, help="default: 0")
    arguments.add_argument("--sandbox", choices=CHOICES, default="require", help="default: require")
    add_json(arguments)
    given = arguments.parse_args(argv)
    if given.rules is not None:
        raise ValueError("--rules: marks are given by the course's own rules only")
    if given.only is not None and given.only < 1:
        raise ValueError(f"--only {given.only}: expected at least 1 question")
    if given.seed < 0:
        raise ValueError(f"the seed is {given.seed}, expected at least 0")
    spec = entrants.named(given.agent, given.game, given.rules)
    Sandbox.choose(given.sandbox)
    items = exam(given.game, spec, given.sandbox, given.seed)[: given.only]
    marks: list[Mark] = []
    stopped: KeyboardInterrupt | OSError | None = None
    folder = Path(given.evidence) if given.evidence else None
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    try:
        for each in mark(items):
            marks.append(each)
            if not given.json:
                print(_line(each), flush=True)
            if folder is not None:
                each.evidence.write(folder / f"question-{each.number:02}.json")
    except (KeyboardInterrupt, OSError) as error:
        stopped = error  # what was answered still counts
    _print(marks, given.json)
    if isinstance(stopped, OSError):
        raise stopped
    if given.page:
        write_atomically(given.page, page(given.game, spec, marks))
    return INTERRUPTED if stopped else 0


def _print(marks: list[Mark], as_json: bool) -> None:
    got, worth = sum(each.points for each in marks), sum(each.worth for each in marks)
    if as_json:
        names = ("title", "points", "worth", "reason")
        questions = [{name: getattr(each, name) for name in names} for each in marks]
        print(json.dumps({"points": got, "worth": worth, "questions": questions}))
    else:
        print(f"mark: {got:g} of {worth:g}")


def _line(each: Mark) -> str:
    return f"{each.points:4g} of {each.worth:<2g}  {each.title}: {each.reason}"
