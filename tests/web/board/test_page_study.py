"""Analysis, review and lessons on the page."""

import re
import shutil
from pathlib import Path

import hopsow
import pytest
from playwright.sync_api import Browser, Page, expect
from repository import ROOT
from served import choose, expect_line, expect_toast, opened, serving, square, wait_for_turn
from shell import run


def test_analysis_shows_lines_arrows_and_previews(page: Page, address: str) -> None:
    page.goto(f"{address}/#/analysis/checkers?m=11-15")
    expect(page.locator(".lines li")).to_have_count(3)
    expect(page.locator(".arrow")).to_have_count(3)
    expect(page.locator(".figures")).to_contain_text("depth")
    expect(page.locator(".bar .fill")).to_be_attached()
    page.get_by_role("button", name="Search").click()
    choose(page, "Lines", "1 line")
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".lines li")).to_have_count(1)
    move = page.locator(".lines .pv button").first
    last_move = page.get_by_role("gridcell", name="15: red man, last move")
    expect(last_move).to_have_count(1)
    move.hover()
    expect(last_move).to_have_count(0)
    page.get_by_role("button", name="Engine").hover()
    expect(last_move).to_have_count(1)
    page.get_by_role("button", name="Engine").click()
    expect(page.locator(".lines li")).to_have_count(0)


def test_analysis_keeps_variations(page: Page, address: str) -> None:
    page.goto(f"{address}/#/analysis/awari?m=F.a")
    expect(page.locator(".moves .move")).to_have_count(2)
    square(page, "A")
    expect(page.locator(".moves .move")).to_have_count(3)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Back", exact=True).click()
    square(page, "B")
    expect(page.locator(".variation .move")).to_have_text(["B"])
    page.reload()
    expect(page.locator(".variation .move")).to_have_count(1)
    page.get_by_role("button", name="Make main line").click()
    expect(page.locator(".variation .move")).to_have_text(["A"])
    page.get_by_role("button", name="Play from here").click()
    wait_for_turn(page)
    expect_line(page, "F", "a", "B")


def test_a_variation_is_folded_and_unfolded(page: Page, address: str) -> None:
    tree = "0:11-15.1:22-18(1:23-19.0:9-13(0:8-11).1:27-23).0:15x22"
    page.goto(f"{address}/#/analysis/checkers?m=11-15.22-18.15x22&v={tree}")
    moves = page.locator(".variation .move")
    expect(moves).to_have_text(["23-19", "9-13", "8-11", "27-23"])
    expect(page.locator(".fold")).to_have_count(1)  # 8-11 has nothing to hide
    page.get_by_role("button", name="Hide the variation 23-19").focus()
    page.keyboard.press("Enter")
    expect(moves).to_have_text(["23-19"])
    show = page.get_by_role("button", name="Show the variation 23-19")
    expect(show).to_be_focused()
    expect(show).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("Enter")
    expect(moves).to_have_count(4)
    moves.last.click()
    expect(moves.last).to_have_attribute("aria-current", "step")
    page.get_by_role("button", name="Hide the variation 23-19").click()
    expect(moves).to_have_text(["23-19"])  # and the board goes back to what is still shown
    expect(moves.first).to_have_attribute("aria-current", "step")
    page.get_by_role("button", name="Forward", exact=True).click()
    expect(moves).to_have_count(4)  # who walks on sees where
    page.reload()
    expect(moves).to_have_count(4)


def test_certain_results_lie_on_the_board(page: Page, address: str) -> None:
    page.goto(f"{address}/#/analysis/awari?s=0-0-1-0-0-3-1-2-1-0-1-0-20-19-S")
    expect(page.locator(".badge.win")).to_have_text("win 1")
    expect(page.locator(".badge.loss")).to_contain_text("loss")


