"""Every view of the board, a tournament that is watched, its report and the pages of a class.

Each shows something worth seeing: games in progress, a library, students with marks.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import classes
from hopsow.arena.contest.tournament import read
from hopsow.arena.results import report
from hopsow.arena.results.database import Database
from hopsow.arena.run import here
from hopsow.library import Library
from hopsow.records import Record
from playing import spec
from playwright.sync_api import Page
from served import serving, started
from shell import output, run
from tournaments import write

HALMA = (
    "1,2-3,4.13,14-11,12.0,2-4,4.13,15-11,11.1,1-3,5.14,14-10,12.3,1-5,5.14,12-10,10.0,3-6,5"
    ".12,15-10,9.0,0-6,6.15,15-9,9.3,2-4,3.13,12-12,11.2,0-6,4.15,13-11,9.1,0-7,6.15,14-9,8"
    ".1,3-5,7.12,14-8,8.0,4-6,8.15,12-9,10.2,2-4,6.12,13-8,7.1,4-7,4.11,15-9,11.2,3-6,9.14,13-8,9"
)
CHECKERS = "11-15.23-19.8-11.22-17.9-13.17-14.10x17.21x14.15-18.19-15.4-8.24-19.13-17.28-24"
BLUNDERS = (
    "11-15.22-17.7-11.17-13.3-7.25-22.11-16.22-17.15-18.23x14.9x18.29-25.6-9.13x6.2x9.27-23"
    ".18x27.32x23.1-6.25-22.10-15.23-19.16x23.26x19x10x1.12-16.22-18.7-10.1-6.16-20.6x13"
)
AWARI = "F.f.B.e.D.b.E.c.D.f.B.e.D.b.F.b.A.c.F.e"
TEXTS = {"halma": HALMA, "checkers": CHECKERS, "awari": AWARI}
READY = "main[data-state], .card, .lines li, .points li, .verdict:not(:empty), article table"
SEARCH_MS = 1500  # until there is something to see of a search
DAY = 24 * 60 * 60 * 2000.0  # a multiple of one, so that games were played in this century
LIVE = """\
name = "Spring tournament"
game = "checkers"
games = 2
jobs = 2
sandbox = "off"
[limits]
wall_move = 600.0
plies = 40
[[agents]]
name = "alice"
spec = "greedy"
[[agents]]
name = "bob"
spec = "minimax:depth=2"
[[agents]]
name = "carol"
spec = "random"
[[agents]]
name = "dave, who waits"
spec = '''{waits}'''
"""


class View(NamedTuple):
    """What a picture is of: an address, what has to be there, and the buttons to press then."""

    address: str
    ready: str = READY
    presses: tuple[str, ...] = ()
    shows: str = ""  # what the last of them brings about
    wait_ms: int = 300


VIEWS = {
    "home": View("#/home"),
    **{f"play-{game}": View(f"#/play/{game}?p=human;human&m={TEXTS[game]}") for game in TEXTS},
    "won": View("#/play/awari?p=human;human&s=0-0-2-0-0-1-1-2-1-0-0-0-23-18-S&m=F"),
    **{
        f"analysis-{game}": View(f"#/analysis/{game}?m={TEXTS[game]}", wait_ms=SEARCH_MS)
        for game in TEXTS
    },
    "certain": View("#/analysis/awari?s=0-0-1-0-0-3-1-2-1-0-1-0-20-19-S", wait_ms=SEARCH_MS),
    "explorer": View("#/analysis/checkers", ".explorer tbody tr", wait_ms=SEARCH_MS),
    "larger-table": View("#/analysis/checkers?s=B:W22,23,31:B13,14"),
    "review-halma": View(f"#/review/halma?m={HALMA}"),
    "review-checkers": View(f"#/review/checkers?m={BLUNDERS}"),
    "review-awari": View(f"#/review/awari?m={AWARI}"),
    "find": View(f"#/review/checkers?m={BLUNDERS}", presses=("Find the better moves",)),
    **{f"editor-{game}": View(f"#/editor/{game}") for game in TEXTS},
    **{f"puzzles-{game}": View(f"#/puzzles/{game}") for game in TEXTS},
    **{f"learn-{game}": View(f"#/learn/{game}") for game in TEXTS},
    "library": View("#/library/checkers", ".saved-games li"),
    "help": View("#/help/halma"),
    "new-game": View("#/play/checkers", presses=("New game",), shows="dialog"),
    "friend": View(
        "#/play/checkers",
        presses=("Play a friend", "Begin"),
        shows=".view-friend[data-state=open]",
    ),
    "settings": View("#/play/halma", presses=("Settings",), shows="dialog"),
}


@contextmanager
def board_with_games(folder: Path) -> Iterator[dict[str, View]]:
    """The board, with some games in its library and some that were taken in."""
    library = Library(folder / "library.db")
    for number, (game, moves) in enumerate(TEXTS.items()):
        for plies, opponent in ((6, "Level 3"), (10, "greedy")):
            record = Record(game)
            for move in moves.split(".")[:plies]:
                record.play(move)
            key = f"a012345678{number}{plies}"
            library.keep(key, record, "{}", players=("You", opponent), title="", now=DAY * plies)
    known = [f'[GameType "21"]\n1. {moves}\n' for moves in ("11-15 23-19 1-0", "11-15 22-18 0-1")]
    (folder / "games.txt").write_text("".join([*known, '[GameType "21"]\n1. 9-14 1/2-1/2\n']))
    output("games", "import", str(folder / "games.txt"), "--into", str(folder / "games.db"))
    places = {
        "HOPSOW_GAMES": str(folder / "games.db"),
        "HOPSOW_LIBRARY": str(folder / "library.db"),
    }
    with serving("play", "--no-browser", "--port", "0", **places) as board:
        yield {
            name: view._replace(address=f"{board}/{view.address}") for name, view in VIEWS.items()
        }


@contextmanager
def tournament(folder: Path) -> Iterator[dict[str, View]]:
    """One that is being played and watched, and the report of one that is over."""
    over = read(write(folder, "checkers", plies=30))
    with Database(over.database, over.identity) as database:
        for _ in over.play(database, here.run):
            pass
        report.write(over, database, over.report)
    allowed = folder / "allowed"
    allowed.write_text("4")
    (folder / "spring.toml").write_text(LIVE.format(waits=spec("waits", "checkers", str(allowed))))
    with started("tournament", str(folder / "spring.toml"), "--serve", "--port", "0") as (live, _):
        yield {
            "live": View(live, "article.game ~ article.game"),  # both jobs wait for dave then
            "report": View(over.report.as_uri(), "h1"),
        }


@contextmanager
def classroom(folder: Path) -> Iterator[dict[str, View]]:
    """The pages of a class: what the staff sees, and one of the students."""
    made = classes.make(folder / "class", questions=2, check=False)
    for student, program in (("alice", "honest"), ("bob", "illegal_move"), ("carol", "honest")):
        classes.scripted(made, student, program)
    assert run("class", str(made)).returncode == 0
    with serving("serve", "--class", str(made), "--port", "0") as address:
        tokens = json.loads((made / "work" / "tokens.json").read_text())
        where = urlsplit(address)
        yield {
            "class-staff": View(address, "table"),
            "class-student": View(
                f"{where.scheme}://{where.netloc}/?token={tokens['alice']}", "h1"
            ),
        }


def show(page: Page, view: View) -> None:
    """Open a view, and wait until it is there."""
    page.goto(view.address)
    page.locator(view.ready).first.wait_for()
    for button in view.presses:
        page.get_by_role("button", name=button).click()
    if view.shows:
        page.locator(view.shows).wait_for()
    page.wait_for_timeout(view.wait_ms)
