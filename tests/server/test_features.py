"""What the page can do, each thing at least once, in a real browser."""

import json
import re
from pathlib import Path

import hopsow
import pytest
from playwright.sync_api import Browser, Page, expect
from served import (
    SQUARE,
    expect_line,
    expect_plies,
    opened,
    record,
    say,
    serving,
    squares_to_choose,
    wait_for_turn,
)
from shell import run

pytestmark = pytest.mark.xdist_group("browser")
PEOPLE = "?p=human;human"
NEARLY_WON = "0-0-2-0-0-1-1-2-1-0-0-0-23-18-S"


def square(page: Page, name: str) -> None:
    page.locator(SQUARE.format(name)).click()


def expect_toast(page: Page, words: str) -> None:
    expect(page.locator("#toast.shown")).to_contain_text(words, ignore_case=True)


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
    found = page.evaluate(
        """() => { const list = document.querySelector(".moves").getBoundingClientRect();
        return [...document.querySelectorAll(".moves > .number, .moves > .move")].map((part) => [
            part.textContent, Math.floor(3 * (part.getBoundingClientRect().left - list.left)
                / list.width)]); }"""
    )
    return [(str(text), int(column)) for text, column in found]


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
    expect(page.locator(".variation")).to_have_text("1.11-1522-18")


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
    found = columns(page)
    texts = [text for text, _ in found]
    assert texts == ["1…", "a", "2.", "A", "3.", "B", "b", "4…", "c", "5.", "C"]
    assert {text: column for text, column in found if text.isalpha()} == {
        **dict.fromkeys("ABC", 0),
        **dict.fromkeys("abc", 1),
    }


def test_resigning_and_agreeing_to_a_draw_end_a_game(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/checkers{PEOPLE}&m=11-15")
    wait_for_turn(page)
    page.get_by_role("button", name="Offer a draw").click()
    page.get_by_role("button", name="Agree").click()
    expect(page.locator(".result")).to_have_text("Draw: agreed")
    page.get_by_role("button", name="Take back", exact=True).click()
    wait_for_turn(page)
    page.get_by_role("button", name="Resign").click()
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
    page.get_by_label("Red, who begins").select_option("random")
    page.get_by_role("combobox", name="White").select_option("human")
    page.get_by_label("Clock").select_option("3+2")
    page.get_by_label("Rules").select_option("tournament")
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
    page.goto(f"{address}/#/play/awari?p=nobody;human")
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


def test_analysis_shows_lines_arrows_and_previews(page: Page, address: str) -> None:
    page.goto(f"{address}/#/analysis/checkers?m=11-15")
    expect(page.locator(".lines li")).to_have_count(3)
    expect(page.locator(".arrow")).to_have_count(3)
    expect(page.locator(".figures")).to_contain_text("depth")
    expect(page.locator(".bar .fill")).to_be_attached()
    page.get_by_role("combobox", name="Lines").select_option("1")
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


def test_review_finds_the_turning_point_and_asks_for_it(page: Page, address: str) -> None:
    start = "0-0-1-0-0-3-1-2-1-0-1-0-20-19-S"
    page.goto(f"{address}/#/review/awari?s={start}&m=C.c")
    point = page.locator(".points li").first
    expect(point).to_contain_text(re.compile("Blunder.*south C"))
    expect(page.locator(".graph .blunder")).to_have_count(1)
    expect(page.locator(".move.blunder")).to_have_count(1)
    page.get_by_role("button", name="Find the better moves").click()
    square(page, "C")
    expect(page.locator(".task .wrong")).to_be_visible()
    square(page, "F")
    expect(page.locator(".task .good")).to_be_visible()
    page.get_by_role("button", name="Done").click()
    point.get_by_role("button", name="What was better").click()
    expect_toast(page, "f was better")


def test_the_editor_says_why_a_position_is_impossible(page: Page, address: str) -> None:
    page.goto(f"{address}/#/editor/checkers")
    expect(page.locator(".verdict")).to_have_text("Red to move, 7 legal moves")
    page.get_by_role("button", name="White man").click()
    square(page, "1")
    expect(page.locator(".verdict.wrong")).to_contain_text("would have been crowned")
    page.get_by_role("button", name="Empty square").click()
    square(page, "1")
    page.get_by_label("To move").select_option("white")
    expect(page.locator(".verdict")).to_contain_text("White to move")
    page.get_by_role("button", name="Play from here").click()
    wait_for_turn(page)
    assert record(page).start.to_move == "white"


def test_the_editor_opens_pasted_and_dropped_texts(page: Page, address: str) -> None:
    page.goto(f"{address}/#/editor/halma")
    page.get_by_label("Text to open").fill("1. 11-15 22-18 2. 15x22 *")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".moves .move")).to_have_count(3)
    page.goto(f"{address}/#/editor/halma")
    expect(page.locator(".verdict")).to_be_visible()
    page.evaluate(
        """() => { const data = new DataTransfer();
        data.items.add(new File(['0 0\\n4 4 4 4 4 5\\n4 4 4 4 4 3\\n'], 'board.txt'));
        document.getElementById('view').dispatchEvent(
            new DragEvent('drop', {dataTransfer: data, bubbles: true})); }"""
    )
    expect(page.locator("[data-count=a]")).to_have_text("5")
    page.get_by_label("Text to open").fill("SINGLE\nWHITE\n")
    page.get_by_role("button", name="Open", exact=True).click()
    expect_toast(page, "line 3")


def test_the_editor_saves_every_text_and_the_link_opens_again(
    page: Page, address: str, tmp_path: Path
) -> None:
    page.goto(f"{address}/#/editor/checkers{PEOPLE}&m=11-15.22-18")
    output = page.get_by_label("Saved text")
    for name, marker in (
        ("Record", "11-15 22-18"),
        ("Position", "B:W"),
        ("Course format", "0_21_17"),
    ):
        page.get_by_role("button", name=name, exact=True).click()
        expect(output).to_have_value(re.compile(re.escape(marker)))
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    download.value.save_as(tmp_path / "pipe.txt")
    assert "0_21_17" in (tmp_path / "pipe.txt").read_text()
    page.get_by_role("button", name="Link", exact=True).click()
    expect(output).to_have_value(re.compile("m=11-15.22-18"))
    link = output.input_value()
    page.goto("about:blank")
    page.goto(link.replace("editor", "play"))
    wait_for_turn(page)
    assert len(record(page).moves) == 2


def test_awari_is_edited_with_stones_and_stores(page: Page, address: str) -> None:
    page.goto(f"{address}/#/editor/awari")
    expect(page.locator(".verdict")).to_have_text("South to move, 6 legal moves")
    square(page, "A")
    expect(page.locator("[data-count=A]")).to_have_text("5")
    page.get_by_role("button", name="Remove a stone").click()
    square(page, "A")
    page.get_by_label("South's store").fill("7")
    page.get_by_label("South's store").blur()
    expect(page.locator("[data-count=south]")).to_have_text("7")


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


def test_settings_are_kept(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/checkers")
    wait_for_turn(page)
    expect(page.locator(".number:text('11')")).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Theme").select_option("dark")
    page.get_by_label("Animation").select_option("slow")
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


def test_texts_never_become_markup(page: Page, address: str) -> None:
    page.goto(f"{address}/#/editor/checkers")
    page.get_by_label("Text to open").fill('B:W<img src=x onerror="throw 1">:B1')
    page.get_by_role("button", name="Open", exact=True).click()
    expect_toast(page, "<img")
    assert page.locator("#toast img").count() == 0


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
