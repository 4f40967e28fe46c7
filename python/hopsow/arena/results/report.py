"""The report of a tournament: one HTML file that needs nothing else, with every game in it.

The viewer knows no rules: it is told what each move changes. Games are packed and unpacked by the
browser when one is opened, so that ten thousand of them still make a file that can be sent around.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Sequence
from pathlib import Path

from hopsow.arena.contest.tournament import Row, Tournament
from hopsow.arena.limits import MIB
from hopsow.arena.results import html
from hopsow.arena.results.database import Database
from hopsow.arena.results.plots import plots
from hopsow.arena.results.ratings import Rating
from hopsow.arena.results.standing import standing
from hopsow.files import open_regular, write_atomically

SCRIPTS = ("report_boards.js", "viewer.js", "report.js")
MARK = b'<!doctype html>\n<meta name="generator" content="hopsow tournament">\n'


def write(tournament: Tournament, database: Database, path: Path) -> list[Rating]:
    """Write the report; the ratings in it."""
    check_place(path)
    rows = database.rows()
    agents = list(tournament.agents)
    ratings, table = standing(agents, rows)
    games = [
        [
            *row.key,
            row.first,
            row.winner,
            row.verdict,
            row.guilty,
            row.reason,
            row.plies,
            packed(f),
        ]
        for row, f in zip(rows, database.frames(), strict=True)
    ]
    filled = html.fill(
        "report.html",
        name=tournament.name,
        about=about(tournament, rows),
        ratings=ratings,
        crosstable=table,
        plots=plots(agents, rows, ratings),
        data={"games": games},
        style=html.style("report.css"),
        script=html.script(*SCRIPTS),
        game=tournament.game,
    )
    write_atomically(path, MARK.decode() + filled)
    return ratings


def is_report(path: Path) -> bool:
    """Whether a file is a report, by the mark at its beginning."""
    try:
        with open_regular(path) as file:
            return file.read(len(MARK)) == MARK
    except (OSError, ValueError):
        return False


def check_place(path: Path) -> None:
    """Refuse to overwrite a file that is no report: a tournament's file may name any."""
    if os.path.lexists(path) and not is_report(path):
        raise ValueError(
            f"{path} exists and is no report of a tournament: move it, or name another"
        )


def packed(frames: bytes) -> str:
    """The compressed frames of a game, for the viewer."""
    return base64.b64encode(frames).decode()


def about(tournament: Tournament, rows: Sequence[Row]) -> str:
    """What was played, in a sentence."""
    limits = {
        key: value
        for key, value in tournament.limits.as_json().items()
        if value not in (None, False)
    }
    named = ", ".join(f"{key} {_size(key, value)}" for key, value in limits.items())
    agents = len(tournament.agents)
    played = f"{len(rows)} of {tournament.total()} games" if tournament.total() else "no games"
    order = tournament.order(list(rows))
    ended = "" if order is None else f"; order: {', '.join(order)}"
    return f"{tournament.game}, {tournament.format}, {agents} agents, {played}; {named}{ended}"


def _size(name: str, value: float) -> str:
    is_size = name in ("memory", "output", "file_size", "disk")
    return f"{value / MIB:g} MiB" if is_size else f"{value:g}"
