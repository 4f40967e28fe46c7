"""A tournament that people watch: served from its database, in a real browser."""

import json
import re
import sqlite3
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hopsow.arena.contest.tournament import read
from hopsow.arena.results.database import Database
from hopsow.arena.results.rows import Unfinished
from hopsow.arena.results.running import Running
from hopsow.arena.results.spectator import Spectator
from hopsow.arena.run import here
from hopsow.games import GAMES, parse
from hopsow.web.live.tournament import Live
from playing import spec
from playwright.sync_api import Browser, Page, expect
from served import finished, opened, serving, started
from shell import complaint
from tournaments import write
from websockets.asyncio.client import connect

HOSTILE = "<img src=x onerror=document.title='hurt'>"
FILE = """\
name = "{name}"
game = "checkers"
games = 2
sandbox = "off"
adjudicate = "tables"
[limits]
wall_move = 600.0
plies = 16
[[agents]]
name = "{name}"
spec = '''{spec}'''
[[agents]]
name = "greedy"
spec = "greedy"
"""
OCCUPIED = """game => [...game.querySelectorAll(".layer-pieces [data-at]")]
    .map((piece) => Number(piece.dataset.at)).sort((a, b) => a - b)"""


def occupied(game: Unfinished) -> list[int]:
    """The squares that hold a piece, by the database."""
    position = parse("checkers", game.start)
    for move in game.moves.split():
        position = position.play(move)
    return [square for square, cell in enumerate(position.cells, 1) if cell != "."]


@contextmanager
def watching(browser: Browser, address: str) -> Iterator[Page]:
    with opened(browser, viewport={"width": 1280, "height": 800}) as context:
        page = context.new_page()
        page.goto(address)
        yield page
        assert page.title() == HOSTILE


def expect_game(page: Page, spectator: Spectator, plies: int) -> None:
    """The one running game has come so far, and its board shows it."""
    game = page.locator(f'article.game[data-plies="{plies}"]')
    expect(game).to_have_count(1)
    expect(game.locator("strong")).to_have_text([HOSTILE, "greedy"])
    spectator.look()
    (running,) = spectator.seen.running
    assert len(running.moves.split()) == plies
    page.wait_for_function(
        f"squares => {{ const shown = ({OCCUPIED})(document.querySelector('article.game'));"
        " return JSON.stringify(shown) === JSON.stringify(squares); }",
        arg=occupied(running),
    )


def test_two_watch_a_game_go_on_and_read_it_afterwards(browser: Browser, tmp_path: Path) -> None:
    allowed = tmp_path / "allowed"
    allowed.write_text("0")
    path = tmp_path / "class.toml"
    path.write_text(FILE.format(name=HOSTILE, spec=spec("waits", "checkers", str(allowed))))
    with (
        started("tournament", str(path), "--serve", "--port", "0") as (address, _),
        watching(browser, address) as one,
        watching(browser, address) as two,
    ):
        spectator = Spectator(tmp_path / "class.db")
        opening = re.compile("^[34]$")  # and the answer to it, where that was told
        expect(one.locator("article.game")).to_have_attribute("data-plies", opening)
        # The last moves come at once, and then nothing for long: they are seen all the same.
        for moves, plies in ((1, 6), (2, 8), (5, 14)):
            allowed.write_text(str(moves))
            for page in (one, two):
                expect_game(page, spectator, plies)
        expect(one.get_by_role("status").first).to_contain_text("0 of 2 games, being played")
        allowed.write_text("1000")
        for page in (one, two):
            expect(page.locator("tr[data-game]")).to_have_count(2)
            expect(page.get_by_role("status").first).to_contain_text("2 of 2 games, over")
            expect(page.locator("article.game")).to_have_count(0)
            expect(page.locator(".standing tbody tr")).to_have_count(2)
            expect(page.locator(".standing")).to_contain_text("±")
            expect(page.locator(".crosstable")).to_contain_text("/2")
        read_afterwards(one)
        spectator.close()


def read_afterwards(page: Page) -> None:
    """A finished game opens on the board, move by move; the report has it too."""
    row = page.locator("tr[data-game='1']")
    plies = int(row.locator("td").nth(5).inner_text())
    row.get_by_role("button", name="Open").click()
    expect(page.locator(".evidence")).to_contain_text("ply-cap: 16 plies were played")
    with page.expect_popup() as popup:
        page.get_by_role("link", name="Play through").click()
    board = popup.value
    expect(board.locator(".moves > .move")).to_have_count(plies)
    board.close()
    review = page.get_by_role("link", name="Review")
    expect(review).to_have_attribute("href", re.compile("^/index.html#/review/checkers"))
    page.get_by_label("Find").fill("nobody")
    expect(page.locator("tr[data-game]")).to_have_count(0)
    page.get_by_role("link", name="The report").click()
    expect(page.locator("h1")).to_have_text(HOSTILE)
    page.get_by_role("button", name="replay").first.click()
    expect(page.locator("#ply")).to_contain_text("start, 16 moves")
    page.go_back()


