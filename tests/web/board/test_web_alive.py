"""The board as people have it: animation and sound on, an opponent that answers at once."""

import re

import hopsow
import pytest
from hopsow import Record
from hopsow.web.board.views import story
from playwright.sync_api import Page, expect
from served import SQUARE, choose, good_move, resign, square, squares_to_choose, wait_for_turn


def play(page: Page, played: Record, move: hopsow.Move) -> None:
    """Play a move by clicks."""
    for name in squares_to_choose(played, move):
        square(page, name)


def steps(played: Record) -> tuple[int, int]:
    """How often something is carried in a game, and how many tones that makes."""
    carried = tones = 0
    for before, move in zip(played.positions, played.moves, strict=False):
        events = story(before, move)
        legs = len(events.sown) or len(events.path) - 1
        captures = len(events.taken)
        if events.sown:
            carried += legs + captures
            tones += legs + 2 * captures
        else:
            carried += legs
            tones += legs + captures + 2 * events.crowned
    return carried, tones


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_a_move_and_the_answer_to_it_are_both_seen_and_heard(
    lively: Page, address: str, game: str
) -> None:
    lively.goto(f"{address}/#/play/{game}")
    played = wait_for_turn(lively)
    for plies in (2, 4):
        play(lively, played, good_move(played))
        expect(lively.locator(".moves > .move")).to_have_count(plies)
        played = wait_for_turn(lively)
    assert (lively.evaluate("carried"), lively.evaluate("tones")) == steps(played)


