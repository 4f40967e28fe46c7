"""The report of a tournament: one HTML file that needs nothing else, with every game in it.

The viewer knows no rules: it is told what each move changes. Games are packed and unpacked by the
browser when one is opened, so that ten thousand of them still make a file that can be sent around.
"""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from hopsow.arena.contest.tournament import Row, Tournament
from hopsow.arena.limits import MIB
from hopsow.arena.results.database import Database
from hopsow.arena.results.plots import plots
from hopsow.arena.results.ratings import Rating
from hopsow.arena.results.standing import standing
from hopsow.files import open_regular, write_atomically

SCRIPTS = ("report_boards.js", "viewer.js", "report.js")
DATA = Path(__file__).parent.parent / "data"
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
    page = Environment(autoescape=True, undefined=StrictUndefined).from_string(part("report.html"))
    filled = page.render(
        name=tournament.name,
        about=about(tournament, rows),
        ratings=ratings,
        crosstable=table,
        plots=plots(agents, rows, ratings),
        data={"games": games},
        style=Markup(style("report.css")),
        script=Markup(script(*SCRIPTS)),
        viewer=Markup(viewer(tournament.game)),
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


def fill(page: str, parts: Mapping[str, str]) -> str:
    """A page with its places filled, each once, whatever the texts say."""
    return re.sub(r"<!--([A-Z]+)-->", lambda place: parts[place[1]], page)


def part(name: str) -> str:
    """A file that pages are made of."""
    return (DATA / name).read_text(encoding="utf-8")


def style(name: str) -> str:
    """The style of a page: what all have in common, its own, and that of the viewer."""
    return "".join(map(part, ("page.css", name, "viewer.css")))


def script(*names: str) -> str:
    """The script of a page, put together from files."""
    return "\n".join(['"use strict";', *map(part, names)])


def viewer(game: str) -> str:
    """Where a game is played through; `viewer.js` and `viewer.css` belong to it."""
    return fill(part("viewer.html"), {"GAME": game})


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
