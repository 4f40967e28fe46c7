"""Every text of every game is recognised without being told what it is."""

from pathlib import Path

import hopsow
import pytest
from hopsow import Record, exchange
from hopsow.exchange import COURSE, FORMATS, POSITION, RECORD

TESTDATA = Path(__file__).parents[2] / "testdata"


@pytest.mark.parametrize("game", hopsow.GAMES)
@pytest.mark.parametrize("form", FORMATS)
def test_what_is_written_is_recognised_and_read(game: str, form: str) -> None:
    text = exchange.write(game, [Record(game)], form)
    result = exchange.read(text)
    assert (result.game, result.format) == (game, form)
    assert result.record.position == hopsow.start(game)
    assert exchange.read_all(text) == [result.record]


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_records_tell_their_game(game: str) -> None:
    record = Record(game)
    for _ in range(6):
        record.play(record.position.legal_moves[-1])
    assert exchange.read(str(record)).record == record


def test_moves_without_tags_tell_it_too() -> None:
    for game, text in (("checkers", "1. 11-15 22-18 *"), ("awari", "1. C b *")):
        assert exchange.read(text).game == game


def test_a_file_from_elsewhere_may_begin_with_a_mark_and_have_other_line_ends() -> None:
    text = "\ufeff" + str(Record("checkers")).replace("\n", "\r\n")
    assert exchange.read(text.encode()).record == Record("checkers")


def test_lines_of_the_pipe_are_one_game_where_they_follow() -> None:
    record = Record("checkers")
    lines = exchange.write("checkers", [record], COURSE)
    for move in ("11-15", "22-18", "15x22"):
        record.play(move)
        lines += exchange.write("checkers", [record], COURSE)
    assert exchange.read(lines).record.moves == record.moves
    assert len(exchange.read_all(lines)) == 4


def test_a_comment_in_braces_is_no_evidence() -> None:
    assert exchange.read("{a comment} 1. 11-15 *").format == RECORD


def test_a_game_named_with_evidence_has_to_be_its_own() -> None:
    text = (
        '{"format": "hopsow evidence", "game": "awari", "rules": "forfeit", '
        '"start": "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "moves": [{"move": "C"}]}'
    )
    assert [str(move) for move in exchange.read(text).record.moves] == ["C"]
    with pytest.raises(hopsow.ParseError, match="it is a game of awari, not of halma"):
        exchange.read(text, "halma")


@pytest.mark.parametrize("text", ["", " \n", "x", "{", '{"a": 1}', "\0", "- - -", "1.", "5 5"])
def test_anything_else_is_a_parse_error(text: str) -> None:
    with pytest.raises(hopsow.ParseError):
        exchange.read(text)
    with pytest.raises(hopsow.ParseError):
        exchange.read_all(text)


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_files_have_names_that_suit_them(game: str) -> None:
    names = {exchange.file_name(game, form) for form in FORMATS}
    assert len(names) == len(FORMATS)
    assert exchange.file_name(game, POSITION) == "position.txt"


@pytest.mark.parametrize("path", sorted(TESTDATA.glob("records/*/good/*.txt")), ids=str)
def test_all_good_records_are_read_with_their_game_named(path: Path) -> None:
    game = path.parent.parent.name
    if path.stem != "empty":
        assert exchange.read_all(path.read_bytes(), game)


@pytest.mark.parametrize(
    ("text", "game", "plies"),
    [("1. 11-15 23-19 2. 8-11", "checkers", 3), ("F f", "awari", 2), ("1. 4,1-5,2", "halma", 1)],
)
def test_a_pasted_record_may_lack_its_result(text: str, game: str, plies: int) -> None:
    result = exchange.read(text)
    assert (result.game, len(result.record.moves)) == (game, plies)
    with pytest.raises(hopsow.ParseError):
        exchange.read_all(text)


def test_all_games_of_a_text_are_read() -> None:
    assert [len(record.moves) for record in exchange.read("1. F * 1. E a *").records] == [1, 2]


def test_the_game_type_tells_the_game() -> None:
    with pytest.raises(hopsow.ParseError, match=r'the game type "20", expected one of .*21'):
        exchange.read('[GameType "20"]\n1. 32-28 *')
    with pytest.raises(hopsow.ParseError, match="a square from 1 to 32"):
        exchange.read('[GameType "21"]\n1. hello *')


def test_a_text_of_no_game_is_not_taken_for_one() -> None:
    for text in ("hello", '[Event "x"]\n1. 33-34 *'):
        with pytest.raises(hopsow.ParseError, match="not recognised"):
            exchange.read(text)
