"""What the page bears: no storage, too much text, any name, damaged links, two tabs, fast walks."""

import io
import json

import hopsow
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from served import (
    PEOPLE,
    expect_line,
    expect_plies,
    expect_toast,
    opened,
    resign,
    say,
    wait_for_turn,
)

FORBIDDEN = """for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(
    window, name, {get() { throw new DOMException("denied", "SecurityError"); }});"""
NAMES = """[Black "Ann; & B}"]
[White "C\\\\D%3B"]
[GameType "21"]
[Result "*"]

1. 11-15 *
"""


def read_in(page: Page, address: str, text: str) -> None:
    page.goto(f"{address}/#/editor/checkers")
    page.get_by_label("Text to open").fill(text)
    page.get_by_role("button", name="Open", exact=True).click()


def test_forbidden_storage_costs_only_what_would_be_kept(browser: Browser, address: str) -> None:
    with opened(browser, is_quiet=False) as context:
        context.add_init_script(FORBIDDEN)
        page = context.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(f"{address}/#/play/checkers{PEOPLE}")
        wait_for_turn(page)
        say(page, "11-15")
        expect_line(page, "11-15")
        page.get_by_role("link", name="Analyse").click()
        expect_plies(page, 1)
        page.get_by_role("link", name="Games").click()
        expect(page.locator(".saved-games li").first).to_contain_text("1 move")
        assert problems == []


def test_too_much_text_is_refused_in_a_sentence(page: Page, address: str) -> None:
    read_in(page, address, "1. 11-15 22-18 " + 30_000 * "{Comment} ")
    expect_toast(page, "the text has more than 200000 letters")
    asked = """async () => {
        const { Wire } = await import("/js/wire.js");
        try {
            await new Wire().ask("read", {text: "é".repeat(150_000)});
        } catch (error) {
            return error.said;
        }
    }"""
    said = {"kind": "server.too-long", "arguments": {"most": 256 * 1024}}
    assert page.evaluate(asked) == said


def test_a_long_comment_is_read_with_its_record(page: Page, address: str) -> None:
    read_in(page, address, f"1. 11-15 {{{1200 * 'word '}}} 22-18 *")
    expect_toast(page, "Opened")
    expect_plies(page, 2)


def test_names_may_hold_any_character(page: Page, address: str) -> None:
    read_in(page, address, NAMES)
    expect_toast(page, "Opened")
    link = page.url
    page.evaluate("localStorage.clear(); sessionStorage.clear(); history.replaceState(null, '')")
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".strip").last).to_contain_text("C\\D%3B")
    expect(page.locator(".strip").first).to_contain_text("Ann; & B}")


def test_a_damaged_link_keeps_the_moves_before_the_damage(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/checkers{PEOPLE}&m=11-15.22-18.99-1.8-11")
    expect_toast(page, "move 3, 99-1")
    wait_for_turn(page)
    expect_plies(page, 2)
    expect_line(page, "11-15", "22-18")


def test_two_tabs_on_one_game_are_two_games_once_both_go_on(browser: Browser, address: str) -> None:
    with opened(browser) as context:
        first = context.new_page()
        first.goto(f"{address}/#/play/checkers{PEOPLE}")
        wait_for_turn(first)
        say(first, "11-15")
        expect_line(first, "11-15")
        second = context.new_page()
        second.goto(f"{address}/#/play/checkers")
        wait_for_turn(second)
        say(first, "22-18")
        expect_line(first, "11-15", "22-18")
        say(second, "23-19")
        expect_line(second, "11-15", "23-19")
        first.reload()
        wait_for_turn(first)
        expect_line(first, "11-15", "22-18")
        pages = first.evaluate(
            """Object.keys(localStorage).filter((key) => key.startsWith("hopsow.page."))
            .map((key) => localStorage[key])"""
        )
        kept = [json.loads(json.loads(page))["path"] for page in pages]
        assert sorted(kept) == [["11-15", "22-18"], ["11-15", "23-19"]]


def test_a_fast_walk_does_not_leave_the_board_behind(lively: Page, address: str) -> None:
    game = hopsow.Record("checkers")
    while len(game.moves) < 16:
        game.play(game.position.legal_moves[0])
    moves = [str(move) for move in game.moves]
    lively.goto(f"{address}/#/analysis/checkers{PEOPLE}&m={'.'.join(moves)}")
    expect_plies(lively, len(moves))
    lively.wait_for_function(f"({PLACES})().some((label) => label.includes('man'))")
    end = lively.evaluate(PLACES)
    for _ in moves:  # a step back is shown at once, and the page knows the position then
        before = lively.evaluate(PLACES)
        lively.keyboard.press("ArrowLeft")
        lively.wait_for_function(f"before => ({PLACES})().join() !== before.join()", arg=before)
    carried = lively.evaluate("carried")
    for _ in moves:
        lively.keyboard.press("ArrowRight")
    lively.wait_for_function(f"end => ({PLACES})().join() === end.join()", arg=end)
    assert lively.evaluate("carried") - carried < len(moves) / 2


PLACES = """() => [...document.querySelectorAll("[data-square]")].map(
    (cell) => cell.getAttribute("aria-label"))"""


def test_the_loupe_has_the_colours_of_the_board(browser: Browser, address: str) -> None:
    phone = {"width": 390, "height": 844}
    with opened(browser, viewport=phone, has_touch=True) as context:
        page = context.new_page()
        page.goto(f"{address}/#/play/halma{PEOPLE}")
        wait_for_turn(page)
        box = page.locator('[data-square="7,7"]').bounding_box()
        assert box is not None
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        plain = Image.open(io.BytesIO(page.screenshot(clip=box))).convert("RGB")
        devices = context.new_cdp_session(page)
        touch = {"type": "touchStart", "touchPoints": [point]}
        devices.send("Input.dispatchTouchEvent", touch)
        loupe = page.locator(".loupe")
        expect(loupe).to_have_count(1)
        seen = Image.open(io.BytesIO(loupe.screenshot())).convert("RGB")
        colour = plain.getpixel((plain.width // 2, plain.height // 2))
        shown = [seen.getpixel((x, seen.height // 2)) for x in range(seen.width)]
        assert colour in shown


def test_nobody_is_to_move_after_resigning(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/checkers{PEOPLE}&m=11-15")
    wait_for_turn(page)
    expect(page.locator(".strip.turn")).to_have_count(1)
    resign(page)
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator(".strip.turn")).to_have_count(0)
    page.get_by_role("button", name="Take back", exact=True).click()
    expect(page.locator(".strip.turn")).to_have_count(1)
