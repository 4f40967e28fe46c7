"""The report of a tournament in a real browser, opened as a file: every game plays through."""

from pathlib import Path

import pytest
from hopsow.arena.contest.tournament import Row, read
from hopsow.arena.results import report
from hopsow.arena.results.database import Database, cells
from hopsow.arena.run import here
from hopsow.games import GAMES, Position
from hopsow.records import Record
from playwright.sync_api import sync_playwright
from served import ARGUMENTS, apart, chromium
from tournaments import write

MEN = """() => [...document.querySelectorAll("#board span")].map(
    (square) => square.querySelector("i")?.className[0] ?? (square.textContent || "."))"""
AWARI_ORDER = (13, 11, 10, 9, 8, 7, 6, 12, 0, 1, 2, 3, 4, 5)


def shown(position: Position) -> list[str]:
    """What the squares of the page should hold, from the top left."""
    actual = cells(position)
    if position.game == "awari":
        return [actual[index] for index in AWARI_ORDER]
    men = [cell.lower() for cell in actual]
    if position.game == "halma":
        return men
    board = ["."] * 64
    for cell, man in enumerate(men):
        row, place = divmod(cell, 4)
        board[8 * row + 2 * place + 1 - row % 2] = man
    return board


@pytest.mark.parametrize("game", GAMES)
def test_games_play_through_in_the_page(game: str, tmp_path: Path) -> None:
    tournament = read(write(tmp_path, game=game, plies=30))
    with Database(tournament.database, tournament.identity) as database:
        for _ in tournament.play(database, here.run):
            pass
        report.write(tournament, database, tournament.report)
        row = database.rows()[-1]
        recorded = database.evidence(row.key)
    record = Record(game)
    for turn in recorded.moves:
        record.play(turn.move or "")
    apart(lambda: replay(tournament.report, row, record))


def replay(report_file: Path, row: Row, record: Record) -> None:
    """Open the report as a person does and go through one of its games."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        page = browser.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda request: problems.append(request.url))
        page.goto(report_file.as_uri())
        page.get_by_placeholder("name or verdict").fill(f"{row.a} {row.b}")
        page.get_by_role("button", name="replay").last.click()
        page.get_by_text(f"start, {row.plies} moves").wait_for()
        assert page.evaluate(MEN) == shown(record.start)
        page.keyboard.press("ArrowRight")
        assert page.evaluate(MEN) == shown(record.positions[1])
        page.get_by_role("button", name="end").click()
        assert page.evaluate(MEN) == shown(record.position)
        assert problems == [report_file.as_uri()]
        browser.close()
