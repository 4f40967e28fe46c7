"""The checkers pipe beyond single lines: answers, ends and the older dialect."""

import hopsow
import pytest
from hopsow.errors import IllegalMoveError, ParseError
from hopsow.protocols import checkers as checkers_pipe

START = hopsow.start("checkers")
FIRST = "rrrrrrrr.rrrr.......wwwwwwwwwwww 0_8_12 w 49\n"
OLDER_FIRST = "rrrrrrrr.rrrr.......wwwwwwwwwwww 0_9_13 w 49\n"
RED_IS_DONE = hopsow.parse("checkers", "B:W6,19,K23,29:B")


def test_a_move_is_answered_with_its_line() -> None:
    state = checkers_pipe.after(START, START.move("9-13"))
    assert checkers_pipe.write(state) == FIRST
    assert not state.is_end


def test_the_start_line_begins() -> None:
    line = checkers_pipe.write(checkers_pipe.PipeState(START, "begin"))
    assert line == "rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50\n"


def test_a_side_without_moves_answers_that_it_has_lost() -> None:
    state = checkers_pipe.end(RED_IS_DONE)
    assert checkers_pipe.write(state) == ".....w............w...W.....w... -3 w 50\n"
    assert state.is_end


def test_counter_zero_is_answered_with_a_draw() -> None:
    position = hopsow.parse("checkers", "W:WK32:BK1:H50")
    line = checkers_pipe.write(checkers_pipe.end(position))
    assert line == "R..............................W -4 r 0\n"


def test_a_game_that_goes_on_has_no_end_line() -> None:
    with pytest.raises(ValueError, match="the game is not over"):
        checkers_pipe.end(START)


@pytest.mark.parametrize("line", [FIRST, OLDER_FIRST])
def test_both_dialects_answer_a_known_position(line: str) -> None:
    assert checkers_pipe.parse_answer(line, START) == START.move("9-13")


def test_an_older_dialect_is_written_back_as_such() -> None:
    assert checkers_pipe.write(checkers_pipe.parse(OLDER_FIRST)) == OLDER_FIRST


def test_a_line_that_fits_both_dialects_is_settled_by_the_position_before() -> None:
    before = hopsow.parse("checkers", "B:W32:B7,8")
    move = before.move("8-11")
    older = checkers_pipe.write(checkers_pipe.after(before, move)._replace(base=1))
    assert checkers_pipe.parse_answer(older, before) == move


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "rrrrrrrr.rrrr.......wwwwwwwwwwww 0_8_12 w 50",
            "column 43: the line does not follow from 9-13: found COUNTER 50, expected rrr",
        ),
        ("rrrrrrrr.rrrr.......wwwwwwwwwwww 0_8_12 r 49", "column 41: .* found NEXT r, expected"),
        ("rrrrrrrrr.rrr.......wwwwwwwwwwww 0_8_12 w 49", "column 9: .* found another board"),
    ],
)
def test_the_line_must_follow_from_the_move(line: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        checkers_pipe.parse_answer(line, START)


def test_an_illegal_move_is_named_as_such() -> None:
    with pytest.raises(IllegalMoveError):
        checkers_pipe.parse_answer("rrrrrrrr.rrr....r...wwwwwwwwwwww 0_8_16 w 49", START)


@pytest.mark.parametrize("marker", ["-1", "-2", "-3", "-4", "-5"])
def test_nobody_ends_a_game_that_goes_on(marker: str) -> None:
    with pytest.raises(IllegalMoveError, match="the game goes on"):
        checkers_pipe.parse_answer(f"rrrrrrrrrrrr........wwwwwwwwwwww {marker} w 50", START)


@pytest.mark.parametrize(
    "line",
    [
        ".....w............w...W.....w... -2 w 50",
        ".....w............w...W.....w... -4 w 50",
        ".....w............w...W.....w... -3 r 50",
        ".....w............w...W.....w... -3 w 49",
        "r....w............w...W.....w... -3 w 50",
    ],
)
def test_the_end_is_announced_as_it_is(line: str) -> None:
    with pytest.raises(ParseError, match=r"expected \.\.\.\.\.w"):
        checkers_pipe.parse_answer(line, RED_IS_DONE)


def test_other_rules_have_no_line() -> None:
    state = checkers_pipe.PipeState(hopsow.start("checkers", "tournament"), "begin")
    with pytest.raises(ValueError, match="the pipe knows only the rules dd2380, not tournament"):
        checkers_pipe.write(state)
