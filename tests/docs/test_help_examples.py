"""Every example of every `--help` works on a fresh install, in a folder with the files it names."""

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from hopsow.cli import groups
from shell import output

SERVERS = ("play", "serve")
LIMIT_S = 300

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


def environment(folder: Path) -> dict[str, str]:
    """A machine where nothing of Hopsow's lies about: `hopsow` and `python3` are this one's."""
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("HOPSOW_")},
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "data"),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "BROWSER": "true",
        "PYTHONIOENCODING": "utf-8",
    }


def typed(command: str) -> str:
    """What the people of a game type: every pit in turn, until the game is over."""
    return "".join(f"{pit}\n" for pit in "AaBbCcDdEeFf") * 200 if "hopsow awari" in command else ""


def finishes(command: str, folder: Path) -> None:
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=folder,
        input=typed(command),
        capture_output=True,
        encoding="utf-8",
        env=environment(folder),
        timeout=LIMIT_S,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"


def serves(command: str, folder: Path) -> None:
    """The board is at the printed address until Ctrl-C; the port is any free one."""
    words = [*shlex.split(command, comments=True), "--port", "0"]
    with subprocess.Popen(
        words, cwd=folder, stdout=subprocess.PIPE, encoding="utf-8", env=environment(folder)
    ) as process:
        assert process.stdout is not None
        try:
            address = process.stdout.readline().split()[3].replace("0.0.0.0", "127.0.0.1")
            browser = build_opener(HTTPCookieProcessor())  # the token becomes a cookie
            with browser.open(address.partition("#")[0], timeout=LIMIT_S) as page:
                assert b"<title>Hopsow" in page.read()
        finally:
            process.send_signal(signal.SIGINT)
    assert process.returncode in (0, 130)


@pytest.mark.parametrize("verb", [verb for verbs in groups().values() for verb in verbs])
def test_examples_work_one_after_the_other(verb: str, tmp_path: Path) -> None:
    prepared(tmp_path)
    if verb in ("replay", "review"):
        finishes("hopsow match awari greedy random:seed=1", tmp_path)
    commands = examples(verb)
    assert commands
    for command in commands:
        assert f"hopsow {verb}" in command
        (serves if verb in SERVERS else finishes)(command, tmp_path)


def test_what_readme_shows_a_player_opens_the_board(tmp_path: Path) -> None:
    readme = Path(__file__).parents[2] / "README.md"
    commands = re.findall(r"^hopsow play.*", readme.read_text(encoding="utf-8"), re.MULTILINE)
    assert commands
    for command in commands:
        serves(command, tmp_path)


def test_an_example_that_fails_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="there is no piece on 11"):
        finishes("hopsow show checkers 11-16 11-17", tmp_path)
