"""`hopsow class`: mark a whole class of submissions."""  # noqa: N999 (verbs name their modules)

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from hopsow.arena.classroom import marking, out, settings, submissions
from hopsow.arena.classroom import tournament as games
from hopsow.arena.classroom.marking import Job
from hopsow.arena.classroom.result import Result
from hopsow.arena.classroom.settings import Settings
from hopsow.arena.process.sandbox import CHOICES, Sandbox
from hopsow.arena.results import ratings, report
from hopsow.arena.results.ratings import Rating
from hopsow.arena.run import here
from hopsow.cli.arguments import add_json, plain_parser
from hopsow.cli.printable import printable

EXAMPLES = """\
  hopsow class spring
  hopsow class spring --jobs 2 --json
"""
UNFINISHED = 1
INTERRUPTED = 130
MINUTE_S = 60


def run(argv: list[str]) -> int:
    """Mark what is new or changed, play what is missing, and write all pages."""
    arguments = plain_parser(
        "class",
        "Mark a class: build, check and examine every submission, and write marks and pages. A run "
        "that was interrupted goes on; what has not changed is not run again.",
        EXAMPLES,
    )
    arguments.add_argument("folder", metavar="DIR", help="with class.toml, see docs/class.md")
    arguments.add_argument("--jobs", metavar="N", type=int, help="students at once")
    arguments.add_argument(
        "--sandbox", choices=CHOICES, help="instead of what the file says (default: require)"
    )
    add_json(arguments)
    given = arguments.parse_args(argv)
    chosen = settings.read(Path(given.folder), given.sandbox, given.jobs)
    Sandbox.choose(chosen.sandbox)
    if chosen.tournament is not None:
        ratings.require()
    found, others = submissions.find(chosen.submissions, chosen.languages)
    out.prepare(chosen)
    if others:
        names = ", ".join(map(ascii, others[:5]))
        print(f"hopsow: not submissions: {names}", file=sys.stderr)
    with marking.alone(chosen):
        jobs = marking.jobs(chosen, found)
        status = _mark(chosen, jobs, given.json)
        results = [job.known() for job in jobs]
        rated: list[Rating] = []
        if status == 0:
            status, rated = _play(chosen, results, given.json)
        out.write(chosen, results, rated)
    unfinished = [each for each in results if not each.is_done]
    if given.json:
        worth = sum(chosen.exam.parts.values())
        about = {"students": len(results), "unfinished": len(unfinished), "worth": worth}
        print(json.dumps({**about, "results": str(chosen.results)}))
    else:
        print(f"{len(results)} students, {len(unfinished)} unfinished: {chosen.results}/index.html")
    return status or (UNFINISHED if unfinished else 0)


def _mark(chosen: Settings, jobs: list[Job], quiet: bool) -> int:
    todo = [job for job in jobs if not job.known().is_done]
    progress = Progress(len(jobs) - len(todo), len(todo), chosen.jobs)
    try:
        for job, result in marking.run(todo, chosen.jobs):
            if result.is_done or result.wait:
                progress.done(job.submission.student)
                if not quiet:
                    print(printable(_line(result, chosen)), flush=True)
            progress.show()
    except KeyboardInterrupt:
        return INTERRUPTED  # what was answered is kept
    finally:
        progress.end()
    return 0


def _line(result: Result, chosen: Settings) -> str:
    worth = sum(chosen.exam.parts.values())
    said = result.problem or result.wait
    words = said or ", ".join(f"{kind} {count}" for kind, count in result.outcomes().items())
    return f"{result.student}: {result.points:g} of {worth:g}, {result.language or '?'}: {words}"


def _play(chosen: Settings, results: list[Result], quiet: bool) -> tuple[int, list[Rating]]:
    tournament = games.fixtures(chosen, results)
    if tournament is None:
        return 0, []
    with games.games(chosen, tournament) as database:
        status = 0
        try:
            for done, total, _ in tournament.play(database, here.run):
                if sys.stderr.isatty():
                    print(f"\rgame {done} of {total} ", end="", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            status = INTERRUPTED
        rated = report.write(tournament, database, tournament.report)
        if not quiet:
            print(f"{len(database.rows())} of {tournament.total()} games among the students")
    return status, rated


class Progress:
    """How far the marking is, on a terminal; the time left is that of the students so far."""

    def __init__(self, before: int, todo: int, jobs: int) -> None:
        self.before, self.todo, self.jobs = before, todo, jobs
        self.finished: set[str] = set()
        self.begun = time.monotonic()
        self.is_shown = sys.stderr.isatty()

    def done(self, student: str) -> None:
        """One more is finished."""
        self.finished.add(student)

    def show(self) -> None:
        """Write the line over the one before it."""
        if self.is_shown:
            print(f"\r{self.text():60}", end="", file=sys.stderr, flush=True)

    def text(self) -> str:
        """So many of so many, and how long it will take."""
        done = len(self.finished)
        text = f"{self.before + done} of {self.before + self.todo} students"
        if done:
            left = (time.monotonic() - self.begun) / done * (self.todo - done)
            shown = f"{left / MINUTE_S:.0f} min" if left > 2 * MINUTE_S else f"{left:.0f} s"
            text += f", about {shown} left"
        return text

    def end(self) -> None:
        """Leave the line."""
        if self.is_shown:
            print(file=sys.stderr)
