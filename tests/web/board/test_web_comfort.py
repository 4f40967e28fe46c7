"""Small things that people stumble over, with animation and sound on."""

import re
import signal

import hopsow
import pytest
from playwright.sync_api import Browser, Page, expect
from served import PEOPLE, choose, expect_line, opened, say, square, started, wait_for_turn


def test_a_refusal_goes_with_the_next_move_or_with_escape(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/checkers{PEOPLE}&m=11-15.22-18")
    wait_for_turn(lively)
    refusal = lively.locator("#toast.shown.refusal")
    square(lively, "9")
    refusal.wait_for()
    square(lively, "15")
    square(lively, "22")
    expect_line(lively, "11-15", "22-18", "15x22")
    expect(refusal).to_have_count(0)
    wait_for_turn(lively)
    square(lively, "21")
    refusal.wait_for()
    lively.keyboard.press("Escape")
    expect(refusal).to_have_count(0)


def test_a_refusal_takes_no_clicks_and_has_the_whole_width_of_a_phone(
    browser: Browser, address: str
) -> None:
    with opened(browser, is_quiet=False, viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(f"{address}/#/play/checkers{PEOPLE}&m=11-15.22-18")
        wait_for_turn(page)
        say(page, "9-13")
        toast = page.locator("#toast.shown")
        toast.wait_for()
        box = toast.bounding_box()
        assert box is not None
        assert abs(box["x"] + box["width"] / 2 - 195) < 2
        assert box["width"] > 200
        assert toast.evaluate("toast => getComputedStyle(toast).pointerEvents") == "none"


@pytest.mark.parametrize(
    ("game", "text", "move"),
    [
        ("halma", "4,1\u20135,2", "4,1-5,2"),
        ("halma", "4,1 5,2", "4,1-5,2"),
        ("halma", "(4,1) to (5,2)", "4,1-5,2"),
        ("checkers", " 11 15 ", "11-15"),
        ("checkers", "11 - 15", "11-15"),
        ("awari", "f", "F"),
    ],
)
def test_a_move_is_typed_as_people_write_it(
    lively: Page, address: str, game: str, text: str, move: str
) -> None:
    lively.goto(f"{address}/#/play/{game}{PEOPLE}")
    wait_for_turn(lively)
    say(lively, text)
    expect_line(lively, move)


def test_a_move_is_typed_as_the_list_shows_it(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/halma{PEOPLE}&m=1,2-3,4")
    wait_for_turn(lively)
    shown = lively.locator(".moves .move").first.inner_text()
    lively.get_by_role("button", name="Take back", exact=True).click()
    expect_line(lively)
    say(lively, shown)
    expect_line(lively, "1,2-3,4")


def test_the_skip_link_leads_to_the_board(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/awari{PEOPLE}")
    wait_for_turn(lively)
    lively.keyboard.press("Tab")
    lively.keyboard.press("Enter")
    expect(lively.locator("[data-square]:focus")).to_have_count(1)


def test_what_was_won_stands_beside_the_names_and_is_read_out(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/awari{PEOPLE}&s=0-0-2-0-0-1-1-2-1-0-0-0-21-20-S")
    wait_for_turn(lively)
    expect(lively.locator(".strip .won")).to_have_text(["20 stones", "21 stones"])
    square(lively, "F")
    wait_for_turn(lively)
    expect(lively.locator(".strip .won")).to_have_text(["20 stones", "23 stones"])
    expect(lively.locator("#announcements")).to_contain_text(
        "a capture: south 23 stones, north 20 stones"
    )
    lively.goto(f"{address}/#/play/checkers{PEOPLE}&m=11-15.22-18.15x22")
    wait_for_turn(lively)
    expect(lively.locator(".strip .won")).to_have_text(["1 captured", ""])


def test_agents_that_were_paused_wait_also_after_a_reload(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/checkers?p=random:seed=1;random:seed=2")
    lively.locator(".moves > .move").nth(1).wait_for()
    lively.get_by_role("button", name="Pause").click()
    lively.get_by_role("button", name="Go on").wait_for()
    lively.reload()
    expect(lively.get_by_role("button", name="Go on")).to_be_visible()
    expect(lively.locator(".thinking")).to_have_count(0)


def test_the_clock_runs_while_one_looks_for_help(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/awari{PEOPLE}")
    wait_for_turn(lively)
    lively.get_by_role("button", name="New game").click()
    choose(lively, "Clock", "1 minute")
    lively.get_by_role("button", name="Begin").click()
    wait_for_turn(lively)
    square(lively, "F")
    expect_line(lively, "F")
    wait_for_turn(lively)
    lively.get_by_role("link", name="Analyse").click()
    lively.locator(".figures", has_text=re.compile("depth [1-9]")).wait_for()
    lively.evaluate(
        "performance.now = ((now) => () => now.call(performance) + 30000)(performance.now)"
    )
    lively.get_by_role("link", name="Play").click()
    wait_for_turn(lively)
    expect(lively.locator(".clock").first).to_have_text(re.compile("^0:[012]"))


def test_a_server_that_hangs_is_told_and_the_move_is_played_when_it_is_back(
    lively: Page,
) -> None:
    with started("play", "--no-browser", "--port", "0") as (address, process):
        lively.goto(f"{address}/#/play/checkers{PEOPLE}")
        wait_for_turn(lively)
        process.send_signal(signal.SIGSTOP)
        try:
            square(lively, "11")
            square(lively, "15")
            expect(lively.locator("body.offline")).to_be_attached()
            expect(lively.locator("#toast.shown")).to_contain_text("does not answer")
        finally:
            process.send_signal(signal.SIGCONT)
        expect_line(lively, "11-15")
        expect(lively.locator("body.offline")).to_have_count(0)


@pytest.mark.parametrize(("players", "is_asked"), [("human;greedy", True), ("greedy;human", False)])
def test_review_asks_only_for_ones_own_mistakes(
    lively: Page, address: str, players: str, is_asked: bool
) -> None:
    start = "0-0-1-0-0-3-1-2-1-0-1-0-20-19-S"
    lively.goto(f"{address}/#/review/awari?p={players}&s={start}&m=C.c")
    expect(lively.locator(".points li").first).to_contain_text("south C")
    expect(lively.locator(".points li")).to_have_count(1)
    expect(lively.get_by_role("button", name="Find the better moves")).to_have_count(int(is_asked))


def test_the_page_is_no_taller_than_the_window(browser: Browser, address: str) -> None:
    for width, height in ((1280, 720), (1440, 900), (1920, 1080)):
        with opened(
            browser, is_quiet=False, viewport={"width": width, "height": height}
        ) as context:
            page = context.new_page()
            for game in hopsow.GAMES:
                for view in ("play", "analysis"):
                    page.goto("about:blank")
                    page.goto(f"{address}/#/{view}/{game}{PEOPLE}")
                    page.locator(".moves p").wait_for()
                    tall = page.evaluate("document.documentElement.scrollHeight")
                    assert tall <= height, (game, view, width)


def test_the_editor_harms_no_game_and_can_be_undone(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/checkers{PEOPLE}&m=11-15.22-18")
    played = wait_for_turn(lively)
    lively.get_by_role("link", name="Editor").click()
    verdict = lively.locator(".verdict")
    expect(verdict).to_have_text("Red to move, 1 legal move")
    lively.get_by_role("button", name="Red king").click()
    square(lively, "9")
    expect(lively.get_by_role("gridcell", name="9: red king")).to_have_count(1)
    lively.get_by_role("button", name="Clear").click()
    expect(lively.locator(".board .piece")).to_have_count(0)
    for _ in range(2):
        lively.get_by_role("button", name="Undo").click()
    expect(lively.get_by_role("button", name="Undo")).to_be_disabled()
    expect(verdict).to_have_text("Red to move, 1 legal move")
    square(lively, "1")
    expect(lively.get_by_role("button", name="Undo")).to_be_enabled()
    lively.get_by_role("link", name="Play").click()
    assert wait_for_turn(lively).moves == played.moves


def test_an_edited_position_is_played_and_the_game_is_one_step_back(
    lively: Page, address: str
) -> None:
    lively.goto(f"{address}/#/play/awari{PEOPLE}&m=F.a")
    played = wait_for_turn(lively)
    lively.get_by_role("link", name="Editor").click()
    expect(lively.locator(".verdict")).to_contain_text("South to move")
    square(lively, "B")
    expect(lively.locator("[data-count=B]")).to_have_text("5")
    lively.get_by_role("button", name="Remove a stone").click()
    square(lively, "C")
    expect(lively.locator(".verdict")).to_contain_text("South to move")
    lively.get_by_role("button", name="Play from here").click()
    expect(lively.locator(".moves")).to_have_text("No moves yet.")
    assert wait_for_turn(lively).start.stones[1] == 5
    lively.go_back()
    expect(lively.locator(".verdict")).to_contain_text("South to move")
    lively.get_by_role("link", name="Play").click()
    assert wait_for_turn(lively).moves == played.moves


def test_the_new_game_begins_at_its_title_in_a_low_window(browser: Browser, address: str) -> None:
    with opened(browser, is_quiet=False, viewport={"width": 844, "height": 390}) as context:
        page = context.new_page()
        page.goto(f"{address}/#/play/checkers")
        wait_for_turn(page)
        page.get_by_role("button", name="New game").click()
        title = page.locator("dialog h2")
        expect(title).to_be_in_viewport(ratio=1)
