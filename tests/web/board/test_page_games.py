"""Games on the page from beginning to end: clocks, players, results, reloads, links."""

import re

import hopsow
from playwright.sync_api import Browser, Page, expect
from served import (
    PEOPLE,
    choose,
    expect_line,
    expect_plies,
    expect_toast,
    opened,
    resign,
    serving,
    square,
    wait_for_turn,
)


def test_resigning_and_agreeing_to_a_draw_end_a_game(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/checkers{PEOPLE}&m=11-15")
    wait_for_turn(page)
    page.get_by_role("button", name="Offer a draw").click()
    page.get_by_role("button", name="Agree").click()
    expect(page.locator(".result")).to_have_text("Draw: agreed")
    page.get_by_role("button", name="Take back", exact=True).click()
    wait_for_turn(page)
    resign(page)
    expect(page.locator(".result")).to_have_text("White wins: red resigned")


def test_the_engine_answers_an_offered_draw(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/awari?p=human;engine:level=1")
    wait_for_turn(page)
    page.get_by_role("button", name="Offer a draw").click()
    expect_toast(page, "too early")


def test_a_new_game_with_clock_rules_and_players(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/checkers")
    wait_for_turn(page)
    page.get_by_role("button", name="New game").click()
    choose(page, "You play", "White")
    choose(page, "Opponent", "Random")
    choose(page, "Clock", "3 minutes + 2 s")
    choose(page, "Rules", "Tournament")
    expect(page.locator("dialog")).to_contain_text("for the third time")
    page.get_by_role("button", name="Begin").click()
    expect_plies(page, 1)
    played = wait_for_turn(page)
    assert (played.rules, len(played.moves)) == ("tournament", 1)
    expect(page.locator(".clock")).to_have_text([re.compile(r"[23]:\d\d")] * 2)
    expect(page.locator(".strip").first).to_contain_text("Random")


def test_a_clock_that_runs_out_loses(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/awari{PEOPLE}&m=F")
    wait_for_turn(page)
    page.evaluate(
        """() => { const clocks = {minutes: 1, increment: 0, left: [60000, 300]};
        history.replaceState({...history.state, clocks}, ""); }"""
    )
    page.reload()
    expect(page.locator(".result")).to_have_text("South wins: north ran out of time")


def test_two_agents_play_and_can_be_paused(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/halma?p=random;random")
    page.locator(".moves > .move").nth(3).wait_for()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()


def test_an_agent_that_cannot_play_can_be_asked_again(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/awari?p=greedy;human")
    wait_for_turn(page)
    page.evaluate(
        """() => { const players = ["nobody", "human"];
        const game = {...history.state, players, path: [], tree: ""};
        sessionStorage["hopsow.game.awari"] = JSON.stringify(game); }"""
    )
    page.goto("about:blank")
    page.goto(f"{address}/#/play/awari")
    expect_toast(page, "expected engine")
    page.evaluate("document.getElementById('toast').className = ''")
    page.get_by_role("button", name="Go on").click()
    expect_toast(page, "expected engine")


def test_a_reload_in_mid_game_loses_nothing(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/halma?p=human;engine:level=1")
    wait_for_turn(page)
    square(page, "4,1")
    square(page, "5,2")
    expect_plies(page, 2)
    before = wait_for_turn(page)
    page.reload()
    after = wait_for_turn(page)
    assert after.moves == before.moves
    page.goto("about:blank")
    page.goto(f"{address}/#/play/halma")
    assert wait_for_turn(page).moves == before.moves


def test_a_link_that_makes_no_sense_is_explained_and_harms_no_game(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/#/play/halma{PEOPLE}&m=4,1-5,2")
    wait_for_turn(page)
    page.goto("about:blank")
    page.goto(f"{address}/#/play/halma?s=nonsense")
    expect_toast(page, "expected 16 more squares")
    wait_for_turn(page)
    expect_line(page, "4,1-5,2")


def test_another_game_is_chosen_from_a_lesson(page: Page, address: str) -> None:
    page.goto(f"{address}/#/learn/halma")
    expect(page.locator(".panel")).to_contain_text("Step 1")
    page.get_by_role("link", name="Awari").click()
    expect(page.get_by_role("grid", name="Awari board")).to_be_visible()
    page.get_by_role("link", name="Play").click()
    assert wait_for_turn(page).position == hopsow.start("awari")


def test_a_lost_connection_loses_nothing(browser: Browser) -> None:
    with opened(browser) as context:
        page = context.new_page()
        with serving("play", "--no-browser", "--port", "0") as address:
            page.goto(f"{address}/#/play/awari{PEOPLE}")
            wait_for_turn(page)
            square(page, "F")
            expect_plies(page, 1)
        expect(page.locator("body.offline")).to_be_attached()
        square(page, "c")
        page.get_by_role("button", name="New game").click()
        page.get_by_role("link", name="Editor").click()
        expect_toast(page, "does not answer")
        with serving("play", "--no-browser", "--port", address.rpartition(":")[2]):
            expect_line(page, "F", "c")
            expect(page.get_by_role("button", name="Begin")).to_be_visible()