def test_a_larger_table_is_named_and_known_once_it_is_built(
    browser: Browser, tmp_path: Path
) -> None:
    tables = {"HOPSOW_TABLES": str(tmp_path)}
    with (
        serving("play", "--no-browser", "--port", "0", **tables) as address,
        opened(browser) as context,
    ):
        page = context.new_page()
        page.goto(f"{address}/#/analysis/awari?s=1-1-1-1-1-1-1-1-1-2-1-1-17-18-S")
        hint = page.locator(".hint")
        expect(hint).to_have_text("Exact with a larger table: hopsow tables build awari --size 13")
        command = str(page.locator(".hint code").text_content()).removeprefix("hopsow ")
        run(*command.split(), **tables)
        page.reload()
        expect(page.locator(".lines .score.exact")).to_have_count(3)
        expect(page.locator(".badge")).to_have_count(6)
        expect(page.locator(".badge:is(.win, .draw, .loss)")).to_have_count(6)
        expect(hint).to_be_empty()


def test_a_strategy_beside_the_tables_says_what_is_certain(
    browser: Browser, tmp_path: Path
) -> None:
    shutil.copy(ROOT / "testdata" / "strategies" / "awari-one.strategy", tmp_path)
    with (
        serving("play", "--no-browser", "--port", "0", HOPSOW_TABLES=str(tmp_path)) as address,
        opened(browser) as context,
    ):
        page = context.new_page()
        page.goto(f"{address}/#/analysis/awari?s=1-1-1-1-1-1-1-1-1-1-1-1-0-0-S&m=B")
        hint = page.locator(".hint")
        expect(hint).to_have_text(re.compile("^The win is certain with [a-f]$"))
        page.get_by_role("button", name="Back", exact=True).click()
        expect(hint).to_have_text(re.compile("^The draw is certain with [A-F]$"))


def test_review_finds_the_turning_point_and_asks_for_it(page: Page, address: str) -> None:
    start = "0-0-1-0-0-3-1-2-1-0-1-0-20-19-S"
    page.goto(f"{address}/#/review/awari?s={start}&m=C.c")
    point = page.locator(".points li").first
    expect(point).to_contain_text(re.compile("Blunder.*south C"))
    expect(page.locator(".graph .blunder")).to_have_count(1)
    expect(page.locator(".move.blunder")).to_have_count(1)
    rows = page.locator(".accuracy tbody tr")
    expect(rows).to_have_text([re.compile(r"^South\d\d?\.\d %100$"), "North100.0 %000"])
    point.locator("button").first.click()
    expect(page.locator(".badge.loss")).to_have_text("??")
    page.get_by_role("button", name="Find the better moves").click()
    square(page, "C")
    expect(page.locator(".task .wrong")).to_be_visible()
    square(page, "F")
    expect(page.locator(".task .good")).to_be_visible()
    page.get_by_role("button", name="Done").click()
    point.get_by_role("button", name="What was better").click()
    expect_toast(page, "f was better")


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_every_lesson_can_be_learnt(page: Page, address: str, game: str) -> None:
    from hopsow.analysis.lessons import LESSONS

    page.goto(f"{address}/#/learn/{game}")
    steps = [step for lesson in LESSONS if lesson["game"] == game for step in lesson["steps"]]
    for number, step in enumerate(steps, 1):
        expect(page.locator(".panel")).to_contain_text(f"Step {number} of {len(steps)}")
        expect(page.locator('[aria-label*="can move"]').first).to_be_attached()
        position = hopsow.parse(game, step["position"], step["rules"])
        move = position.move((step["moves"] or [str(position.legal_moves[0])])[0])
        square(page, move.squares[0])
        if game != "awari":
            square(page, move.squares[-1])
        expect(page.locator(".verdict.good")).to_have_text("Well done")
        if number < len(steps):
            page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("button", name="Play a game")).to_be_visible()
    lessons = page.locator(".lessons button")
    expect(lessons).to_have_text([re.compile("✓$")] * lessons.count())
    page.reload()
    expect(lessons.first).to_have_text(re.compile("✓$"))
