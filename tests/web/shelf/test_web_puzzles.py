"""Puzzles on the board: solved, missed, repeated, one's own among them, and all of it kept."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hopsow.analysis import puzzles
from hopsow.games import GAMES
from hopsow.library import Library
from hopsow.records import Record
from playwright.sync_api import Browser, Page, expect
from served import choose, opened, serving, square, squares_to_choose

ALONE = ("--no-browser", "--port", "0")
LATER_MS = 11 * 60 * 1000  # what was missed comes back after ten minutes


@pytest.fixture
def board(tmp_path: Path) -> Iterator[str]:
    """Where a board is served that knows of no practice yet."""
    with serving("play", *ALONE, HOPSOW_LIBRARY=str(tmp_path / "library.db")) as address:
        yield address


def posed(page: Page, game: str) -> puzzles.Puzzle:
    """The puzzle on the board."""
    page.locator("main[data-state=open]").wait_for()
    start = page.evaluate("document.querySelector('main').dataset.puzzle")
    return next(each for each in puzzles.shipped(game) if each.position == start)


def answer(page: Page, puzzle: puzzles.Puzzle, move: str) -> None:
    record = Record(puzzle.game, None, puzzle.position)
    for name in squares_to_choose(record, record.position.move(move)):
        square(page, name)


def wrong_move(puzzle: puzzles.Puzzle) -> str:
    moves = map(str, Record(puzzle.game, None, puzzle.position).position.legal_moves)
    return next(move for move in moves if move != puzzle.move)


@pytest.mark.parametrize("game", GAMES)
def test_a_right_answer_is_played_and_counted(lively: Page, board: str, game: str) -> None:
    lively.goto(f"{board}/#/puzzles/{game}")
    first = posed(lively, game)
    answer(lively, first, first.move)
    expect(lively.locator(".verdict.good")).to_contain_text("Right: no other move")
    expect(lively.locator(".panel .figures")).to_contain_text("1 in a row · best 1 · 1 solved")
    assert lively.evaluate("carried") > 0
    lively.get_by_role("button", name="Next").click()
    expect(lively.locator(".verdict.good")).to_have_count(0)
    assert posed(lively, game) != first


def test_a_missed_puzzle_ends_the_run_comes_back_and_is_kept(
    lively: Page, browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "library.db"
    with serving("play", *ALONE, HOPSOW_LIBRARY=str(file)) as address:
        lively.clock.install()
        lively.goto(f"{address}/#/puzzles/checkers")
        first = posed(lively, "checkers")
        answer(lively, first, first.move)
        lively.clock.run_for(3000)
        lively.get_by_role("button", name="Next").click()
        lively.clock.run_for(3000)
        expect(lively.locator(".verdict.good")).to_have_count(0)
        missed = posed(lively, "checkers")
        answer(lively, missed, wrong_move(missed))
        expect(lively.locator(".verdict.wrong")).to_contain_text("Try again")
        expect(lively.locator(".panel .figures")).to_contain_text("0 in a row · best 1 · 1 solved")
        answer(lively, missed, missed.move)
        lively.clock.run_for(3000)
        expect(lively.locator(".verdict.good")).to_be_visible()
        expect(lively.locator(".panel .figures")).to_contain_text("0 in a row · best 1 · 1 solved")
        lively.get_by_role("button", name="Next").click()
        lively.clock.run_for(3000)
        other = posed(lively, "checkers")
        assert other not in (first, missed)
        lively.get_by_role("button", name="Show the move").click()
        lively.clock.run_for(3000)
        expect(lively.locator(".verdict")).to_contain_text(f"The move is {other.move}")
        lively.clock.fast_forward(LATER_MS)
        lively.get_by_role("button", name="Next").click()
        lively.clock.run_for(3000)
        expect(lively.locator(".panel .figures")).to_contain_text("2 to repeat")
        assert posed(lively, "checkers") == missed
        with opened(browser, is_quiet=False) as context:
            elsewhere = context.new_page()
            elsewhere.goto(f"{address}/#/puzzles/checkers")
            expect(elsewhere.locator(".panel .figures")).to_contain_text("best 1 · 1 solved")
    kept = Library(file).practice("checkers")
    assert kept is not None
    assert len(json.loads(kept)["boxes"]) == 3


def test_puzzles_are_chosen_by_grade(page: Page, board: str) -> None:
    page.goto(f"{board}/#/puzzles/awari")
    posed(page, "awari")
    choose(page, "Which", "Hard")
    expect(page.locator(".panel")).to_contain_text("Grade 4 ")
    assert posed(page, "awari").grade == 4
    page.reload()
    assert posed(page, "awari").grade == 4
    choose(page, "Which", "My mistakes")
    expect(page.locator(".panel")).to_contain_text("No mistakes yet")
    choose(page, "Which", "All")
    assert posed(page, "awari").grade == 1


def test_the_game_under_way_waits_while_puzzles_are_solved(page: Page, board: str) -> None:
    page.goto(f"{board}/#/analysis/checkers?m=11-15")
    expect(page.locator(".moves > .move")).to_have_count(1)
    page.get_by_role("link", name="Puzzles").click()
    puzzle = posed(page, "checkers")
    answer(page, puzzle, puzzle.move)
    expect(page.locator(".verdict.good")).to_be_visible()
    page.get_by_role("link", name="Analyse").click()
    expect(page.locator(".moves > .move")).to_have_count(1)


@pytest.mark.parametrize(("players", "count"), [("human;greedy", 1), ("greedy;human", 0)])
def test_ones_own_mistakes_become_puzzles(
    lively: Page, tmp_path: Path, players: str, count: int
) -> None:
    file = tmp_path / "library.db"
    start = "0-0-1-0-0-3-1-2-1-0-1-0-20-19-S"
    with serving("play", *ALONE, HOPSOW_LIBRARY=str(file)) as address:
        lively.goto(f"{address}/#/review/awari?p={players}&s={start}&m=C.c")
        expect(lively.locator(".points li")).to_contain_text(["south C"])
        if count:
            expect(lively.locator("#toast.shown")).to_contain_text("Your mistake is a puzzle now.")
        lively.get_by_role("link", name="Puzzles").click()
        choose(lively, "Which", "My mistakes")
        words = "You played C here. Find a better move." if count else "No mistakes yet"
        expect(lively.locator(".panel")).to_contain_text(words)
        if count:
            square(lively, "C")
            expect(lively.locator(".verdict.wrong")).to_contain_text("C is not the best here")
            square(lively, "F")
            expect(lively.locator(".verdict.good")).to_contain_text("Right: that is better.")
    kept = Library(file).practice("awari")
    mistakes = json.loads(kept)["own"] if kept else []
    assert [(each["position"], each["played"]) for each in mistakes] == [(start, "C")] * count
