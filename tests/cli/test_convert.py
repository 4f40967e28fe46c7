"""`hopsow convert`: every text of a game into every other."""

from pathlib import Path

import hopsow
import pytest
from hopsow.cli import main
from hopsow.exchange import FORMATS
from hopsow.exchange import recognise as kinds
from shell import complaint, output

FORMATS_DATA = Path(__file__).parents[2] / "testdata" / "formats"
RECORDS_DATA = Path(__file__).parents[2] / "testdata" / "records"

COURSE = {"halma": "input-start-black-game", "checkers": "design-start", "awari": "seed-start"}
STARTS = {
    game: {
        "position": f"{hopsow.start(game)}\n",
        "course": (FORMATS_DATA / game / "good" / f"{name}.txt").read_text(),
        "record": str(hopsow.Record(game)),
    }
    for game, name in COURSE.items()
}


def recognise(game: str, text: str) -> str:
    return kinds(text, game)[0][1]


@pytest.mark.parametrize("game", hopsow.GAMES)
@pytest.mark.parametrize("source", FORMATS)
@pytest.mark.parametrize("target", FORMATS)
def test_the_start_in_every_format_becomes_every_other(game: str, source: str, target: str) -> None:
    converted = output("convert", game, "-", "--to", target, stdin=STARTS[game][source])
    back = output("convert", game, "-", "--to", "position", stdin=converted)
    assert back == STARTS[game]["position"]
    assert recognise(game, converted) == target


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_formats_are_recognised(game: str) -> None:
    for name, text in STARTS[game].items():
        assert recognise(game, text) == name
    for file in (RECORDS_DATA / game / "good").glob("*.txt"):
        if file.stem not in ("empty", "no-numbers"):
            assert recognise(game, file.read_text()) == "record"
    for file in (FORMATS_DATA / game / "good").glob("*.txt"):
        assert recognise(game, file.read_text()) == "course"


def test_halma_keeps_mode_and_seconds() -> None:
    text = STARTS["halma"]["course"].replace("300", "0.5")
    assert output("convert", "halma", "-", "--to", "course", stdin=text) == text


def test_checkers_keeps_the_last_move() -> None:
    line = "rrrrwr.r...r........r...w.wwwwww 2_22_13_4 r 50\n"
    assert output("convert", "checkers", "-", "--to", "course", stdin=line) == line
    game = "1. 9-13 *\n"
    converted = output("convert", "checkers", "-", "--to", "course", stdin=game)
    assert converted == "rrrrrrrr.rrrr.......wwwwwwwwwwww 0_8_12 w 49\n"


def test_many_at_once() -> None:
    games = (RECORDS_DATA / "checkers" / "good" / "two-games.txt").read_text()
    lines = output("convert", "checkers", "-", "--to", "course", stdin=games)
    assert [line.split()[1] for line in lines.splitlines()] == ["0_10_14", "0_8_12"]
    positions = output("convert", "checkers", "-", "--to", "position", stdin=lines)
    assert len(positions.splitlines()) == 2
    records = output("convert", "checkers", "-", "--to", "record", stdin=positions)
    assert records.count("[FEN ") == 2


def test_rules_are_the_users() -> None:
    text = STARTS["awari"]["course"]
    assert '[Rules "abapa"]' in output(
        "convert", "awari", "-", "--to", "record", "--rules", "abapa", stdin=text
    )


def test_a_format_may_be_forced() -> None:
    text = "11-15 23-19 *"
    assert "course" not in output(
        "convert", "checkers", "-", "--from", "record", "--to", "position", stdin=text
    )


@pytest.mark.parametrize(
    ("game", "text", "target", "sentence"),
    [
        ("awari", "", "record", "found the end of the text, expected a position, course format"),
        ("awari", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N", "course", "north is to move"),
        ("awari", "* *", "course", "the file holds 2 games, but the course format holds one"),
        ("checkers", "B:W32:B1\nB:W32:B40\n", "course", "line 2, column 8: found"),
        ("checkers", f"{'.' * 31}W -1 r 50\nrrr -1 r 50", "position", "line 2, column 4: found 3"),
        ("halma", "SINGLE\nWHITE\n100.0\n", "record", "line 4, column 1: found 0 rows"),
        ("checkers", "1. 11-15 22-18 2. 9-13 *", "position", "a capture is available: 15x22"),
    ],
)
def test_what_cannot_be_converted_is_explained(
    game: str, text: str, target: str, sentence: str
) -> None:
    assert sentence in complaint("convert", game, "-", "--to", target, stdin=text)


class TestFiles:
    def test_files_are_read_and_written(self, tmp_path: Path) -> None:
        source, target = tmp_path / "board.txt", tmp_path / "record.ogn"
        source.write_text(STARTS["awari"]["course"])
        assert output("convert", "awari", str(source), "--to", "record", "-o", str(target)) == ""
        assert target.read_text() == STARTS["awari"]["record"]
        assert sorted(tmp_path.iterdir()) == [source, target]

    def test_a_file_that_cannot_be_converted_leaves_the_old_one(self, tmp_path: Path) -> None:
        target = tmp_path / "record.pdn"
        target.write_text("old")
        complaint("convert", "checkers", "-", "--to", "record", "-o", str(target), stdin="x")
        assert target.read_text() == "old"
        assert list(tmp_path.iterdir()) == [target]

    def test_a_folder_is_no_file(self, tmp_path: Path) -> None:
        text = STARTS["awari"]["position"]
        arguments = ["convert", "awari", "-", "--to", "record", "-o", str(tmp_path)]
        assert "Is a directory" in complaint(*arguments, stdin=text)
        assert list(tmp_path.iterdir()) == []
        assert list(tmp_path.parent.glob("*.tmp")) == []


def test_a_game_becomes_a_picture_or_a_film(tmp_path: Path) -> None:
    game = tmp_path / "game.pdn"
    game.write_text("1. 11-15 22-18 *\n")
    assert output("convert", "checkers", str(game), "--to", "svg").startswith("<svg ")
    for form, begin in (("svg", b"<svg "), ("png", b"\x89PNG"), ("gif", b"GIF89a")):
        file = tmp_path / f"game.{form}"
        assert output("convert", "checkers", str(game), "--to", form, "-o", str(file)) == ""
        assert file.read_bytes().startswith(begin)
    assert "needs a file: -o FILE" in complaint("convert", "checkers", str(game), "--to", "png")
    assert "--from goes with texts" in complaint(
        "convert", "checkers", str(game), "--to", "svg", "--from", "record"
    )
    game.write_text("1. 11-15 * 1. 9-14 *\n")
    assert "holds 2 games, but a picture shows one" in complaint(
        "convert", "checkers", str(game), "--to", "svg"
    )
    nowhere = str(tmp_path / "none" / "game.gif")
    assert nowhere in complaint(
        "convert", "checkers", "-", "--to", "gif", "-o", nowhere, stdin="1. 11-15 *"
    )


@pytest.mark.parametrize(
    ("option", "name", "ours"),
    [("--to", "fen", "position"), ("--to", "PDN", "record"), ("--from", "pipe", "course")],
)
def test_the_names_of_other_programs_lead_to_ours(
    option: str, name: str, ours: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", "checkers", "-", "--to", "position", option, name]) == 2
    sentence = f"argument {option}: found {name!r}, which is called {ours} here"
    assert sentence in capsys.readouterr().err


def test_an_unknown_format_is_told_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "checkers", "-", "--to", "poem"]) == 2
    assert "found 'poem', expected position, course, record, svg" in capsys.readouterr().err
