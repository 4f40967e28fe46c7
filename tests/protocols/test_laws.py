"""Laws of the course formats: whatever comes in, a value or one of our errors comes out."""

from collections.abc import Callable
from pathlib import Path

import hopsow
import pytest
from damage import damaged
from effort import many, seeded
from hopsow.errors import IllegalMoveError, ParseError
from hopsow.protocols import awari as awari_setup
from hopsow.protocols import checkers as checkers_pipe
from hopsow.protocols import halma as halma_files
from hypothesis import given
from hypothesis import strategies as st

FORMATS = Path(__file__).parents[2] / "testdata" / "formats"
WHITE_BEGINS = hopsow.start("halma", first="white")


def files(game: str, start: str = "") -> list[bytes]:
    paths = sorted((FORMATS / game / "good").glob(f"{start}*.txt"))
    return [file.read_bytes() for file in paths]


def check_input(text: str | bytes) -> None:
    try:
        task = halma_files.parse_input(text)
    except ParseError as error:
        assert_placed(error, text)
    else:
        assert halma_files.parse_input(halma_files.write_input(task)) == task


def check_output(text: str | bytes) -> None:
    try:
        move = halma_files.parse_output(text, WHITE_BEGINS)
    except ParseError as error:
        assert_placed(error, text)
    except IllegalMoveError:
        pass
    else:
        assert halma_files.parse_output(halma_files.write_output(move), WHITE_BEGINS) == move


def check_pipe(text: str | bytes) -> None:
    try:
        state = checkers_pipe.parse(text)
    except ParseError as error:
        assert_placed(error, text)
    else:
        line = checkers_pipe.write(state)
        again = checkers_pipe.parse(line)
        assert again.position == state.position
        assert checkers_pipe.write(again) == line


def check_answer(text: str | bytes) -> None:
    try:
        move = checkers_pipe.parse_answer(text, hopsow.start("checkers"))
    except (ParseError, IllegalMoveError):
        pass
    else:
        assert move in hopsow.start("checkers").legal_moves


def check_set_up(text: str | bytes) -> None:
    try:
        position = awari_setup.parse(text)
    except ParseError as error:
        assert_placed(error, text)
    else:
        assert awari_setup.parse(awari_setup.write(position)) == position


def assert_placed(error: ParseError, text: str | bytes) -> None:
    """The error points into the text, or just behind it."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    lines = data.decode("utf-8", "replace").split("\n")
    assert 1 <= error.line <= len(lines) + 1
    assert error.column >= 1
    if error.line <= len(lines):
        assert error.column <= len(lines[error.line - 1]) + 1


CHECKS: dict[Callable[[str | bytes], None], list[bytes]] = {
    check_input: files("halma", "input"),
    check_output: files("halma", "output"),
    check_pipe: files("checkers"),
    check_answer: [b"rrrrrrrr.rrrr.......wwwwwwwwwwww 0_8_12 w 49\n"],
    check_set_up: files("awari"),
}
each_format = pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)


@each_format
@many
@given(data=st.data())
def test_any_bytes_are_read_or_refused(
    check: Callable[[str | bytes], None], data: st.DataObject
) -> None:
    check(data.draw(st.binary(max_size=400)))


@each_format
@given(text=st.text(st.characters(codec=None), max_size=100))
def test_any_string_is_read_or_refused(check: Callable[[str | bytes], None], text: str) -> None:
    check(text)


@each_format
@many
@given(data=st.data())
def test_damaged_files_are_read_or_refused(
    check: Callable[[str | bytes], None], data: st.DataObject
) -> None:
    check(data.draw(damaged(CHECKS[check])))


@each_format
@pytest.mark.parametrize("unit", [b"\n", b"B", b"4 ", b"1_", b"J 12,15 10,13\n", b"9", b"\xff"])
def test_megabytes_do_not_hang(check: Callable[[str | bytes], None], unit: bytes) -> None:
    check(CHECKS[check][0].rstrip(b"\n") + unit * (4_000_000 // len(unit)))


@pytest.mark.parametrize("seed", range(5))
def test_every_move_of_random_games_survives_the_halma_files(seed: int) -> None:
    position = hopsow.start("halma")
    choose = seeded(seed).choice
    for _ in range(60):
        task = halma_files.HalmaTask("GAME", position.to_move, 1.5, position)
        assert halma_files.parse_input(halma_files.write_input(task)) == task
        for move in position.legal_moves:
            assert halma_files.parse_output(halma_files.write_output(move), position) == move
        position = position.play(choose(position.legal_moves))


@pytest.mark.parametrize("seed", range(20))
def test_every_move_of_random_games_survives_the_pipe(seed: int) -> None:
    position = hopsow.start("checkers")
    choose = seeded(seed).choice
    while position.outcome is None:
        for move in position.legal_moves:
            state = checkers_pipe.after(position, move)
            line = checkers_pipe.write(state)
            assert checkers_pipe.parse(line) == state
            assert checkers_pipe.parse_answer(line, position) == move
            older = checkers_pipe.write(state._replace(base=1))
            assert checkers_pipe.parse_answer(older, position) == move
        position = position.play(choose(position.legal_moves))
    end = checkers_pipe.write(checkers_pipe.end(position))
    assert checkers_pipe.parse_answer(end, position) == position.outcome


@pytest.mark.parametrize("seed", range(20))
def test_positions_of_random_games_survive_the_set_up_file(seed: int) -> None:
    position = hopsow.start("awari")
    choose = seeded(seed).choice
    for _ in range(200):
        if not position.legal_moves:
            break
        if position.to_move == "south":
            assert awari_setup.parse(awari_setup.write(position)) == position
        position = position.play(choose(position.legal_moves))
