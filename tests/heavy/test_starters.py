"""Every starter, built and asked: its moves are the core's, and it passes what it names as next."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import asdict
from itertools import zip_longest
from pathlib import Path

import hopsow
import pytest
from boards import moves, positions, questions
from hopsow.starters import LANGUAGES, Starter, write
from shell import complaint, output

STARTERS = [
    pytest.param(game, language, marks=pytest.mark.xdist_group(f"{game} {language}"))
    for game in hopsow.GAMES
    for language in LANGUAGES
]
HANGS_S = 600


def run(command: str, folder: Path, typed: str = "") -> str:
    """What a command prints that succeeds, typed in a folder; `hopsow` and `python3` are ours."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PATH": path},
        timeout=HANGS_S,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.mark.parametrize(("game", "language"), STARTERS)
def test_starter_knows_the_rules_and_passes_its_checks(
    game: str, language: str, tmp_path: Path
) -> None:
    """One test for each program, so that it is built once."""
    starter = write(game, language, tmp_path / "mine")
    *build, check, match, _ = starter.commands
    tool = (LANGUAGES[language].build or LANGUAGES[language].run).split()[0]
    if shutil.which(tool) is None:
        pytest.skip(f"no {tool} on this system")
    for command in build:
        run(command, starter.folder)
    asked = positions(game)
    assert len(asked) > 200
    printed = run(
        f"{LANGUAGES[language].run} --moves", starter.folder, questions(game, asked)
    ).splitlines()
    assert len(printed) == len(asked)
    for position, line in zip(asked, printed, strict=True):
        listed = [position.move(move) for move in moves(game, line)]
        assert sorted(map(str, listed)) == sorted(map(str, position.legal_moves)), position
    assert "checks passed" in run(f"{check} --sandbox require", starter.folder)
    played = json.loads(
        run(f"{match} --games 2 --plies 30 --sandbox require --json", starter.folder)
    )
    assert [game["guilty"] for game in played["results"]] == [None, None]
    if game == "checkers":
        _plays_itself_on_a_pipe(LANGUAGES[language].run, starter.folder)


def _plays_itself_on_a_pipe(program: str, folder: Path) -> None:
    """The course's own command, with a listener: every line is drawn, and who won is said."""
    game = f"{program} init verbose < pipe 2> shown | tee one | {program} | tee two > pipe"
    run(f"mkfifo pipe && export LC_ALL=C && {game}", folder)
    white = (folder / "one").read_text().splitlines()
    red = (folder / "two").read_text().splitlines()
    lines = [line for pair in zip_longest(white, red) for line in pair if line]
    shown = (folder / "shown").read_text(encoding="utf-8").rstrip().split("\n\n")
    assert [block.split("\n")[0] for block in shown] == [line.split(" ", 1)[1] for line in lines]
    assert shown[0] == DRAWN_START
    ends = {"-2": "red wins", "-3": "white wins", "-4": "draw"}
    assert shown[-1].split("\n")[-1] == ends[lines[-1].split()[1]]


DRAWN_START = """\
-1 r 50
 0    ●   ●   ●   ●
 4  ●   ●   ●   ●
 8    ●   ●   ●   ●
12  ·   ·   ·   ·
16    ·   ·   ·   ·
20  ○   ○   ○   ○
24    ○   ○   ○   ○
28  ○   ○   ○   ○"""


def test_next_commands_are_printed_and_work(tmp_path: Path) -> None:
    text = run("hopsow new awari mine", tmp_path)
    lines = text.splitlines()
    assert lines[0] == "wrote agent.py and README.md into mine; next:"
    assert lines[-1] == "then make choose in agent.py better; README.md says how"
    assert "mark: " in run(" && ".join(lines[1:-1]), tmp_path)


def test_json_says_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "a b" / "mine"
    made = json.loads(output("new", "halma", str(folder), "--language", "cpp", "--json"))
    starter = Starter(folder, ["main.cpp", "README.md"], made["commands"])
    assert made == {**asdict(starter), "folder": str(folder)}
    assert made["commands"][0].startswith("g++ ")
    assert sorted(path.name for path in folder.iterdir()) == sorted(starter.files)


@pytest.mark.parametrize("game", hopsow.GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_readme_is_about_this_program(game: str, language: str, tmp_path: Path) -> None:
    starter = write(game, language, tmp_path)
    text = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert f"`{LANGUAGES[language].file}`" in text
    assert "\n".join(starter.commands) in text
    for command in ("check", "match", "review", "replay"):
        assert f"hopsow {command}" in text
    assert "--open" in text
    assert ("init verbose" in text) == (game == "checkers")
    assert max(map(len, text.splitlines())) <= 120


def test_a_folder_in_use_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text("mine")
    problem = complaint("new", "halma", str(tmp_path))
    assert problem == f"{tmp_path} is not empty; expected a new or an empty folder"
    assert [path.name for path in tmp_path.iterdir()] == ["agent.py"]
    assert (tmp_path / "agent.py").read_text() == "mine"


def test_odd_arguments_get_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert complaint("new", "halma", str(file)).startswith(f"{file} is not a folder")
    assert "invalid choice: 'cobol'" in complaint("new", "halma", "--language", "cobol")
    assert "Not a directory" in complaint("new", "halma", str(file / "below"))
    assert "unknown game" in complaint("new", "chess")
