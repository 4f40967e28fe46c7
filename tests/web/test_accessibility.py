"""No error from axe-core on any view, in both themes, wide and on a phone."""

from typing import Any

import hopsow
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from served import CONTRAST, SQUARE, opened, problems, resign, wait_for_turn

MOVES = {"halma": "4,1-5,2.11,14-10,13", "checkers": "11-15.22-18.15x22.25x18", "awari": "F.a.D"}
READY = {
    "play": "main[data-state=open]",
    "analysis": ".lines li",
    "review": ".points li",
    "editor": ".verdict:not(:empty)",
    "learn": '[aria-label*="can move"]',
    "help": "article table",
    "library": ".saved-games li",
}


SIZES: dict[str, ViewportSize] = {
    "wide": {"width": 1280, "height": 800},
    "phone": {"width": 390, "height": 844},
}


def problems_in_both_themes(page: Page) -> list[str]:
    """The violations on a light page, and those of contrast on the same page in the dark.

    Motion is reduced, or colours would still be on their way from one theme to the other.
    """
    page.emulate_media(color_scheme="light")
    found = problems(page)
    page.emulate_media(color_scheme="dark")
    return found + problems(page, CONTRAST)


@pytest.mark.parametrize("view", READY)
def test_axe_finds_nothing(browser: Browser, address: str, view: str) -> None:
    with opened(browser, reduced_motion="reduce") as context:
        page = context.new_page()
        for game in hopsow.GAMES:
            page.goto("about:blank")
            page.goto(f"{address}/#/{view}/{game}?p=human;human&m={MOVES[game]}")
            page.locator(READY[view]).first.wait_for(state="attached")
            for name, size in SIZES.items():
                page.set_viewport_size(size)
                assert problems_in_both_themes(page) == [], f"{game}, {name}"


def test_axe_finds_nothing_on_the_first_page(browser: Browser, address: str) -> None:
    with opened(browser, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(address)
        expect(page.locator(".card")).to_have_count(3)
        assert problems_in_both_themes(page) == []


def test_axe_finds_nothing_in_dialogs_refusals_and_results(browser: Browser, address: str) -> None:
    with opened(browser, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"{address}/#/play/checkers?p=human;human&m=11-15.22-18")
        wait_for_turn(page)
        page.locator(SQUARE.format("9")).click()
        expect(page.locator("#toast.shown")).to_be_visible()
        assert problems_in_both_themes(page) == []
        page.get_by_role("button", name="Settings").click()
        assert problems_in_both_themes(page) == []
        page.get_by_role("button", name="Done").click()
        page.get_by_role("button", name="New game").click()
        page.get_by_role("button", name="Cancel").wait_for()
        assert problems_in_both_themes(page) == []
        page.get_by_role("button", name="Cancel").click()
        resign(page)
        page.locator(".result").wait_for()
        assert problems_in_both_themes(page) == []


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_while_friends_play(browser: Browser, address: str, size: str) -> None:
    options: dict[str, Any] = {"viewport": SIZES[size], "reduced_motion": "reduce"}
    with opened(browser, **options) as own, opened(browser, **options) as others:
        host, guest = own.new_page(), others.new_page()
        host.goto(f"{address}/#/play/checkers")
        host.get_by_role("button", name="Play a friend").click()
        host.get_by_role("button", name="Begin").wait_for()
        assert problems_in_both_themes(host) == []
        host.get_by_role("button", name="Begin").click()
        host.locator(".view-friend[data-state=open]").wait_for()
        assert problems_in_both_themes(host) == []
        guest.goto(host.get_by_label("For your friend, who plays", exact=True).input_value())
        host.get_by_role("button", name="Offer a draw").click()
        guest.get_by_role("button", name="Agree").wait_for()
        assert problems_in_both_themes(host) == []
        assert problems_in_both_themes(guest) == []
        guest.get_by_role("button", name="Agree").click()
        host.get_by_role("button", name="Rematch").wait_for()
        assert problems_in_both_themes(host) == []


def test_the_grid_tells_everything_the_picture_shows(browser: Browser, address: str) -> None:
    with opened(browser) as context:
        page = context.new_page()
        page.goto(f"{address}/#/play/checkers?p=human;human&m=11-15.22-18")
        wait_for_turn(page)
        grid = page.get_by_role("grid", name="Checkers board")
        expect(grid.get_by_role("gridcell")).to_have_count(32)
        expect(grid.get_by_role("gridcell", name="15: red man, can move")).to_have_count(1)
        expect(grid.get_by_role("gridcell", name="18: white man, last move")).to_have_count(1)
        page.locator(SQUARE.format("15")).click()
        expect(grid.get_by_role("gridcell", name="22: empty, destination")).to_have_count(1)
        expect(grid.get_by_role("gridcell", name="15: red man, selected")).to_have_count(1)
