"""`hopsow grade`: mark a program by its course's scheme."""

from __future__ import annotations

import json
from pathlib import Path

from hopsow.arena import grade
from hopsow.arena.sandbox import CHOICES, Sandbox
from hopsow.cli.arguments import Arguments, add_json, parser
from hopsow.cli.check import as_program

EXAMPLES = """\
  hopsow grade halma "python3 agent.py"
  hopsow grade checkers "java -cp build Main" --page mark.md --evidence proof/
  hopsow grade awari ugi:./mine --json
"""


def run(argv: list[str]) -> int:
    """Put the questions of the course, and print the mark."""
    arguments: Arguments = parser("grade", "Mark a program by its course's scheme.", EXAMPLES)
    arguments.add_argument("program", metavar="PROGRAM", help="a command, or cmd:… or ugi:…")
    arguments.add_argument("--page", metavar="FILE", help="write the page for the student there")
    arguments.add_argument("--evidence", metavar="DIR", help="keep the evidence of each question")
    arguments.add_argument("--only", metavar="N", type=int, help="the first N questions only")
    arguments.add_argument("--seed", metavar="N", type=int, default=0, help="default: 0")
    arguments.add_argument("--sandbox", choices=CHOICES, default="auto", help="default: auto")
    add_json(arguments)
    given = arguments.parse_args(argv)
    if given.rules is not None:
        raise ValueError("--rules: the schemes of the courses know only their own rules")
    spec = as_program(given.program, given.game)
    Sandbox.choose(given.sandbox)
    items = grade.exam(given.game, spec, given.sandbox, given.seed)[: given.only]
    marks: list[grade.Mark] = []
    for each in grade.mark(items):
        marks.append(each)
        if not given.json:
            print(f"{each.points:4g} of {each.worth:g}  {each.title}: {each.reason}", flush=True)
    if given.evidence:
        grade.keep(marks, Path(given.evidence))
    if given.page:
        Path(given.page).write_text(grade.page(given.game, spec, marks), encoding="utf-8")
    got, worth = sum(each.points for each in marks), sum(each.worth for each in marks)
    if given.json:
        questions = [
            {name: getattr(each, name) for name in ("title", "points", "worth", "reason")}
            for each in marks
        ]
        print(json.dumps({"points": got, "worth": worth, "questions": questions}))
    else:
        print(f"mark: {got:g} of {worth:g}")
    return 0
