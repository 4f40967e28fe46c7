"""`hopsow games` takes files of games in, goes on where it was interrupted, and shows counts."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest
from shell import HOPSOW, complaint, output, run

GAMES = '[GameType "21"]\n[Event "1"]\n\n1. 11-15 23-19 1-0\n\n[GameType "21"]\n\n1. 9-14 0-1\n'
BROKEN = '\n[Event "{}"]\n[GameType "21"]\n\n1. 11-15 9-13 *\n'


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pdn"
    path.write_text(GAMES)
    return path


def test_games_are_taken_in_and_shown(games: Path, tmp_path: Path) -> None:
    into = tmp_path / "club.db"
    said = output("games", "import", str(games), "--into", str(into))
    assert said == f"{games}: 2 new games\n{into}: the first 30 plies of 2 games\n"
    again = output("games", "import", str(games), "--into", str(into))
    assert (
        again == f"{games}: 0 new games, 2 known already\n{into}: the first 30 plies of 2 games\n"
    )
    shown = output("games", "show", "checkers", "--from", str(into))
    assert [line.split() for line in shown.splitlines()] == [
        ["red", "to", "move:", "2", "games"],
        ["11-15", "1:", "1", "won", "0", "drawn", "0", "lost"],
        ["9-14", "1:", "0", "won", "0", "drawn", "1", "lost"],
    ]
    listed = json.loads(output("games", "show", "checkers", "11-15", "--from", str(into), "--json"))
    assert listed["moves"] == [
        {"move": "23-19", "alike": [], "won": 0, "drawn": 0, "lost": 1, "open": 0}
    ]
    assert (listed["game"], listed["position"][:2]) == ("checkers", "W:")


def test_broken_games_are_named_and_counted(games: Path, tmp_path: Path) -> None:
    games.write_text(GAMES + "".join(map(BROKEN.format, range(12))))
    into = str(tmp_path / "club.db")
    done = run("games", "import", str(games), "--into", into)
    assert done.returncode == 1
    assert "2 new games, 12 broken" in done.stdout
    first, *_, last = done.stderr.splitlines()
    assert first.startswith(f'hopsow: {games}, line 13, column 10: "9-13": ')
    assert last == f"hopsow: {games}: 2 more"
    told = run("games", "import", "-", "--into", into, "--json", stdin=GAMES + BROKEN)
    (file,) = json.loads(told.stdout)["files"]
    assert (file["games"], file["known"], file["broken"][0]["line"]) == (0, 2, 13)


def test_a_place_of_its_own_is_made(games: Path, tmp_path: Path) -> None:
    place = str(tmp_path / "data" / "games.db")
    assert run("games", "import", str(games), HOPSOW_GAMES=place).returncode == 0
    assert "2 games" in run("games", "show", "checkers", HOPSOW_GAMES=place).stdout


def test_ctrl_c_leaves_what_was_read_and_the_same_command_goes_on(tmp_path: Path) -> None:
    into = tmp_path / "club.db"
    command = [*HOPSOW, "games", "import", "-", "--into", str(into), "--jobs", "1"]
    game = '[GameType "21"]\n[Event "{}"]\n\n1. 11-15 1-0\n\n'
    count = 10_000
    text = "".join(map(game.format, range(count))).encode()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(text)  # more than a pipe holds, so most of it has been read by now
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        process.stdin.close()
        said = process.stdout.read().decode()
    assert process.returncode == 130, said
    listed = json.loads(output("games", "show", "checkers", "--from", str(into), "--json"))
    won = listed["moves"][0]["won"]
    assert f"the first 30 plies of {won} games" in said
    assert 0 < won < count
    done = subprocess.run(command, input=text, capture_output=True, check=True)
    assert f"{count - won} new games, {won} known already" in done.stdout.decode()
    assert os.listdir(tmp_path) == ["club.db"]


def test_what_cannot_be_done_is_said_in_a_sentence(games: Path, tmp_path: Path) -> None:
    into = ("--into", str(tmp_path / "club.db"))
    assert "VERB" in complaint("games")
    assert "FILE" in complaint("games", "import")
    assert "No such file" in complaint("games", "import", str(tmp_path / "none.pdn"), *into)
    assert "--plies 0: expected 1 to" in complaint("games", "import", str(games), "--plies", "0")
    assert "--jobs 0: expected 1 to" in complaint("games", "import", str(games), "--jobs", "0")
    assert "unknown rule set" in complaint("games", "import", str(games), "--rules", "x", *into)
    assert "cannot be used" in complaint("games", "import", str(games), "--into", str(games))
    assert "hopsow games import takes them in" in complaint(
        "games", "show", "awari", "--from", "no"
    )
    output("games", "import", str(games), *into)
    assert "9-13: " in complaint("games", "show", "checkers", "11-15", "9-13", "--from", into[1])
    assert "has the first 30 plies" in complaint(
        "games", "import", str(games), "--plies", "5", *into
    )
