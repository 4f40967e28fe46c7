"""`hopsow class`: mark a whole class of submissions."""  # noqa: N999 (verbs name their modules)

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from hopsow.arena.classroom import marking, out, running, settings, submissions
from hopsow.arena.classroom import tournament as games
from hopsow.arena.classroom.marking import Job
from hopsow.arena.classroom.result import Result
from hopsow.arena.classroom.settings import Settings
from hopsow.arena.process import packages
from hopsow.arena.process.sandbox import Sandbox
from hopsow.arena.results import ratings, report
from hopsow.arena.results.ratings import Rating
from hopsow.arena.run.place import Place, at
from hopsow.cli import INTERRUPTED
from hopsow.cli.arguments import (
    add_json,
    add_on,
    add_sandbox,
    plain_parser,
    warn_without_sandbox,
)
from hopsow.cli.printable import printable
from hopsow.cli.status import StatusLine

EXAMPLES = """\
  hopsow class spring
  hopsow class spring --jobs 2 --json
"""
UNFINISHED = 1
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
    add_sandbox(arguments, None)
    add_on(arguments)
    add_json(arguments)
    given = arguments.parse_args(argv)
    chosen = settings.read(Path(given.folder), given.sandbox, given.jobs)
    warn_without_sandbox(chosen.folder / settings.FILE, chosen.sandbox, given.sandbox)
    Sandbox.choose(chosen.sandbox).check_limits(chosen.sandbox)
    packages.allow(chosen.allow, chosen.work / "packages")
    if chosen.tournament is not None:
        ratings.require()
    handed_in, others = submissions.find(chosen.submissions, chosen.languages)
    out.prepare(chosen)
    if others:
        names = ", ".join(map(ascii, others[:5]))
        print(f"hopsow: not submissions: {names}", file=sys.stderr)
    lost: ConnectionError | None = None
    with marking.alone(chosen):
        jobs = marking.jobs(chosen, handed_in)
        rated: list[Rating] = []
        try:
            with at(given.on) as place:
                status = _mark(chosen, jobs, place, given.json)
                if status == 0:
                    known = [job.known() for job in jobs]
                    status, rated = _play(chosen, known, place, given.json)
        except ConnectionError as error:
            lost = error  # what was done is for people to see already
        results = [job.known() for job in jobs]
        out.write(chosen, results, rated)
    if lost is not None:
        raise lost
    unfinished = [each for each in results if not each.is_done]
    if given.json:
        counts = {"students": len(results), "unfinished": len(unfinished)}
        about = {"worth": chosen.exam.worth, "results": str(chosen.results)}
        print(json.dumps({**counts, **about}))
    else:
        print(f"{len(results)} students, {len(unfinished)} unfinished: {chosen.results}/index.html")
    return status or (UNFINISHED if unfinished else 0)


def _mark(chosen: Settings, jobs: list[Job], place: Place, quiet: bool) -> int:
    todo = [job for job in jobs if not job.known().is_done]
    status, finished, begun = StatusLine(), 0, time.monotonic()
    try:
        for _, result in running.run(todo, chosen.jobs, place):
            if result.is_done or result.wait:
                finished += 1
                status.clear()
                if not quiet:
                    print(printable(_line(result, chosen)), flush=True)
            seconds = time.monotonic() - begun
            status.show(_progress(len(jobs), len(todo), finished, seconds))
    except KeyboardInterrupt:
        return INTERRUPTED  # what was answered is kept
    finally:
        status.clear()
    return 0


def _progress(students: int, todo: int, finished: int, seconds: float) -> str:
    """How many are done, and how long the others will take if they are like those."""
    text = f"{students - todo + finished} of {students} students"
    if not finished:
        return text
    left = seconds / finished * (todo - finished)
    shown = f"{left / MINUTE_S:.0f} min" if left > 2 * MINUTE_S else f"{left:.0f} s"
    return f"{text}, about {shown} left"


def _line(result: Result, chosen: Settings) -> str:
    words = result.problem or result.wait or result.in_words()
    points = f"{result.points:g} of {chosen.exam.worth:g}"
    return f"{result.student}: {points}, {result.language or '?'}: {words}"


def _play(
    chosen: Settings, results: list[Result], place: Place, quiet: bool
) -> tuple[int, list[Rating]]:
    tournament = games.fixtures(chosen, results)
    if tournament is None:
        return 0, []
    with games.games(chosen, tournament) as database:
        status, line = 0, StatusLine()
        try:
            for done, total, _ in tournament.play(database, place.run):
                line.show(f"game {done} of {total}")
        except KeyboardInterrupt:
            status = INTERRUPTED
        line.clear()
        rated = report.write(tournament, database, tournament.report)
        if not quiet:
            print(f"{len(database.rows())} of {tournament.total()} games among the students")
    return status, rated
