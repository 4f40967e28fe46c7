"""What playing offers beside the moves: hints, moves chosen ahead, rematches, clocks."""

import re

from hopsow.games import facts
from playwright.sync_api import Page, expect
from served import (
    PEOPLE,
    choose,
    expect_line,
    expect_plies,
    expect_toast,
    record,
    resign,
    square,
    wait_for_turn,
)


def test_a_hint_comes_in_two_steps(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/checkers{PEOPLE}&s=B:W18,24:B14,1")
    wait_for_turn(lively)
    hint = lively.get_by_role("button", name="Hint")
    hint.click()
    expect_toast(lively, "Look at 14")
    expect(lively.get_by_role("gridcell", name="14: red man, can move, suggested")).to_have_count(1)
    expect(lively.locator(".arrow")).to_have_count(0)
    hint.click()
    expect_toast(lively, "14x23 is best")
    expect(lively.locator(".arrow")).to_have_count(1)
    lively.goto(f"{address}/#/play/awari{PEOPLE}")
    wait_for_turn(lively)
    hint.click()
    expect_toast(lively, "Choose between pit")
    expect(lively.locator(".pit-ring.suggested")).to_have_count(2)


def test_a_move_chosen_ahead_is_played_when_its_turn_comes(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/halma?p=human;engine:time=3:book=none")
    wait_for_turn(lively)
    for name in ("4,1", "5,2"):
        square(lively, name)
    expect_plies(lively, 1)
    lively.locator(".thinking").wait_for()
    for name in ("3,2", "4,3"):
        square(lively, name)
    expect(lively.locator(".tile.ahead")).to_have_count(2)
    expect_plies(lively, 3)
    assert str(record(lively).moves[2]) == "3,2-4,3"
    expect(lively.locator(".tile.ahead")).to_have_count(0)
    lively.goto(f"{address}/#/play/awari?p=human;engine:time=3:book=none")
    wait_for_turn(lively)
    square(lively, "F")
    expect_plies(lively, 1)
    square(lively, "F")
    expect(lively.locator(".pit-ring.ahead")).to_have_count(1)
    expect_toast(lively, "not possible now")
    wait_for_turn(lively)
    expect_plies(lively, 2)


def test_the_result_is_told_on_the_board_and_played_again(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/checkers?p=human;random:seed=1&m=11-15.22-18")
    wait_for_turn(lively)
    lively.get_by_role("button", name="Resign").click()
    lively.get_by_role("button", name="Cancel").click()
    expect(lively.locator(".result")).to_have_count(0)
    resign(lively)
    banner = lively.locator(".banner")
    expect(banner).to_have_text("You lose")
    lively.get_by_role("button", name="Rematch").click()
    expect(lively.locator(".moves")).to_have_text("No moves yet.")
    expect(banner).to_be_hidden()
    wait_for_turn(lively)
    resign(lively)
    expect(banner).to_have_text("You lose")
    lively.get_by_role("button", name="Swap sides").click()
    expect_plies(lively, 1)
    wait_for_turn(lively)
    assert "p=random:seed=1;human" in lively.evaluate("location.hash")
    lively.goto(f"{address}/#/play/awari{PEOPLE}&s=0-0-2-0-0-1-1-2-1-0-0-0-23-18-S")
    wait_for_turn(lively)
    square(lively, "F")
    expect(banner).to_have_text("South wins")


def test_what_was_moved_and_what_must_move_is_marked(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/awari{PEOPLE}&m=F")
    wait_for_turn(lively)
    expect(lively.locator(".pit-ring.last")).to_have_count(2)
    expect(
        lively.get_by_role("gridcell", name="pit d: 5 stones, can move, last move")
    ).to_have_count(1)
    lively.goto(f"{address}/#/play/halma{PEOPLE}&m=4,1-5,2.11,14-10,13")
    wait_for_turn(lively)
    expect(lively.locator(".notice")).to_contain_text("camp")
    assert lively.locator(".tile.mover").count() > 1


def test_a_clock_that_becomes_low_is_heard(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/awari{PEOPLE}&m=F")
    wait_for_turn(lively)
    lively.evaluate(
        """() => { const clocks = {minutes: 1, increment: 0, left: [60000, 11000]};
        history.replaceState({...history.state, clocks}, ""); }"""
    )
    lively.reload()
    lively.mouse.click(5, 5)
    expect(lively.locator(".clock.short")).to_have_count(1)
    assert lively.evaluate("tones") == 2


# A man down, and too many pieces to be solved while the test looks.
WHITE_IS_BEHIND = "W:W21,22,23,24,25,26,27,28,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


def test_the_search_is_set_and_its_scores_turned(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/analysis/checkers?s={WHITE_IS_BEHIND}")
    figures = lively.locator(".figures")
    expect(figures).to_contain_text("Plus is good for red, in men")
    score = lively.locator(".lines .score").first
    expect(score).to_have_text(re.compile(r"^\+"))
    settings = lively.get_by_role("button", name="Search")
    settings.click()
    choose(lively, "Scores", "As the side to move sees them")
    choose(lively, "Depth", "4 plies")
    choose(lively, "Lines", "2 lines")
    lively.get_by_role("button", name="Done").click()
    expect(figures).to_have_text(re.compile(r"^Stopped · depth 4 .* Plus is good for white"))
    expect(score).to_have_text(re.compile("^\u2212"))
    expect(lively.locator(".lines li")).to_have_count(2)
    expect(lively.locator(".bar .number")).to_have_text(re.compile("^\u2212"))
    settings.click()
    choose(lively, "Depth", "No limit")
    lively.get_by_role("button", name="Done").click()
    expect(figures).to_have_text(re.compile(r"^Thinking"))
    first = figures.inner_text()
    expect(figures).not_to_have_text(first)


def test_a_side_by_chance_and_a_slider_of_levels(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/awari")
    wait_for_turn(lively)
    lively.get_by_role("button", name="New game").click()
    choose(lively, "You play", "Random side")
    slider = lively.get_by_role("slider", name="Level")
    slider.fill("10")
    elo = [level.elo for level in facts("awari").levels]
    said = lively.locator("dialog output").first
    expect(said).to_have_text(f"Level 10 · {elo[9]} Elo · strongest")
    slider.fill("5")
    expect(slider).to_have_attribute("aria-valuetext", f"Level 5 · {elo[4]} Elo · fair")
    expect(lively.locator("dialog .slider").first).to_have_attribute(
        "title", re.compile("Level 1 of this game has 0")
    )
    slider.fill("1")
    lively.evaluate("Math.random = () => 0.9")
    lively.get_by_role("button", name="Begin").click()
    expect_plies(lively, 1)
    wait_for_turn(lively)
    assert "p=engine:level=1;human" in lively.evaluate("location.hash")


def test_a_long_variation_is_removed_only_if_that_is_meant(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/analysis/awari?m=F")
    lively.get_by_role("button", name="First position").click()
    for pit, plies in (("A", 2), ("a", 3)):
        lively.get_by_role("gridcell", name=re.compile(f"^pit {pit}: .*can move")).wait_for()
        square(lively, pit)
        expect(lively.locator(".moves .move")).to_have_count(plies)
    lively.get_by_role("button", name="Back", exact=True).click()
    expect(lively.locator(".variation [aria-current]")).to_have_text("A")
    lively.get_by_role("button", name="Remove").click()
    lively.get_by_role("button", name="Cancel").click()
    expect(lively.locator(".moves .move")).to_have_count(3)
    lively.get_by_role("button", name="Remove").click()
    lively.locator("dialog").get_by_role("button", name="Remove").click()
    expect(lively.locator(".moves .move")).to_have_count(1)
    expect_line(lively, "F")


def test_a_position_in_which_an_agent_thinks_can_be_played_on_in_the_analysis(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/#/play/checkers?p=human;engine:time=30:book=none")
    wait_for_turn(page)
    square(page, "11")
    square(page, "15")
    page.get_by_role("button", name="Analyse").click()
    page.get_by_role("heading", name="Analyse").wait_for(state="attached")
    square(page, "22")
    square(page, "18")
    expect_plies(page, 2)
