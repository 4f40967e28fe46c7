"""Nothing of a game is lost: links, records, comments and reviews, with animation and sound on."""

import re

import pytest
from hopsow import Record
from hopsow.records.notes import Note
from playwright.sync_api import Browser, Page, expect
from served import PEOPLE, SQUARE, choose, expect_line, expect_toast, opened, square, wait_for_turn

STUDY = """[Black "Ada"]
[White "Grace"]
[GameType "21"]
[Result "1/2-1/2"]

{The opening} 1. 11-15 22-18! (1... 23-19 {solid} 2. 8-11) 2. 15x22 25x18 1/2-1/2
"""


def open_text(page: Page, text: str) -> None:
    page.get_by_label("Text to open").fill(text)
    page.get_by_role("button", name="Open", exact=True).click()


def saved(page: Page, name: str) -> str:
    output = page.get_by_label("Saved text")
    output.evaluate("field => { field.value = ''; }")
    page.get_by_role("button", name=name, exact=True).click()
    expect(output).to_have_value(re.compile(".+"))
    return output.input_value()


def draw(page: Page, first: str, last: str) -> None:
    """With the right button, from one square to another."""
    for name in (first, last):
        box = page.locator(SQUARE.format(name)).bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if name == first:
            page.mouse.down(button="right")
    page.mouse.up(button="right")


def test_a_record_keeps_names_comments_variations_and_result(
    lively: Page, browser: Browser, address: str
) -> None:
    lively.goto(f"{address}/#/editor/checkers")
    expect(lively.locator(".verdict")).not_to_be_empty()
    open_text(lively, STUDY)
    expect(lively.locator(".moves .comment")).to_have_text(["The opening", "solid"])
    expect(lively.locator(".moves > .move")).to_have_text(["11-15", "22-18 !", "15x22", "25x18"])
    expect(lively.locator(".variation .move")).to_have_text(["23-19", "8-11"])
    expect(lively.locator(".strip .who")).to_have_text(["Ada", "Grace"])
    assert "s=" not in lively.evaluate("location.hash")
    lively.get_by_role("link", name="Editor").click()
    expect(lively.locator(".verdict")).not_to_be_empty()
    written, wanted = (
        Record.parse("checkers", saved(lively, "Record")),
        Record.parse("checkers", STUDY),
    )
    assert written == wanted
    link = saved(lively, "Link")
    with opened(browser, is_quiet=False) as context:
        elsewhere = context.new_page()
        elsewhere.goto(link)
        expect(elsewhere.locator(".result")).to_have_text("Draw, as recorded")
        elsewhere.get_by_role("link", name="Analyse").click()
        expect(elsewhere.locator(".moves .comment")).to_have_text(["The opening", "solid"])
        expect(elsewhere.locator(".variation .move")).to_have_text(["23-19", "8-11"])
        expect(elsewhere.locator(".strip .who")).to_have_text(["Ada", "Grace"])


def test_the_link_carries_the_whole_game_wherever_one_looks(
    lively: Page, browser: Browser, address: str
) -> None:
    lively.goto(f"{address}/#/play/awari{PEOPLE}")
    wait_for_turn(lively)
    lively.get_by_role("button", name="New game").click()
    choose(lively, "Clock", "Your own")
    lively.get_by_label("Minutes for each side").fill("7")
    lively.get_by_role("button", name="Begin").click()
    for pit in ("F", "a", "D"):
        wait_for_turn(lively)
        square(lively, pit)
    expect_line(lively, "F", "a", "D")
    wait_for_turn(lively)
    lively.get_by_role("link", name="Analyse").click()
    lively.get_by_role("button", name="First position").click()
    lively.get_by_role("link", name="Editor").click()
    expect(lively.locator(".verdict")).not_to_be_empty()
    assert "1. F a 2. D *" in saved(lively, "Record")
    assert saved(lively, "Picture").startswith("<svg ")
    link = saved(lively, "Link")
    with opened(browser, is_quiet=False) as context:
        elsewhere = context.new_page()
        elsewhere.goto(link)
        assert [str(move) for move in wait_for_turn(elsewhere).moves] == ["F", "a", "D"]
        expect(elsewhere.locator(".clock").last).to_have_text(re.compile(r"^[67]:\d\d$"))
    lively.get_by_label("Text to open").fill(link)
    lively.get_by_role("button", name="Open", exact=True).click()
    assert len(wait_for_turn(lively).moves) == 3


def test_what_people_paste_is_opened_and_what_is_not_a_game_is_told(
    lively: Page, address: str
) -> None:
    lively.goto(f"{address}/#/editor/halma")
    expect(lively.locator(".verdict")).not_to_be_empty()
    open_text(lively, "hello")
    expect_toast(lively, "not recognised")
    open_text(lively, '[GameType "20"]\n1. 32-28 *')
    expect_toast(lively, "21 (checkers)")
    open_text(lively, "* *".join(['[Event "One"]\n1. F ', '\n[Event "Two"]\n1. E a ']) + "*")
    lively.get_by_role("button", name=re.compile("Two.*2 plies")).click()
    expect_line(lively, "E", "a")
    expect_toast(lively, "2 moves")
    lively.get_by_role("link", name="Editor").click()
    expect(lively.locator(".verdict")).not_to_be_empty()
    open_text(lively, "1. 11-15")
    expect_toast(lively, "1 move")
    expect_line(lively, "11-15")
    lively.get_by_role("link", name="Editor").click()
    expect(lively.locator(".verdict")).not_to_be_empty()
    lively.get_by_role("button", name="Clear").click()
    expect(lively.locator(".verdict")).to_have_text("The board is empty")


