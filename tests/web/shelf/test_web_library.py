"""Games are kept by the server and in the browser, found and opened again."""

import re
from pathlib import Path

import hopsow
from hopsow.library import Library
from playwright.sync_api import Browser, Page, expect
from served import choose, expect_line, expect_plies, opened, resign, serving, square, wait_for_turn

ALONE = ("--no-browser", "--port", "0")


def play_a_game(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/checkers?p=human;random:seed=1")
    wait_for_turn(page)
    for name in ("11", "15"):
        square(page, name)
    expect_plies(page, 2)
    wait_for_turn(page)


def wait_until_saved(page: Page) -> None:
    """The browser notes what the server has."""
    page.wait_for_function(
        """() => JSON.parse(localStorage["hopsow.shelf"] ?? "[]").some((one) => one.isSent)
        && JSON.parse(localStorage["hopsow.shelf"]).every((one) => one.isSent)"""
    )


def test_games_are_kept_found_renamed_deleted_and_opened(
    lively: Page, browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "library.db"
    with serving("play", *ALONE, HOPSOW_LIBRARY=str(file)) as address:
        play_a_game(lively, address)
        resign(lively)
        lively.locator(".result").wait_for()
        lively.get_by_role("button", name="Rematch").click()
        expect(lively.locator(".moves")).to_have_text("No moves yet.")
        play_a_game(lively, address)
        wait_until_saved(lively)
        with opened(browser, is_quiet=False) as context:
            elsewhere = context.new_page()
            elsewhere.goto(f"{address}/#/library/checkers")
            rows = elsewhere.locator(".saved-games li")
            expect(rows).to_have_count(2)
            expect(rows.last).to_contain_text("You and Random, seed 1")
            choose(elsewhere, "Result", "Second side won")
            expect(rows).to_have_count(1)
            expect(rows).to_contain_text("0 \u2013 1 · 2 moves")
            rows.get_by_role("button", name="Rename").click()
            elsewhere.get_by_label("Title", exact=True).fill("A quick one")
            elsewhere.locator("dialog").get_by_role("button", name="Rename").click()
            expect(rows).to_contain_text("A quick one")
            choose(elsewhere, "Result", "Any result")
            elsewhere.get_by_label("From").fill("2999-01-01")
            expect(rows).to_have_count(0)
            elsewhere.get_by_label("From").fill("")
            expect(rows).to_have_count(2)
            elsewhere.get_by_label("Title or player").fill("quick")
            expect(rows).to_have_count(1)
            rows.get_by_role("button", name="Delete").click()
            rows.get_by_role("button", name="Undo").click()
            expect(rows).to_contain_text("A quick one")
            with elsewhere.expect_download() as saved:
                elsewhere.get_by_role("button", name="Export Checkers").click()
            assert saved.value.suggested_filename == "checkers-games.pdn"
            rows.get_by_role("button", name="Open").click()
            expect(elsewhere.locator(".moves > .move")).to_have_count(2)
            elsewhere.get_by_role("link", name="Play", exact=True).click()
            expect(elsewhere.locator(".result")).to_have_text("White wins: red resigned")
    library = Library(file)
    assert [entry.result for entry in library.find()[0]].count("0-1") == 1
    assert {len(library.record(entry.id).moves) for entry in library.find()[0]} == {2}


def test_what_was_kept_while_the_server_was_away_is_sent_later(
    lively: Page, tmp_path: Path
) -> None:
    file = tmp_path / "library.db"
    with serving("serve", "--port", "0") as address:
        play_a_game(lively, address)
        port = address.rpartition(":")[2]
    lively.goto("about:blank")
    with serving("play", "--no-browser", "--port", port, HOPSOW_LIBRARY=str(file)) as address:
        lively.goto(f"{address}/#/library/checkers")
        expect(lively.locator(".saved-games li")).to_have_count(1)
        wait_until_saved(lively)
    assert [len(Library(file).record(entry.id).moves) for entry in Library(file).find()[0]] == [2]


def test_a_browser_keeps_games_where_the_server_does_not(lively: Page) -> None:
    with serving("serve", "--port", "0") as address:
        play_a_game(lively, address)
        lively.get_by_role("link", name="Games").click()
        rows = lively.locator(".saved-games li")
        expect(rows).to_have_count(1)
        choose(lively, "Game", "Awari")
        expect(rows).to_have_count(0)
        choose(lively, "Game", "Checkers")
        expect(rows).to_have_count(1)
        lively.get_by_label("From").fill("2000-01-01")
        lively.get_by_label("To", exact=True).fill("2000-12-31")
        expect(rows).to_have_count(0)
        lively.get_by_label("To", exact=True).fill("")
        expect(rows).to_have_count(1)
        rows.get_by_role("button", name="Delete").click()
        rows.get_by_role("button", name="Undo").click()
        rows.get_by_role("button", name="Open").click()
        wait_for_turn(lively)
        expect(lively.locator(".moves > .move")).to_have_count(2)
        lively.get_by_role("button", name="Take back", exact=True).click()
        expect_line(lively)
        assert re.search("#/play/checkers", lively.url)


def test_all_games_can_be_reached(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "library.db"
    library = Library(file)
    for number in range(205):
        record = hopsow.Record("awari")
        record.play("F")
        name, now = f"game{number:06}", float(number)
        library.keep(name, record, "{}", players=("Ann", "Bob"), title="", now=now)
    with serving("play", *ALONE, HOPSOW_LIBRARY=str(file)) as address:
        page.goto(f"{address}/#/library/awari")
        rows = page.locator(".saved-games li")
        more = page.get_by_role("button", name="More games")
        for count in (100, 200):
            expect(rows).to_have_count(count)
            more.click()
        expect(rows).to_have_count(205)
        expect(more).to_be_hidden()
        export = page.get_by_role("button", name="Export Awari").bounding_box()
        first = rows.first.bounding_box()
        assert export is not None
        assert first is not None
        assert export["y"] < first["y"]  # rows that come push nothing away
