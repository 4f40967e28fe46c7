"""The editor on the page: positions set up by hand, texts opened and saved."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect
from served import PEOPLE, choose, expect_toast, record, square, wait_for_turn


def test_the_editor_says_why_a_position_is_impossible(page: Page, address: str) -> None:
    page.goto(f"{address}/#/editor/checkers")
    expect(page.locator(".verdict")).to_have_text("Red to move, 7 legal moves")
    page.get_by_role("button", name="White man").click()
    square(page, "1")
    expect(page.locator(".verdict.wrong")).to_contain_text("would have been crowned")
    page.get_by_role("button", name="Empty square").click()
    square(page, "1")
    choose(page, "To move", "White")
    expect(page.locator(".verdict")).to_contain_text("White to move")
    page.get_by_role("button", name="Play from here").click()
    wait_for_turn(page)
    assert record(page).start.to_move == "white"


def test_the_editor_opens_pasted_and_dropped_texts(page: Page, address: str) -> None:
    page.goto(f"{address}/#/editor/halma")
    page.get_by_label("Text to open").fill("1. 11-15 22-18 2. 15x22 *")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".moves .move")).to_have_count(3)
    page.goto(f"{address}/#/editor/halma")
    expect(page.locator(".verdict")).to_be_visible()
    page.evaluate(
        """() => { const data = new DataTransfer();
        data.items.add(new File(['0 0\\n4 4 4 4 4 5\\n4 4 4 4 4 3\\n'], 'board.txt'));
        document.getElementById('view').dispatchEvent(
            new DragEvent('drop', {dataTransfer: data, bubbles: true})); }"""
    )
    expect(page.locator("[data-count=a]")).to_have_text("5")
    page.get_by_label("Text to open").fill("SINGLE\nWHITE\n")
    page.get_by_role("button", name="Open", exact=True).click()
    expect_toast(page, "line 3")


def test_the_editor_saves_every_text_and_the_link_opens_again(
    page: Page, address: str, tmp_path: Path
) -> None:
    page.goto(f"{address}/#/editor/checkers{PEOPLE}&m=11-15.22-18")
    output = page.get_by_label("Saved text")
    for name, marker in (
        ("Record", "11-15 22-18"),
        ("Position", "B:W"),
        ("Course format", "0_21_17"),
    ):
        page.get_by_role("button", name=name, exact=True).click()
        expect(output).to_have_value(re.compile(re.escape(marker)))
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    download.value.save_as(tmp_path / "pipe.txt")
    assert "0_21_17" in (tmp_path / "pipe.txt").read_text()
    page.get_by_role("button", name="Link", exact=True).click()
    expect(output).to_have_value(re.compile("m=11-15.22-18"))
    link = output.input_value()
    page.goto("about:blank")
    page.goto(link.replace("editor", "play"))
    wait_for_turn(page)
    assert len(record(page).moves) == 2


def test_awari_is_edited_with_stones_and_stores(page: Page, address: str) -> None:
    page.goto(f"{address}/#/editor/awari")
    expect(page.locator(".verdict")).to_have_text("South to move, 6 legal moves")
    square(page, "A")
    expect(page.locator("[data-count=A]")).to_have_text("5")
    page.get_by_role("button", name="Remove a stone").click()
    square(page, "A")
    page.get_by_label("South's store").fill("7")
    page.get_by_label("South's store").blur()
    expect(page.locator("[data-count=south]")).to_have_text("7")


def test_texts_never_become_markup(page: Page, address: str) -> None:
    page.goto(f"{address}/#/editor/checkers")
    page.get_by_label("Text to open").fill('B:W<img src=x onerror="throw 1">:B1')
    page.get_by_role("button", name="Open", exact=True).click()
    expect_toast(page, "<img")
    assert page.locator("#toast img").count() == 0
