"""`hopsow engine` as another program meets it: a process with pipes, as the page describes it."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from shell import HOPSOW, complaint, output

PAGE = Path(__file__).parents[2] / "docs" / "engine-protocol.md"
SLOW_MODULES = ("argparse", "rich", "asyncio", "json", "subprocess", "typing", "inspect")


@pytest.fixture
def engine() -> Iterator[subprocess.Popen[str]]:
    command = [*HOPSOW, "engine"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def example() -> list[str]:
    session = re.search(r"^```ugi\n(.*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    assert session
    return session[1].splitlines()


def test_session_on_the_page_is_what_happens(engine: subprocess.Popen[str]) -> None:
    assert engine.stdin
    assert engine.stdout
    for line in example():
        mark, text = line[:2], line[2:]
        if mark == "> ":
            engine.stdin.write(f"{text}\n")
            engine.stdin.flush()
        else:
            assert mark == "< "
            pattern = ".*".join(map(re.escape, text.split("…")))
            assert re.fullmatch(pattern + "\n", engine.stdout.readline())
    assert engine.wait(60) == 0


def test_page_names_every_command_and_option() -> None:
    from hopsow.ugi import commands, session

    text = PAGE.read_text()
    for name in (*session.VERBS, *session.QUERIES, *session.SPINS, *commands.NUMBERS):
        assert re.search(rf"`(\w+ )*{name}\b", text), name


def test_end_of_input_lets_a_bounded_search_finish() -> None:
    printed = output("engine", stdin="setoption name Game value awari\ngo depth 6")
    assert re.search(r"^info depth 6 ", printed, re.MULTILINE)
    assert printed.splitlines()[-1].startswith("bestmove ")


def test_end_of_input_stops_an_endless_search() -> None:
    assert output("engine", stdin="go infinite\n").splitlines()[-1].startswith("bestmove ")


def test_bytes_that_are_no_text_are_an_error() -> None:
    done = subprocess.run(
        [*HOPSOW, "engine"],
        input=b"\xff\xfe\n" + b"x" * 3_000_000 + b"\nisready\r\n",
        capture_output=True,
        timeout=60,
    )
    first, second, third = done.stdout.decode().splitlines()
    assert first.startswith("error unknown command ")
    assert second == "error the line is longer than 1048576 bytes"
    assert third == "readyok"
    assert (done.returncode, done.stderr) == (0, b"")


def test_control_c_ends_it_in_mid_search(engine: subprocess.Popen[str]) -> None:
    assert engine.stdin
    assert engine.stdout
    engine.stdin.write("go infinite\n")
    engine.stdin.flush()
    assert engine.stdout.readline().startswith("info ")
    engine.send_signal(signal.SIGINT)
    out, err = engine.communicate(timeout=60)
    assert (engine.returncode, err) == (130, "")
    assert out.splitlines()[-1].startswith("bestmove ")


def test_reader_that_goes_away_is_no_traceback() -> None:
    command = f"echo go infinite | {' '.join(HOPSOW)} engine | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""


def test_too_much_memory_is_an_error_and_keeps_the_old_table() -> None:
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31));"
        "from hopsow.cli import main; main(['engine'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input="setoption name Hash value 60000\ngo depth 1\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    first, *_, last = done.stdout.splitlines()
    assert first == "error there are no 60000 MB of memory"
    assert last.startswith("bestmove ")
    assert done.stderr == ""


def test_starting_imports_nothing_slow() -> None:
    code = (
        "import sys; from hopsow.cli import main; main(['engine']);"
        f"print([m for m in {SLOW_MODULES} if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input="go depth 1\n", capture_output=True, text=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


MINE = """\
class Player:
    def choose(self, position, clock):
        print("thinking", clock.move, clock.counts_cpu, len(clock.earlier))
        return position.legal_moves[0]

class Sleeper:
    def choose(self, position, clock):
        import time
        time.sleep(3600)

class Broken:
    def choose(self, position, clock):
        raise RuntimeError("no idea")
"""


def guest(folder: Path, agent: str, *lines: str) -> subprocess.CompletedProcess[str]:
    """The dialogue with an agent of one's own."""
    (folder / "mine.py").write_text(MINE)
    return subprocess.run(
        [*HOPSOW, "engine", "--agent", f"py:mine:{agent}"],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=60,
    )


def test_any_agent_speaks_the_protocol(tmp_path: Path) -> None:
    asked = ("setoption name Game value awari", "uginewgame", "position startpos moves F a")
    done = guest(tmp_path, "Player", "ugi", *asked, "go cputime 500", "stop", "go infinite", "stop")
    assert done.stdout.splitlines()[0] == "id name py:mine:Player"
    assert done.stdout.splitlines()[-2:] == ["bestmove A", "bestmove A"]
    assert done.stderr.splitlines() == ["thinking 0.5 True 2", "thinking None False 2"]


def test_an_agent_has_no_options_of_an_engine(tmp_path: Path) -> None:
    done = guest(tmp_path, "Player", "setoption name Hash value 3", "isready")
    assert done.stdout.splitlines() == [
        'error unknown option "hash", expected Game, Rules',
        "readyok",
    ]


def test_an_agent_that_raises_ends_the_engine_and_says_why(tmp_path: Path) -> None:
    done = guest(tmp_path, "Broken", "go", "isready")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "RuntimeError: no idea"


def test_nobody_waits_for_an_agent_after_quit(tmp_path: Path) -> None:
    assert guest(tmp_path, "Sleeper", "go", "quit").returncode == 0


@pytest.mark.parametrize(
    ("agent", "problem"),
    [
        (["human"], "the agent human needs the input that the protocol is read from"),
        (["py:nothing:Here"], "py:nothing:Here: No module named 'nothing'"),
        ([], "--agent needs one agent (see hopsow engine --help)"),
    ],
)
def test_an_agent_that_cannot_speak_is_refused(agent: list[str], problem: str) -> None:
    assert complaint("engine", "--agent", *agent) == problem
