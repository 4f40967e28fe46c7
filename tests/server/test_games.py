"""Whole games against the engine in a real browser: by mouse, by keyboard, by touch."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect
from served import SQUARE, good_move, opened, record, squares_to_choose, wait_for_turn

pytestmark = pytest.mark.xdist_group("browser")
MAX_PLIES = 600


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


@pytest.mark.parametrize("game", ["halma", "checkers", "awari"])
def test_a_whole_game_by_mouse(page: Page, address: str, game: str) -> None:
    page.goto(f"{address}/#/play/{game}?p=human;engine:level=1")
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
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    with opened(browser, **phone) as context:
        page = context.new_page()
        page.goto(f"{address}/#/play/checkers?p=human;engine:level=1")
        finish(page, lambda square: page.locator(SQUARE.format(square)).tap())
        assert record(page).outcome is not None
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
