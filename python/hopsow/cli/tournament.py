"""`hopsow tournament`: many agents, resumable, with ratings and a report."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from hopsow.arena.contest.tournament import Row, Tournament, read
from hopsow.arena.referee.adjudication import CHOICES as ADJUDICATORS
from hopsow.arena.results import report
from hopsow.arena.results.database import Database
from hopsow.arena.results.ratings import Rating
from hopsow.arena.run.place import at
from hopsow.cli import INTERRUPTED
from hopsow.cli.arguments import (
    add_json,
    add_on,
    add_sandbox,
    plain_parser,
    warn_without_sandbox,
)
from hopsow.cli.printable import printable
from hopsow.cli.watching import add_serving, served, watched

EXAMPLES = """\
  hopsow tournament class.toml
  hopsow tournament class.toml --report-only
  hopsow tournament class.toml --serve
"""


def run(argv: list[str]) -> int:
    """Play a tournament, or the rest of it; then print the ratings and write the report."""
    arguments = plain_parser(
        "tournament",
        "Play a tournament. An interrupted one continues when it is started again.",
        EXAMPLES,
    )
    arguments.add_argument("file", metavar="FILE", help="a TOML file, see docs/arena.md")
    arguments.add_argument("--no-report", action="store_true", help="write no HTML file")
    arguments.add_argument("--report-only", action="store_true", help="play nothing")
    arguments.add_argument(
        "--evidence", metavar="DIR", help="also write the evidence of every game"
    )
    add_sandbox(arguments, None)
    arguments.add_argument(
        "--adjudicate", choices=ADJUDICATORS, help="instead of what the file says (default: off)"
    )
    add_on(arguments)
    add_serving(arguments)
    add_json(arguments)
    given = arguments.parse_args(argv)
    tournament = read(Path(given.file), sandbox=given.sandbox, adjudicate=given.adjudicate)
    warn_without_sandbox(given.file, tournament.sandbox, given.sandbox)
    if not given.no_report:
        report.check_place(tournament.report)
    with Database(tournament.database, tournament.identity) as database:
        shown = {"name": tournament.name, "total": tournament.total()}
        database.describe(**shown)
        with served(given, tournament.database, tournament.report) as wait:
            status = 0 if given.report_only else _play(tournament, database, given)
            _tell(tournament, database, given)
            if status == 0:
                wait()
    return status


def _tell(tournament: Tournament, database: Database, given: argparse.Namespace) -> None:
    ratings: list[Rating] = []
    if not given.no_report:
        ratings = report.write(tournament, database, tournament.report)
    rows = database.rows()
    if given.evidence:
        _export(database, rows, Path(given.evidence))
    if given.json:
        print(_json(tournament, rows, ratings), flush=True)
    else:
        _print(tournament, rows, ratings)


def _play(tournament: Tournament, database: Database, given: argparse.Namespace) -> int:
    try:
        with at(given.on) as place, watched(given, tournament.database) as seen:
            for done, total, row in tournament.play(database, seen(place.run)):
                if row is not None and not given.json:
                    print(printable(f"{done}/{total} {_line(row)}"), flush=True)
                elif sys.stderr.isatty():
                    print(f"\r{done}/{total}", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        return INTERRUPTED  # what was played is in the database
    return 0


def _export(database: Database, rows: list[Row], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, row in enumerate(rows, 1):
        database.evidence(row.key).write(folder / f"game-{number:05}.json")


def _line(row: Row) -> str:
    names = {"A": row.a, "B": row.b}
    outcome = "draw" if row.counts else "no result"
    outcome = f"{names[row.winner]} wins" if row.winner else outcome
    whose = f" by {names[row.guilty]}" if row.guilty else ""
    return f"{row.a} - {row.b}: {outcome}, {row.verdict}{whose}: {row.reason}"


def _json(tournament: Tournament, rows: list[Row], ratings: list[Rating]) -> str:
    return json.dumps(
        {
            "name": tournament.name,
            "games": len(rows),
            "total": tournament.total(),
            "order": tournament.order(rows),
            "ratings": [asdict(rating) for rating in ratings],
            "database": str(tournament.database),
            "report": str(tournament.report),
        }
    )


def _print(tournament: Tournament, rows: list[Row], ratings: list[Rating]) -> None:
    print(f"{len(rows)} of {tournament.total()} games")
    for rank, rating in enumerate(ratings, 1):
        los = "" if rating.los is None else f"  better than the next: {rating.los:.1%}"
        score = f"{rating.points:g}/{rating.games}"
        name = printable(rating.name)
        print(f"{rank:3}. {name:24} {rating.elo:+7.1f} ± {rating.error:5.1f}  {score:>9}{los}")
    order = tournament.order(rows)
    if order is not None:
        print(printable(f"{tournament.format}: {', '.join(order)}"))
    if ratings:
        print(f"report: {tournament.report}")