def test_analysis_leaves_the_game_and_its_result_alone(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/checkers?p=human;engine:level=1")
    played = wait_for_turn(lively)
    play(lively, played, played.position.move("11-15"))
    expect(lively.locator(".moves > .move")).to_have_count(2)
    before = wait_for_turn(lively)
    resign(lively)
    expect(lively.locator(".result")).to_have_text("White wins: red resigned")
    lively.get_by_role("link", name="Analyse").click()
    lively.get_by_role("button", name="First position").click()
    square(lively, "9")
    square(lively, "13")
    expect(lively.locator(".variation .move")).to_have_text(["9-13"])
    lively.get_by_role("link", name="Editor").click()
    lively.get_by_role("button", name="Record").click()
    expect(lively.get_by_label("Saved text")).to_have_value(re.compile(r"11-15 .* 0-1\s*$"))
    lively.get_by_role("link", name="Play").click()
    expect(lively.locator(".result")).to_have_text("White wins: red resigned")
    assert wait_for_turn(lively).moves == before.moves
    expect(lively.locator(".moves > .move")).to_have_text([str(move) for move in before.moves])


def test_a_link_is_followed_whatever_the_view_before_it_still_saves(
    lively: Page, address: str
) -> None:
    lively.goto(f"{address}/#/analysis/checkers")
    lively.get_by_role("button", name="First position").wait_for()
    lively.evaluate(
        """() => {
            document.querySelector("a[href='#/editor/checkers']").click();
            document.querySelector("[title^='Turn the board around']").click();
        }"""
    )
    lively.get_by_role("button", name="Record").wait_for()
    assert lively.url.startswith(f"{address}/#/editor/checkers")


def test_only_variations_are_removed(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/analysis/awari?m=F.a")
    expect(lively.locator(".moves .move")).to_have_count(2)
    lively.get_by_role("button", name="Remove").click()
    expect(lively.locator("#toast.shown")).to_contain_text("only variations")
    square(lively, "A")
    expect(lively.locator(".moves .move")).to_have_count(3)
    lively.get_by_role("button", name="Remove").click()
    expect(lively.locator(".moves .move")).to_have_count(2)


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_the_bar_stands_as_the_board_does(lively: Page, address: str, game: str) -> None:
    """Above is the colour of who sits above, at once also after the board was turned."""
    lively.goto(f"{address}/#/analysis/{game}")
    lively.locator(".bar .fill").wait_for(state="attached")
    for _ in range(2):
        above, below = lively.locator(".strip .man").evaluate_all(
            "men => men.map((man) => getComputedStyle(man).backgroundColor)"
        )
        assert above != below
        ends = lively.evaluate(
            """() => { const bar = document.querySelector(".bar");
            const fill = bar.querySelector(".fill");
            const isAbove = fill.getBoundingClientRect().top - bar.getBoundingClientRect().top < 3;
            const colours = [fill, bar].map((part) => getComputedStyle(part).backgroundColor);
            return isAbove ? colours : colours.reverse(); }"""
        )
        assert ends == [above, below]
        lively.get_by_role("button", name="Flip").click()


def test_the_board_stays_as_it_was_turned(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/checkers")
    wait_for_turn(lively)
    first = lively.locator("[role=gridcell]").first
    below = re.compile("^32: white")
    expect(first).to_have_attribute("aria-label", below)
    lively.get_by_role("link", name="Analyse").click()
    lively.locator(".lines li").first.wait_for()
    expect(first).to_have_attribute("aria-label", below)
    lively.get_by_role("button", name="Flip").click()
    turned = re.compile("^1: red")
    expect(first).to_have_attribute("aria-label", turned)
    lively.reload()
    expect(first).to_have_attribute("aria-label", turned)
    lively.get_by_role("link", name="Play").click()
    wait_for_turn(lively)
    expect(first).to_have_attribute("aria-label", turned)


def test_a_losing_move_is_not_marked_as_the_best(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/analysis/awari?s=2-3-1-0-0-2-1-0-3-0-0-3-16-17-S")
    expect(lively.locator(".score.exact")).to_have_count(3)
    expect(lively.locator(".lines .score").first).to_contain_text("North wins")
    expect(lively.locator(".badge.loss").first).to_be_visible()
    expect(lively.locator(".badge:is(.win, .best)")).to_have_count(0)


def test_the_game_before_a_new_one_is_one_step_back(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/checkers?p=human;engine:level=1")
    played = wait_for_turn(lively)
    play(lively, played, played.position.move("11-15"))
    expect(lively.locator(".moves > .move")).to_have_count(2)
    before = wait_for_turn(lively)
    resign(lively)
    lively.locator(".result").wait_for()
    lively.get_by_role("button", name="New game").click()
    choose(lively, "Clock", "3 minutes + 2 s")
    lively.get_by_role("button", name="Begin").click()
    expect(lively.locator(".moves")).to_have_text("No moves yet.")
    expect(lively.locator(".clock").first).to_have_text("3:00")
    lively.go_back()
    expect(lively.locator(".result")).to_have_text("White wins: red resigned")
    assert wait_for_turn(lively).moves == before.moves
    lively.go_forward()
    expect(lively.locator(".moves")).to_have_text("No moves yet.")
    expect(lively.locator(".clock").first).to_have_text("3:00")


def drag(page: Page, *squares: str) -> None:
    """Carry a piece over the middles of squares and let go on the last."""
    for name in squares:
        box = page.locator(SQUARE.format(name)).bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)
        if name == squares[0]:
            page.mouse.down()
    page.mouse.up()


def test_a_dragged_man_stays_where_it_was_dropped(lively: Page, address: str) -> None:
    start = "16/16/16/2b13/16/16/16/7w8/8b3w3/10b5/16/16/16/16/16/16 w"
    lively.goto(f"{address}/#/play/halma?p=human;human&s={start}")
    wait_for_turn(lively)
    drag(lively, "7,7", "13,7")
    expect(lively.locator(".moves > .move")).to_have_count(1)
    assert str(wait_for_turn(lively).moves[0]) == "7,7-9,9-11,9-13,7"
    # It was lifted once and never carried again, and one tone says that it stands.
    assert (lively.evaluate("carried"), lively.evaluate("tones")) == (1, 1)
    expect(lively.locator('[data-at="13,7"]')).to_have_count(1)
    expect(lively.locator(".layer-motion > *")).to_have_count(0)


def test_a_man_dropped_on_a_forbidden_square_goes_back(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/checkers?p=human;human")
    wait_for_turn(lively)
    drag(lively, "11", "20")
    expect(lively.locator("#toast.shown")).to_be_visible()
    expect(lively.locator(".layer-motion > *")).to_have_count(0)
    expect(lively.locator('[data-at="11"]:not([opacity])')).to_have_count(1)


def test_a_capture_with_several_ways_goes_where_it_is_dragged(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/checkers?p=human;human&s=B:W6,7,14,15,22,23:BK1")
    wait_for_turn(lively)
    square(lively, "1")
    lively.hover(SQUARE.format("3"))
    expect(lively.locator(".trail.way")).to_have_count(0)
    lively.keyboard.press("Escape")
    square(lively, "1")
    way = ["1", "10", "17", "26", "19", "10", "3"]
    drag(lively, *way)
    expect(lively.locator(".moves > .move")).to_have_text(["x".join(way)])


def test_two_agents_wait_for_who_watches(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/checkers?p=random:seed=1;random:seed=2")
    lively.locator(".moves > .move").nth(3).wait_for()
    lively.get_by_role("button", name="Pause").click()
    lively.locator(".layer-motion:empty").wait_for(state="attached")
    plies = lively.locator(".moves > .move").count()
    assert lively.evaluate("carried") >= plies


def test_the_result_is_told_when_the_last_stone_has_fallen(lively: Page, address: str) -> None:
    start = "0-0-2-0-0-1-1-2-1-0-0-0-23-18-S"
    lively.goto(f"{address}/#/play/awari?p=human;human&s={start}")
    wait_for_turn(lively)
    lively.evaluate(
        """() => new MutationObserver(() => {
            if (document.querySelector(".result") && window.moving === undefined)
                window.moving = document.querySelector(".layer-motion").childElementCount;
        }).observe(document.body, {childList: true, subtree: true})"""
    )
    square(lively, "F")
    expect(lively.locator(".result")).to_contain_text("South wins")
    assert lively.evaluate("moving") == 0
    expect(lively.locator("[data-count=south]")).to_have_text("25")


def test_who_is_to_move_is_told_when_the_move_has_been_seen(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/awari?p=human;random:seed=1")
    wait_for_turn(lively)
    watch = """window.early = 0;
        window.told = [];
        new MutationObserver(() => window.told.push(window.carried)).observe(
            document.getElementById("announcements"), {childList: true});
        const status = document.querySelector(".status");
        new MutationObserver(() => {
            const isBusy = document.querySelector("main").dataset.state === "busy";
            if (isBusy && status.textContent.startsWith("South to move")) window.early += 1;
        }).observe(status, {childList: true, subtree: true});"""
    lively.evaluate(watch)
    square(lively, "D")
    expect(lively.locator(".moves > .move")).to_have_count(2)
    wait_for_turn(lively)
    expect(lively.locator(".status")).to_contain_text("South to move")
    assert lively.evaluate("early") == 0
    own, answer = lively.evaluate("told")
    assert own <= 1
    assert answer >= 4  # the person's stones had fallen
