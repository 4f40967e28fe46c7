"""Commands that people are shown, run as they would run them, on a machine that has just Hopsow."""

import doctest
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import HTTPCookieProcessor, build_opener

from hopsow.arena.process.runtimes import PACKAGE, SHOW
from oracle import romein_bal
from shell import output

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
DOCUMENTS = [*PAGES, ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md"]
EXTRAS = ("environments.md", "export.md", "learning.md")  # their examples need packages of extras
SESSION = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LEVELS = ROOT / "benches" / "levels.py"
HANGS_S = 1800
# Part of a command that takes long, takes a whole machine or stands for others, and what is run in
# its place.
INSTEAD = [
    (
        r"--minutes \d+",
        "--generations 1 --positions 64 --simulations 4 --width 8 --blocks 1 --trial 2",
    ),
    (r"--games \d+", "--games 2"),
    (r"--generations \d+", "--generations 1"),
    (r"--time 10", "--time 1"),
    (r"--cpu-game 100", "--cpu-game 100 --plies 20"),
    (r"--size (18|24 --device cuda)", "--size 13"),
    (r"--stones-per-pit 4 --device cuda --check \d+", "--stones-per-pit 1"),
    (r"^tar xf scores\S* && ", ""),
    (r"--sample \d+", "--sample 100"),
    (r"PROGRAM \[ARGUMENT …\]", "hopsow engine"),
    (r"\.venv/bin/python benches/levels.py", f"python3 {LEVELS} awari --levels 1 --games 2"),
    (r"^make ", f"make -n -C {ROOT} "),
    (r"pip install '?\.\S*", "true"),  # tests/heavy/test_wheel.py does so
]
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
SPRING = """\
game = "awari"
"""
VARIES = "…"  # in what a page shows: whatever is printed there differs from run to run


def blocks(page: Path) -> list[tuple[str, str]]:
    """The blocks of a page, each with its language."""
    return [(block[1], block[2]) for block in FENCE.finditer(page.read_text(encoding="utf-8"))]


def of(language: str) -> list[tuple[Path, str]]:
    return [(page, text) for page in DOCUMENTS for name, text in blocks(page) if name == language]


def sessions() -> list[tuple[str, str, str]]:
    """The page, the command and the output of every console example."""
    return [(page.name, *shown) for page, text in of("console") for shown in SESSION.findall(text)]


def check_session(command: str, shown: str, folder: Path) -> None:
    """Hold that a command prints what its page shows."""
    output = printed(command, folder, status=None)
    assert is_shown(output, shown), output


def check_python(page: Path) -> None:
    """Hold that a page's Python examples, one after the other, do what they show."""
    names: dict[str, object] = {}
    for language, text in blocks(page):
        if language != "python":
            continue
        if ">>> " not in text:
            exec(compile(text, page.name, "exec"), names)
            continue
        example = doctest.DocTestParser().get_doctest(text, names, page.name, str(page), 0)
        runner = doctest.DocTestRunner()
        report: list[str] = []
        runner.run(example, out=report.append, clear_globs=False)
        names.update(example.globs)
        assert not runner.failures, "".join(report)


def prepare(folder: Path, commands: list[str]) -> None:
    """Make the files that examples name: what a student, a teacher and an engine author have."""
    task = output("convert", "halma", "-", "--to", "course", stdin=start_of("halma"))
    (folder / "game").mkdir()
    for place in (folder, folder / "game"):
        (place / "input.txt").write_text(task.replace("100.0", "0.5"))
    board = output("convert", "awari", "-", "--to", "course", stdin=start_of("awari"))
    (folder / "board.txt").write_text(board)
    (folder / "states.txt").write_text("rrrrrrrr.rrrr.......wwwwwwwwwwww 0_8_12 w 49\n")
    (folder / "games.pdn").write_text(
        '[GameType "21"]\n[Result "*"]\n\n1. 11-15 22-18 2. 15x22 *\n\n' * 2
    )
    (folder / "game.ogn").write_text('[GameType "awari"]\n[Result "*"]\n\n1. F a 2. D f *\n')
    (folder / "class.toml").write_text(CLASS)
    (folder / "agent.py").write_text(AGENT)
    alice = folder / "spring" / "submissions" / "alice"
    alice.mkdir(parents=True)
    (alice / "main.py").write_text(ENGINE)
    (folder / "spring" / "class.toml").write_text(SPRING)
    (folder / "mine.py").write_text(ENGINE)
    (folder / "mine").write_text(f"#!{sys.executable}\n{ENGINE}")
    (folder / "mine").chmod(0o755)
    if "hopsow lab compare" in " ".join(commands):
        known: romein_bal.Values = {}
        for stones in range(3):
            romein_bal.solve(stones, known)
            (folder / f"scores.{stones}").write_bytes(romein_bal.published(stones, known))
    if "hopsow serve --class" in " ".join(commands):
        printed("hopsow class spring", folder)
    if "hopsow serve --tournament" in " ".join(commands):
        printed("hopsow tournament class.toml", folder)
    if "hopsow-evidence" in " ".join(commands):
        printed("hopsow match awari greedy random:seed=1", folder)
    if "hopsow lab train" in " ".join(commands):
        printed("hopsow lab data checkers --games 20 --nodes 20 -o games", folder)


def start_of(game: str) -> str:
    return re.search(r'"position": "([^"]+)"', output("show", game, "--json"))[1]  # type: ignore[index]


def environment(folder: Path) -> dict[str, str]:
    """A machine where nothing of Hopsow's lies about: `hopsow` and `python3` are this one's."""
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("HOPSOW_")},
        # The programs of these examples play by Hopsow, which they would not see otherwise.
        SHOW: os.pathsep.join([sys.prefix, str(PACKAGE.parent)]),
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "data"),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "BROWSER": "true",
        "PYTHONIOENCODING": "utf-8",
    }


def instead(command: str) -> str:
    """What is run where a command is shown."""
    for part, other in INSTEAD:
        command = re.sub(part, other, command)
    return command


def printed(command: str, folder: Path, typed: str = "", status: int | None = 0) -> str:
    """What a command prints, errors too, when it ends with the status, or None: with any."""
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=folder,
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env=environment(folder),
        timeout=HANGS_S,
    )
    assert status in (None, done.returncode), f"{command}\n{done.stdout}"
    return done.stdout


@contextmanager
def served(command: str, folder: Path) -> Iterator[str]:
    """The address of a board that is served, on any free port, until Ctrl-C."""
    words = [*shlex.split(command, comments=True), "--port", "0"]
    with subprocess.Popen(
        words, cwd=folder, stdout=subprocess.PIPE, encoding="utf-8", env=environment(folder)
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[3].replace("0.0.0.0", "127.0.0.1")
        finally:
            process.send_signal(signal.SIGINT)
    assert process.returncode in (0, 130)


def serves(command: str, folder: Path) -> None:
    """The board, or the index of a class, opens at the address that the command prints."""
    title = b"<title>spring: marks" if "--class" in command else b"<title>Hopsow"
    with served(command, folder) as address:
        browser = build_opener(HTTPCookieProcessor())  # the token becomes a cookie
        with browser.open(address.partition("#")[0], timeout=HANGS_S) as page:
            assert title in page.read()


def is_shown(text: str, shown: str) -> bool:
    """Whether a text is what a page shows."""
    pattern = ".*".join(map(re.escape, shown.split(VARIES)))
    return re.fullmatch(pattern, text) is not None
