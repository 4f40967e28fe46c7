"""The report of a tournament: one HTML file that needs nothing else, with every game in it.

The viewer knows no rules: it is told what each move changes. Games are packed and unpacked by the
browser when one is opened, so that ten thousand of them still make a file that can be sent around.
"""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

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
    drawings = "".join(
        f"<figure><figcaption>{escape(title)}</figcaption>{svg}</figure>"
        for title, svg in plots(agents, rows, ratings).items()
    )
    data = json.dumps({"games": games}).replace("<", "\\u003c")
    filled = {
        "STYLE": style("report.css"),
        "SCRIPT": script(*SCRIPTS),
        "VIEWER": viewer(tournament.game),
        "NAME": escape(tournament.name),
        "ABOUT": escape(about(tournament, rows)),
        "RATINGS": _ratings(ratings),
        "CROSSTABLE": _crosstable([rating.name for rating in ratings], table),
        "PLOTS": drawings,
        "DATA": data,
    }
    write_atomically(path, MARK.decode() + fill(part("report.html"), filled))
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


def _ratings(ratings: Sequence[Rating]) -> str:
    lines = []
    for place, rating in enumerate(ratings, 1):
        los = "" if rating.los is None else f"{rating.los:.1%}"
        numbers = (f"{rating.elo:+.0f}", f"± {rating.error:.0f}", f"{rating.points:g}")
        cells = [str(place), escape(rating.name), *numbers, str(rating.games), los]
        lines.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return "\n".join(lines)


def _crosstable(names: Sequence[str], table: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{place}</th>" for place in range(1, len(names) + 1))
    lines = [f"<tr><th></th><th></th>{head}</tr>"]
    for place, (name, row) in enumerate(zip(names, table, strict=True), 1):
        cells = "".join(f"<td>{cell}</td>" for cell in row)
        lines.append(f"<tr><th>{place}</th><th>{escape(name)}</th>{cells}</tr>")
    return "\n".join(lines)