def test_a_match_is_watched_in_the_same_way(browser: Browser, tmp_path: Path) -> None:
    allowed = tmp_path / "allowed"
    allowed.write_text("1")
    program = spec("waits", "checkers", str(allowed))
    words = ("match", "checkers", program, program, "--wall", "600", "--plies", "6", "--games", "1")
    folder = tmp_path / "games"
    arguments = (*words, "--openings", "start", "--evidence", str(folder), "--sandbox", "off")
    with (
        started(*arguments, "--serve", "--port", "0") as (address, process),
        opened(browser) as context,
    ):
        page = context.new_page()
        page.goto(address)
        expect(page.locator("article.game")).to_have_attribute("data-plies", "2")
        names = page.locator("article.game strong")
        expect(names).to_have_text([f"{program} (A)", f"{program} (B)"])
        allowed.write_text("1000")
        expect(page.locator("tr[data-game]")).to_contain_text(["ply-cap: 6 plies were played"])
        assert process.stdout is not None
        assert any("all is played, and still shown" in line for line in process.stdout)
    assert (folder / "match.db").exists()


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """The database of a tournament that is over."""
    tournament = read(write(tmp_path, "awari", plies=20))
    with Database(tournament.database, tournament.identity) as database:
        with closing(Running(tournament.database)) as running:
            for _ in tournament.play(database, running.watched(here.run)):
                pass
        database.describe(name=HOSTILE, total=6)
    return tournament.database


def test_a_database_alone_is_enough(played: Path) -> None:
    async def first_words(address: str) -> Any:
        async with connect(f"ws{address.removeprefix('http')}/live", proxy=None) as socket:
            return json.loads(await socket.recv())

    with serving("serve", "--tournament", str(played), "--port", "0") as address:
        told = finished(first_words(address))
        assert told["about"]["name"] == HOSTILE
        assert (told["done"], told["playing"], told["running"]) == (6, False, [])
        assert len(told["finished"]) == 6
        assert {rating["name"] for rating in told["standing"]} == {"random", "greedy", "minimax"}
        with urllib.request.urlopen(f"{address}/live/games/6") as answer:
            assert json.load(answer)["play"].startswith("/index.html#/play/awari?")
        for wrong in ("live/games/7", f"live/games/{10**23}", "live/games/x", "report.html"):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(f"{address}/{wrong}")


def test_what_is_no_database_of_a_tournament_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.db"
    assert "there is no such tournament" in complaint("serve", "--tournament", str(wrong))
    wrong.write_text("a poem, and a longer one than a header")
    assert "no database of a tournament" in complaint("serve", "--tournament", str(wrong))
    wrong.unlink()
    sqlite3.connect(wrong).close()
    assert "a database of version 0, expected 1" in complaint("serve", "--tournament", str(wrong))


@pytest.mark.parametrize("game", GAMES)
def test_a_running_game_is_what_was_played(game: str, tmp_path: Path) -> None:
    """As the database has it, told by workers; and when whoever played is gone, nobody plays."""
    tournament = read(write(tmp_path, game, plies=8))
    seen: list[Unfinished] = []
    with Database(tournament.database, tournament.identity) as database:
        with closing(Running(tournament.database)) as running:
            spectator = Spectator(tournament.database)
            live = Live(tournament.database)
            for _ in tournament.play(database, running.watched(here.run)):
                spectator.look()
                seen += spectator.seen.running
            changes = live._look()
            assert changes["playing"]
        evidence = {row.key: database.evidence(row.key) for row in database.rows()}
        assert spectator.look()
        assert not spectator.seen.is_played
        assert spectator.seen.running == []
        assert len(spectator.seen.rows) == 6
        assert not live._look()["playing"]
    for each in seen:
        whole = evidence[each.round, each.a, each.b, each.number]
        moves = [turn.move for turn in whole.moves]
        assert each.moves.split() == moves[: len(each.moves.split())]
        assert (each.first, each.start) == (whole.first, whole.start)
    spectator.close()
