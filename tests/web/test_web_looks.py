"""What is to be seen can be seen: contrasts, themes, the first page, squares under a finger."""

from itertools import product

import hopsow
import pytest
from playwright.sync_api import Browser, Page, expect
from served import PEOPLE, choose, expect_line, opened, square, wait_for_turn

# How far apart two colours are in light, as WCAG counts it.
CONTRAST = """([first, second]) => {
    const light = (text) => {
        const parts = text.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255);
        const [r, g, b] = parts.map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const [a, b] = [light(first), light(second)];
    return Math.max(a, b) / Math.min(a, b);
}"""


def contrast(page: Page, *colours: str) -> float:
    return float(page.evaluate(CONTRAST, list(colours)))


def colour(page: Page, selector: str, of: str = "fill") -> str:
    found = page.locator(selector).first
    return str(found.evaluate(f"shape => getComputedStyle(shape).{of}"))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_men_and_targets_stand_out_from_their_squares(
    browser: Browser, address: str, theme: str
) -> None:
    with opened(browser, color_scheme=theme) as context:
        page = context.new_page()
        page.goto(f"{address}/#/play/checkers{PEOPLE}")
        wait_for_turn(page)
        square(page, "11")
        page.locator(".target").first.wait_for()
        for board, men in product(("wood", "slate", "clear"), ("classic", "flat", "clear")):
            page.evaluate(
                "data => Object.assign(document.documentElement.dataset, data)",
                {"board": board, "men": men},
            )
            ground = colour(page, ".square.odd")
            for side in ("r", "w"):
                shades = [
                    contrast(page, colour(page, f".checkers-{side}-{part}", "stopColor"), ground)
                    for part in ("inner", "outer")
                ]
                assert sum(shades) / 2 > 2.2, (board, men, side)
            target = [colour(page, ".target"), colour(page, ".target", "stroke")]
            assert max(contrast(page, each, ground) for each in target) > 3


def test_a_dark_page_has_a_dark_board(browser: Browser, address: str) -> None:
    lights: dict[str, list[float]] = {game: [] for game in hopsow.GAMES}
    for theme in ("light", "dark"):
        with opened(browser, color_scheme=theme) as context:
            page = context.new_page()
            for game in hopsow.GAMES:
                page.goto(f"{address}/#/play/{game}{PEOPLE}")
                wait_for_turn(page)
                ground = colour(page, ".square.even, .awari .frame")
                lights[game].append(contrast(page, "rgb(0, 0, 0)", ground))
    for light, dark in lights.values():
        assert dark < light / 1.8


def test_a_board_and_pieces_are_chosen_and_kept(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/halma{PEOPLE}")
    wait_for_turn(lively)
    before = colour(lively, ".square.even"), colour(lively, ".halma-b-outer", "stopColor")
    lively.get_by_role("button", name="Settings").click()
    choose(lively, "Board", "Slate")
    choose(lively, "Pieces", "Blue and yellow")
    lively.get_by_role("button", name="Done").click()
    lively.reload()
    wait_for_turn(lively)
    after = colour(lively, ".square.even"), colour(lively, ".halma-b-outer", "stopColor")
    assert before[0] != after[0]
    assert before[1] != after[1]


def test_the_first_page_offers_the_games(lively: Page, address: str) -> None:
    lively.goto(address)
    expect(lively.locator(".card")).to_have_count(3)
    expect(lively.locator(".card svg .stone")).to_have_count(48)
    lively.get_by_role("link", name="Play Awari").click()
    wait_for_turn(lively)
    square(lively, "F")
    expect(lively.locator(".moves > .move")).to_have_count(2)
    wait_for_turn(lively)
    lively.get_by_role("link", name="Hopsow").click()
    lively.get_by_role("link", name="Go on with Awari").click()
    wait_for_turn(lively)
    expect(lively.locator(".moves > .move")).to_have_count(2)


def test_stones_stay_where_they_fell(lively: Page, address: str) -> None:
    """Another stone that falls into a pit moves none of those in it."""
    lively.goto(f"{address}/#/play/awari{PEOPLE}")
    wait_for_turn(lively)
    lying = """() => [...document.querySelectorAll(".stones")].map((pit) =>
        [...pit.children].map((stone) => stone.getAttribute("transform")))"""
    before = lively.evaluate(lying)
    square(lively, "A")
    expect_line(lively, "A")
    wait_for_turn(lively)
    after = lively.evaluate(lying)
    assert [len(pit) for pit in after[:6]] == [0, 5, 5, 5, 5, 4]
    assert [pit[:4] for pit in after[1:12]] == before[1:12]


def test_a_finger_aims_at_small_squares(browser: Browser, address: str) -> None:
    phone = {"width": 390, "height": 844}
    with opened(browser, is_quiet=False, viewport=phone, has_touch=True) as context:
        page = context.new_page()
        page.goto(f"{address}/#/play/halma{PEOPLE}")
        wait_for_turn(page)
        devices = context.new_cdp_session(page)

        def touch(kind: str, *points: dict[str, float]) -> None:
            devices.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [*points]})

        for name in ("4,1", "5,2"):
            box = page.locator(f'[data-square="{name}"]').bounding_box()
            assert box is not None
            at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
            touch("touchStart", {"x": at["x"] + 100, "y": at["y"] + 200})
            expect(page.locator(".loupe")).to_have_count(1)
            touch("touchMove", at)
            touch("touchEnd")
            expect(page.locator(".loupe")).to_have_count(0)
        expect_line(page, "4,1-5,2")


@pytest.mark.parametrize("view", ["play", "analysis", "review", "editor", "learn"])
def test_nothing_jumps(browser: Browser, address: str, view: str) -> None:
    with opened(browser, is_quiet=False, viewport={"width": 1280, "height": 800}) as context:
        context.add_init_script(
            """window.shift = 0;
            new PerformanceObserver((list) => {
                for (const entry of list.getEntries())
                    if (!entry.hadRecentInput) window.shift += entry.value;
            }).observe({type: "layout-shift", buffered: true});"""
        )
        page = context.new_page()
        page.goto(f"{address}/#/{view}/checkers{PEOPLE}&m=11-15.22-18")
        page.locator(
            "main[data-state], .lines li, .points li, .verdict:not(:empty)"
        ).first.wait_for()
        expect(page.locator(".board .piece, .board [data-at]").first).to_be_visible()
        page.wait_for_function("document.fonts.status === 'loaded'")
        assert page.evaluate("shift") <= 0.05


def test_the_margin_of_the_page_has_no_frame(page: Page, address: str) -> None:
    page.goto(f"{address}/#/analysis/checkers{PEOPLE}&m=11-15")
    expect(page.locator(".moves > .move")).to_have_count(1)
    page.mouse.click(2, 400)
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("getComputedStyle(document.querySelector('main')).outlineStyle") == "none"
