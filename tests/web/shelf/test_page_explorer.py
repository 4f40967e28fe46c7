"""What is known of a position stands beside it in Analyse: games, tables, and the engine."""

from collections.abc import Iterator

import hopsow
import pytest
from hopsow import Record
from hopsow.library import Library
from playwright.sync_api import Browser, Page, expect
from served import opened, problems, serving, socket
from shell import output

GAMES = """
[GameType "21"]
[Event "1"]
1. 11-15 23-19 1-0
[GameType "21"]
[Event "2"]
1. 11-15 22-18 0-1
[GameType "21"]
[Event "3"]
1. 9-14 1/2-1/2
[GameType "halma"]
1. 4,1-5,2 1-0
[GameType "halma"]
1. 1,4-2,5 0-1
"""
KNOWN = "0-4-1-0-0-2-3-0-1-0-0-1-18-18-S"
UNKNOWN = "1-1-1-1-1-1-1-1-1-2-1-1-17-18-S"


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A board with games that were taken in, and one in the library."""
    folder = tmp_path_factory.mktemp("known")
    (folder / "games.txt").write_text(GAMES)
    output("games", "import", str(folder / "games.txt"), "--into", str(folder / "games.db"))
    library = Library(folder / "library.db")
    record = Record.parse("checkers", "1. 9-14 22-18 0-1")
    library.keep("a0123456789", record, "{}", players=("You", "Me"), title="", now=1)
    places = {
        "HOPSOW_GAMES": str(folder / "games.db"),
        "HOPSOW_LIBRARY": str(folder / "library.db"),
        "HOPSOW_TABLES": str(folder / "tables"),
    }
    with serving("play", "--no-browser", "--port", "0", **places) as address:
        yield address


def rows(page: Page) -> list[list[str]]:
    """The table as it is read, without the engine's opinion, which changes."""
    page.locator(".explorer tbody tr").first.wait_for()
    return [
        [cell.inner_text() for cell in row.locator("th, td:not(:nth-child(2))").all()]
        for row in page.locator(".explorer tbody tr").all()
    ]


def test_games_of_ones_own_and_of_others_are_counted(page: Page, board: str) -> None:
    page.goto(f"{board}/#/analysis/checkers")
    expect(page.locator(".explorer tbody tr")).to_have_count(2)
    assert rows(page) == [["9-14", "1", "1", ""], ["11-15", "", "2", ""]]
    bars = page.locator(".explorer [role=img]")
    assert bars.nth(0).get_attribute("aria-label") == "0 won, 1 drawn, 1 lost"
    assert bars.nth(1).get_attribute("aria-label") == "1 won, 0 drawn, 1 lost"
    won, lost = (bars.nth(1).locator(part).bounding_box() for part in (".won", ".lost"))
    assert won is not None
    assert lost is not None
    assert won["width"] == lost["width"] > 10


def test_a_move_of_the_list_is_played_by_mouse_and_keyboard(page: Page, board: str) -> None:
    page.goto(f"{board}/#/analysis/checkers")
    page.locator(".explorer").get_by_role("button", name="11-15").click()
    expect(page.locator(".moves .move")).to_have_text(["11-15"])
    expect(page.locator(".explorer tbody th")).to_have_text(["22-18", "23-19"])
    page.locator(".explorer").get_by_role("button", name="23-19").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".moves .move")).to_have_text(["11-15", "23-19"])
    expect(page.locator(".explorer")).to_contain_text("hopsow games import FILE")
    page.get_by_text("What is known").click()
    expect(page.locator(".explorer")).not_to_have_attribute("open", "")
    page.reload()
    expect(page.locator(".explorer")).not_to_have_attribute("open", "")


def test_a_move_and_its_mirror_image_are_one_row(page: Page, board: str) -> None:
    page.goto(f"{board}/#/analysis/halma")
    expect(page.locator(".explorer tbody tr")).to_have_count(1)
    (row,) = rows(page)
    assert row[2] == "2"
    title = page.locator(".explorer tbody button").get_attribute("title")
    assert title is not None
    assert {row[0], title.removeprefix("Play; also ")} == {"4,1-5,2", "1,4-2,5"}


def test_exact_values_stand_beside_every_move_and_what_is_missing_has_a_price(
    page: Page, board: str
) -> None:
    page.goto(f"{board}/#/analysis/awari?s={KNOWN}")
    cells = page.locator(".explorer td.exact")
    expect(cells).to_have_text(["won +2", "won +2", "lost -2"])
    moves = page.locator(".explorer tbody th").all_inner_texts()
    assert set(moves) == {str(move) for move in hopsow.parse("awari", KNOWN).legal_moves}
    page.goto("about:blank")
    page.goto(f"{board}/#/analysis/awari?s={UNKNOWN}")
    expect(page.locator(".explorer")).to_contain_text("Tables to size 13 would know it: ")
    expect(page.locator(".explorer")).to_contain_text("of one processor.")


def test_the_engine_says_what_it_thinks_of_moves_that_were_played(page: Page, board: str) -> None:
    page.goto(f"{board}/#/analysis/checkers?m=11-15")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("group", name="Lines").get_by_label("5 lines").check()
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".lines li")).to_have_count(5)
    value = page.locator(".explorer tr", has_text="22-18").locator("td").first
    expect(value).to_contain_text(".")
    page.get_by_role("button", name="Engine").click()
    expect(value).to_have_text("")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_what_is_known(browser: Browser, board: str, theme: str) -> None:
    with opened(browser, color_scheme=theme) as context:
        page = context.new_page()
        blocked: list[str] = []
        page.on("console", lambda said: blocked.append(said.text) if said.type == "error" else None)
        for place in ("checkers", f"awari?s={KNOWN}", "halma"):
            page.goto("about:blank")
            page.goto(f"{board}/#/analysis/{place}")
            page.locator(".explorer tbody tr").first.wait_for()
            assert problems(page) == []
        assert blocked == []


def test_of_a_game_that_is_over_nothing_is_to_be_known(board: str) -> None:
    question = '{"id": 1, "ask": "explore", "line": {"game": "checkers", "start": "B:W18:B"}}'
    with socket(board) as connection:
        connection.send(question)
        assert '"ways":[]' in str(connection.recv(timeout=60))
