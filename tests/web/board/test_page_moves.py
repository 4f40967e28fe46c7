"""Moves on the page, by hand: tapped, dragged and typed, and refused with a reason."""

import re

import hopsow
from playwright.sync_api import Page, expect
from served import (
    PEOPLE,
    SQUARE,
    expect_line,
    expect_plies,
    expect_toast,
    record,
    say,
    square,
    squares_to_choose,
    wait_for_turn,
)


def test_a_forbidden_move_says_which_rule_it_breaks(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/checkers?m=11-15.22-18")
    wait_for_turn(page)
    expect(page.locator(".notice")).to_have_text("Red must capture")
    square(page, "9")
    expect_toast(page, "capture is available")
    say(page, "9-13")
    expect_toast(page, "capture is available: 15x22")


def test_awari_says_why_a_pit_cannot_be_played(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/awari?s=2-0-0-0-1-1-0-0-0-0-0-0-22-22-S")
    wait_for_turn(page)
    square(page, "A")
    expect_toast(page, "the opponent has no stones")
    expect(page.locator(".pit-ring.mover")).to_have_count(1)


def test_a_piece_is_dragged_and_an_illegal_drop_is_explained(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/halma{PEOPLE}")
    wait_for_turn(page)
    page.drag_and_drop(SQUARE.format("4,1"), SQUARE.format("9,9"))
    expect_toast(page, "no step and no chain")
    page.drag_and_drop(SQUARE.format("4,1"), SQUARE.format("5,2"))
    expect_plies(page, 1)


def test_a_halma_chain_is_previewed_and_hops_square_by_square(page: Page, address: str) -> None:
    page.add_init_script('localStorage[\'hopsow.settings\'] = \'{"speed":"slow","sound":true}\'')
    start = "16/16/16/2b13/16/16/16/7w8/8b3w3/10b5/16/16/16/16/16/16 w"
    page.goto(f"{address}/#/play/halma{PEOPLE}&s={start}")
    wait_for_turn(page)
    square(page, "7,7")
    page.hover(SQUARE.format("13,7"))
    expect(page.locator(".trail.way")).to_have_attribute("points", re.compile(r"(\S+ ){3}\S+"))
    square(page, "13,7")
    expect(page.locator(".layer-motion .piece")).to_have_count(1)
    wait_for_turn(page)
    assert str(record(page).moves[0]) == "7,7-9,9-11,9-13,7"
    expect(page.locator(".layer-motion .piece")).to_have_count(0)


def test_a_capture_with_several_ways_is_chosen_square_by_square(page: Page, address: str) -> None:
    start = "W:WK32:B26,27,18,19,10,11"
    position = hopsow.parse("checkers", start)
    ends: dict[tuple[str, str], list[hopsow.Move]] = {}
    for move in position.legal_moves:
        ends.setdefault((move.squares[0], move.squares[-1]), []).append(move)
    (origin, end), ways = next(item for item in ends.items() if len(item[1]) > 1)
    page.goto(f"{address}/#/play/checkers{PEOPLE}&s={start}")
    wait_for_turn(page)
    square(page, origin)
    square(page, end)
    expect_toast(page, "several ways")
    chosen = ways[1]
    for hop in squares_to_choose(record(page), chosen)[1:]:
        square(page, hop)
    expect_line(page, str(chosen))


def test_take_back_and_redo_any_number(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/checkers{PEOPLE}&m=11-15.22-18.15x22.25x18")
    wait_for_turn(page)
    line = ["11-15", "22-18", "15x22", "25x18"]
    for plies in (3, 2, 1, 0):
        page.get_by_role("button", name="Take back", exact=True).click()
        expect_line(page, *line[:plies])
    expect(page.get_by_role("button", name="Take back", exact=True)).to_be_disabled()
    for plies in (1, 2, 3, 4):
        page.get_by_role("button", name="Redo").click()
        expect_line(page, *line[:plies])


def test_taking_back_against_the_engine_returns_to_ones_own_turn(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/awari?p=human;engine:level=1")
    wait_for_turn(page)
    square(page, "C")
    expect_plies(page, 2)
    wait_for_turn(page)
    page.get_by_role("button", name="Take back", exact=True).click()
    expect_line(page)


def test_the_move_list_walks_through_the_game(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/awari{PEOPLE}&m=F.a.D")
    wait_for_turn(page)
    page.get_by_role("button", name="First position").click()
    expect(page.locator("[data-count=F]")).to_have_text("4")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-count=F]")).to_have_text("0")
    page.locator(".moves .move", has_text="D").click()
    expect(page.locator("[data-count=D]")).to_have_text("0")
    page.locator(".moves .move", has_text="a").click()
    page.get_by_role("button", name="Take back to here").click()
    expect_line(page, "F", "a")


def columns(page: Page) -> list[tuple[str, int]]:
    """The rows of the move list: each text and the column in which it stands."""
    cells = page.evaluate(
        """() => { const list = document.querySelector(".moves").getBoundingClientRect();
        return [...document.querySelectorAll(".moves > .number, .moves > .move")].map((part) => [
            part.textContent, Math.floor(3 * (part.getBoundingClientRect().left - list.left)
                / list.width)]); }"""
    )
    return [(str(text), int(column)) for text, column in cells]


def test_each_side_keeps_its_column_also_after_a_variation(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/checkers{PEOPLE}&m=11-15.22-18")
    wait_for_turn(page)
    page.get_by_role("button", name="Take back", exact=True).click()
    expect_line(page, "11-15")
    page.get_by_role("button", name="Take back", exact=True).click()
    expect_line(page)
    for plies, move in enumerate(("9-13", "24-19", "5-9"), 1):
        say(page, move)
        expect_plies(page, plies)
    assert columns(page) == [("1.", 0), ("9-13", 0), ("1…", 0), ("24-19", 1), ("2.", 0), ("5-9", 0)]
    expect(page.locator(".variation")).to_have_text("\u22121.11-1522-18")


def test_a_side_that_moves_twice_begins_a_new_row(page: Page, address: str) -> None:
    """No game here has such turns yet; the list goes by who played a move, not by its ply."""
    page.goto(f"{address}/#/play/awari{PEOPLE}")
    wait_for_turn(page)
    page.evaluate(
        """async () => {
        const { Game } = await import("/js/game.js");
        const { MoveList } = await import("/js/moves.js");
        const game = new Game("awari");
        for (const [side, move] of [[1, "a"], [0, "A"], [0, "B"], [1, "b"], [1, "c"], [0, "C"]]) {
            game.tip = game.play(game.tip, move, null);
            game.tip.side = side;
        }
        const list = new MoveList(() => {});
        list.show(game);
        document.querySelector(".moves").replaceWith(list.element); }"""
    )
    cells = columns(page)
    texts = [text for text, _ in cells]
    assert texts == ["1…", "a", "2.", "A", "3.", "B", "b", "4…", "c", "5.", "C"]
    assert {text: column for text, column in cells if text.isalpha()} == {
        **dict.fromkeys("ABC", 0),
        **dict.fromkeys("abc", 1),
    }
