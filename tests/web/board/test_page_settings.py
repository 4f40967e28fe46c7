"""How the page looks: settings, a turned board, less motion, small and large windows."""

import json
import re

import hopsow
from playwright.sync_api import Browser, Page, expect
from served import PEOPLE, choose, opened, say, wait_for_turn


def test_settings_are_kept(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/checkers")
    wait_for_turn(page)
    expect(page.locator(".number:text('11')")).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    choose(page, "Theme", "Dark")
    choose(page, "Animation", "Slow")
    page.get_by_label("Number the squares").check()
    page.get_by_role("button", name="Done").click()
    expect(page.locator("svg .number").first).to_be_attached()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("svg .number")).to_have_count(32)
    page.get_by_role("button", name="Turn the sound on").click()
    expect(page.get_by_role("button", name="Mute the sound")).to_be_visible()


def test_the_board_is_flipped_and_read_out(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/checkers{PEOPLE}")
    wait_for_turn(page)
    first = page.locator("[role=gridcell]").first
    expect(first).to_have_attribute("aria-label", re.compile("^1: red man"))
    page.get_by_role("button", name="Flip").click()
    expect(first).to_have_attribute("aria-label", re.compile("^32: white man"))
    say(page, "11-15")
    expect(page.locator("#announcements")).to_have_text("red 11 to 15. White to move.")


def test_less_motion_is_honoured(browser: Browser, address: str) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{address}/#/play/awari{PEOPLE}")
    wait_for_turn(page)
    stored = json.loads(page.evaluate("localStorage['hopsow.settings']"))
    assert stored["speed"] == "off"
    context.close()


def test_the_board_stays_in_sight_from_phone_to_wide(browser: Browser, address: str) -> None:
    for width, height in (
        (360, 640),
        (844, 390),
        (390, 844),
        (768, 1024),
        (1280, 720),
        (2560, 1440),
    ):
        with opened(browser, viewport={"width": width, "height": height}) as context:
            page = context.new_page()
            for game in hopsow.GAMES:
                page.goto("about:blank")
                page.goto(f"{address}/#/play/{game}")
                wait_for_turn(page)
                box = page.locator(".board").bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= height, (game, width)
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= width, (game, width)
                assert box["width"] >= 0.4 * min(width, height), (game, width)
                page.evaluate("scrollTo(0, 9999)")
                box = page.locator(".board").bounding_box()
                assert box is not None
                assert box["y"] >= 0, "scrolled away"