def test_a_player_that_does_not_exist_is_not_kept(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/play/checkers?p=foo;bar")
    expect_toast(lively, "expected engine")
    wait_for_turn(lively)
    lively.goto("about:blank")
    lively.goto(f"{address}/#/play/checkers")
    wait_for_turn(lively)
    expect(lively.locator(".strip .who")).to_have_text(["Engine, level 3", "you"])


def test_a_forced_move_is_searched_on(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/analysis/checkers?m=11-15.22-18")
    expect(lively.locator(".figures")).to_have_text(re.compile("depth ([6-9]|[1-9][0-9])"))
    expect(lively.locator(".lines li")).to_have_count(1)
    expect(lively.locator(".lines .pv button").first).to_have_text("15x22")
    assert lively.locator(".lines .pv button").count() > 1


@pytest.mark.parametrize(
    ("game", "start", "score"),
    [
        ("awari", "0-0-1-0-0-2-1-0-3-0-0-1-20-20-S", "North wins by 6 stones"),
        ("checkers", "B:W18,24:BK10", "White wins, 28 plies to the end or to progress"),
    ],
)
def test_a_certain_result_says_how_far_or_by_how_much(
    lively: Page, address: str, game: str, start: str, score: str
) -> None:
    lively.goto(f"{address}/#/analysis/{game}?s={start}")
    expect(lively.locator(".lines .score").first).to_have_text(score)
    expect(lively.locator(".figures")).to_contain_text("Nothing is left to find out")
    assert lively.locator(".lines li").first.locator(".pv button").count() > 3


def test_a_review_is_kept(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/review/awari?p=human;greedy&s=0-0-1-0-0-3-1-2-1-0-1-0-20-19-S&m=C.c")
    lively.locator(".points li").first.wait_for()
    asked: list[str] = []
    lively.on(
        "websocket", lambda socket: socket.on("framesent", lambda text: asked.append(str(text)))
    )
    lively.reload()
    expect(lively.locator(".points li").first).to_contain_text("south C")
    expect(lively.locator(".accuracy")).to_contain_text("South")
    assert asked
    assert not [text for text in asked if '"review"' in text]


def test_the_board_has_one_size_in_play_and_analysis(lively: Page, address: str) -> None:
    sizes = []
    for view in ("play", "analysis"):
        lively.goto("about:blank")
        lively.goto(f"{address}/#/{view}/checkers{PEOPLE}")
        lively.locator(".moves p").wait_for()
        sizes.append(lively.locator(".board").bounding_box())
    lively.locator(".bar .fill").wait_for(state="attached")
    sizes.append(lively.locator(".board").bounding_box())
    lively.get_by_role("button", name="Engine").click()
    sizes.append(lively.locator(".board").bounding_box())
    assert sizes[1:] == sizes[:1] * 3


def test_lessons_speak_of_what_is_seen(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/learn/checkers")
    expect(lively.locator(".panel")).to_contain_text("away from its own edge")
    expect(lively.locator("svg .number")).to_have_count(32)


def test_notes_of_a_record_are_told_by_the_move(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/editor/awari")
    expect(lively.locator(".verdict")).not_to_be_empty()
    record = Record.parse("awari", "1. F a *")
    record.notes[2] = Note("50 % (or so), $5 * 3. {braces} & more")
    open_text(lively, str(record))
    comment = lively.locator(".moves .comment")
    expect(comment).to_have_text(record.notes[2].comment)
    lively.reload()
    expect(comment).to_have_text(record.notes[2].comment)


def test_a_study_is_written_and_becomes_part_of_the_record(lively: Page, address: str) -> None:
    lively.goto(f"{address}/#/analysis/awari?m=F.a")
    expect(lively.locator(".moves .move")).to_have_count(2)
    lively.get_by_text("Comment and symbols").click()
    lively.get_by_role("button", name="Good move").click()
    lively.get_by_role("button", name="Interesting move").click()
    lively.get_by_role("button", name="Level position").click()
    lively.get_by_label("Comment", exact=True).fill("North holds on.")
    expect(lively.locator(".moves > .move").last).to_have_text("a !? =")
    expect(lively.locator(".moves .comment")).to_have_text("North holds on.")
    draw(lively, "F", "e")
    draw(lively, "B", "B")
    draw(lively, "C", "C")
    draw(lively, "C", "C")
    expect(lively.locator(".by-hand")).to_have_count(2)
    lively.get_by_role("button", name="Back", exact=True).click()
    expect(lively.get_by_label("Comment", exact=True)).to_have_value("")
    expect(lively.locator(".by-hand")).to_have_count(0)
    lively.get_by_role("link", name="Editor").click()
    expect(lively.locator(".verdict")).not_to_be_empty()
    text = saved(lively, "Record")
    assert "1. F a!? $10 {[%draw F>e B] North holds on.} *" in text
    open_text(lively, text)
    expect(lively.locator(".by-hand")).to_have_count(2)
    expect(lively.locator(".moves .comment")).to_have_text("North holds on.")
    lively.reload()
    expect(lively.locator(".by-hand")).to_have_count(2)
