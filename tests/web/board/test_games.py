"""Whole games against the engine in a real browser: by mouse, by keyboard, by touch."""

from collections.abc import Callable
from typing import Any

import pytest
from hopsow import Record
from playwright.sync_api import Browser, Page, expect
from served import SQUARE, expect_line, good_move, opened, record, squares_to_choose, wait_for_turn

MAX_PLIES = 600
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}


def finish(page: Page, choose: Callable[[str], None]) -> None:
    """Play to the end, choosing squares as told."""
    played = wait_for_turn(page)
    while played.outcome is None:
        assert len(played.moves) < MAX_PLIES
        for square in squares_to_choose(played, good_move(played)):
            choose(square)
        before = len(played.moves)
        page.locator(".moves > .move").nth(before).wait_for(state="attached")
        played = wait_for_turn(page)
    reason = played.outcome.winner or "draw"
    expect(page.locator(".result")).to_contain_text(reason, ignore_case=True)


def late(plies: int) -> str:
    """The position of Halma after so many moves of the engine against itself, for an address."""
    played = Record("halma")
    for _ in range(plies):
        played.play(good_move(played, nodes=300))
    return str(played.position)


@pytest.mark.parametrize("game", ["halma", "checkers", "awari"])
def test_a_whole_game_by_mouse(page: Page, address: str, game: str) -> None:
    start = f"&s={late(120)}" if game == "halma" else ""  # the whole of it has 150 moves
    page.goto(f"{address}/#/play/{game}?p=human;engine:level=1{start}")
    finish(page, lambda square: page.locator(SQUARE.format(square)).click())


def test_a_whole_game_by_keyboard_alone(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/awari?p=human;engine:level=1")
    wait_for_turn(page)
    while page.evaluate("document.activeElement.dataset.square") is None:
        page.keyboard.press("Tab")

    def walk(square: str) -> None:
        where = "document.activeElement.dataset.square"
        if page.evaluate(where) not in "ABCDEF":
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Home")
        while page.evaluate(where) != square:
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")

    finish(page, walk)


def test_a_whole_game_by_touch_on_a_phone(browser: Browser, address: str) -> None:
    with opened(browser, **PHONE) as context:
        page = context.new_page()
        page.goto(f"{address}/#/play/checkers?p=human;engine:level=1")
        finish(page, lambda square: page.locator(SQUARE.format(square)).tap())
        assert record(page).outcome is not None
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def finger(page: Page, *squares: str) -> None:
    """A finger goes down on the first square, over the others, and up on the last."""
    devices = page.context.new_cdp_session(page)
    places = []
    for square in squares:
        box = page.locator(SQUARE.format(square)).bounding_box()
        assert box is not None
        places.append({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
    for kind, points in (
        ("touchStart", places[:1]),
        *(("touchMove", [place]) for place in places[1:]),
        ("touchEnd", []),
    ):
        devices.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_piece_is_dragged_by_touch_and_the_page_stays_where_it_is(
    browser: Browser, address: str
) -> None:
    with opened(browser, **PHONE) as context:
        page = context.new_page()
        page.goto(f"{address}/#/play/halma?p=human;human")
        wait_for_turn(page)
        finger(page, "4,1", "8,12", "9,14")
        expect(page.locator("#toast.shown")).to_contain_text("No step and no chain")
        assert page.evaluate("scrollY") == 0
        finger(page, "4,1", "6,3", "5,2")
        expect_line(page, "4,1-5,2")
        expect(page.locator(".layer-motion .piece")).to_have_count(0)
