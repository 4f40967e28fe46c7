"""Every example of every `--help` works on a fresh install, in a folder with the files it names."""

import re
import sys
from pathlib import Path

import pytest
from examples import printed, serves
from hopsow.cli import groups
from shell import output

SERVERS = ("play", "serve")

AGENT = """\
import sys
from pathlib import Path

import hopsow
from hopsow.protocols import checkers as checkers_pipe
from hopsow.protocols import halma as halma_files

if Path("input.txt").exists():
    task = halma_files.parse_input(Path("input.txt").read_text())
    move = hopsow.search(task.position, depth=1).move
    Path("output.txt").write_text(halma_files.write_output(move))
else:
    if "init" in sys.argv:
        print("rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50", flush=True)
    for line in sys.stdin:
        state = checkers_pipe.parse(line)
        position = state.position
        if state.last in ("red wins", "white wins", "draw"):
            break
        if position.outcome is not None:
            print(checkers_pipe.write(checkers_pipe.end(position)), end="")
            break
        move = hopsow.search(position, depth=6).move
        print(checkers_pipe.write(checkers_pipe.after(position, move)), end="", flush=True)
"""
ENGINE = """\
import sys

from hopsow.ugi.session import Session

session = Session(lambda line: print(line, flush=True))
for line in sys.stdin:
    on_a_clock = line.startswith(("go cputime", "go movetime", "go p1time"))
    if not session.answer("go depth 2" if on_a_clock else line):
        break
session.end()
"""
CLASS = """\
name = "class"
game = "awari"
games = 2

[[agents]]
name = "alice"
spec = "greedy"

[[agents]]
name = "bob"
spec = "random:seed=1"
"""


def examples(verb: str) -> list[str]:
    """The lines below "examples:" in the help of a verb."""
    _, _, section = output(verb, "--help").partition("examples:\n")
    return [line.strip() for line in section.splitlines() if line.strip()]


def prepared(folder: Path) -> None:
    """The files that examples name: what a student, a teacher and an engine author have."""
    task = output("convert", "halma", "-", "--to", "course", stdin=output_position("halma"))
    (folder / "game").mkdir()
    for place in (folder, folder / "game"):
        (place / "input.txt").write_text(task.replace("100.0", "0.5"))
    board = output("convert", "awari", "-", "--to", "course", stdin=output_position("awari"))
    (folder / "board.txt").write_text(board)
    (folder / "states.txt").write_text("rrrrrrrr.rrrr.......wwwwwwwwwwww 0_8_12 w 49\n")
    (folder / "games.pdn").write_text(
        '[GameType "21"]\n[Result "*"]\n\n1. 11-15 22-18 2. 15x22 *\n'
    )
    (folder / "class.toml").write_text(CLASS)
    (folder / "agent.py").write_text(AGENT)
    (folder / "mine.py").write_text(ENGINE)
    (folder / "mine").write_text(f"#!{sys.executable}\n{ENGINE}")
    (folder / "mine").chmod(0o755)


def output_position(game: str) -> str:
    return re.search(r'"position": "([^"]+)"', output("show", game, "--json"))[1]  # type: ignore[index]


def typed(command: str) -> str:
    """What the people of a game type: every pit in turn, until the game is over."""
    return "".join(f"{pit}\n" for pit in "AaBbCcDdEeFf") * 200 if "hopsow awari" in command else ""


@pytest.mark.parametrize("verb", [verb for verbs in groups().values() for verb in verbs])
def test_examples_work_one_after_the_other(verb: str, tmp_path: Path) -> None:
    prepared(tmp_path)
    if verb in ("replay", "review"):
        printed("hopsow match awari greedy random:seed=1", tmp_path)
    commands = examples(verb)
    assert commands
    for command in commands:
        assert f"hopsow {verb}" in command
        if verb in SERVERS:
            serves(command, tmp_path)
        else:
            printed(command, tmp_path, typed(command))
