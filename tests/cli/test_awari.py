"""`hopsow awari`: the launcher's players, boards and results."""

import io
import shlex
import sys
from pathlib import Path

import pytest
from hopsow.cli import main
from playing import PROGRAMS
from shell import complaint, output, run

GOLDEN = Path(__file__).parent / "golden"
BOARD = "0 0\n4 4 4 4 4 4\n4 4 4 4 4 4\n"
NEAR_THE_END = "24 20\n0 0 0 1 0 0\n0 0 0 0 2 1\n"


@pytest.fixture
def board(tmp_path: Path) -> str:
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    return str(path)


@pytest.fixture
def late_board(tmp_path: Path) -> str:
    path = tmp_path / "late.txt"
    path.write_text(NEAR_THE_END)
    return str(path)


def test_game_is_shown_move_by_move_with_its_result(late_board: str) -> None:
    shown = output("awari", "greedy", "minimax:depth=2", late_board)
    assert shown == (GOLDEN / "awari-game.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("player", ["random:seed=1", "greedy", "minimax", "engine:nodes=300"])
def test_every_agent_plays_a_whole_game(board: str, player: str) -> None:
    shown = output("awari", player, "random:seed=3", board)
    moves = [line for line in shown.splitlines() if " plays " in line]
    assert shown.count("┌") == len(moves) + 1
    assert [line.split()[0] for line in moves] == [f"{n + 1}." for n in range(len(moves))]
    assert [line.split()[1] for line in moves[:2]] == ["south", "north"]
    assert " : " in shown.splitlines()[-1]


def test_depth_limit_caps_built_in_players(board: str) -> None:
    # Unlimited, plain minimax would take years for this depth.
    capped = output("awari", "minimax:depth=100", "minimax:depth=1", board, "2")
    assert capped == output("awari", "minimax:depth=2", "minimax:depth=1", board)
    capped = output("awari", "engine:depth=100", "minimax:depth=1", board, "3")
    assert capped == output("awari", "engine:depth=3", "minimax:depth=1", board)


CLASSES = """\
class Raises:
    def choose(self, position, clock):
        raise ValueError("oops")

class Nothing:
    def choose(self, position, clock):
        return None

class Broken:
    def __init__(self):
        1 / 0

class Loops:
    def choose(self, position, clock):
        while True:
            pass

class Deep:
    def __init__(self, depth="none"):
        print("depth", depth)

    def choose(self, position, clock):
        return position.legal_moves[-1]
"""


class TestPrograms:
    """Classes and programs of the user play in a process of their own and get a verdict."""

    @pytest.fixture(autouse=True)
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "mine.py").write_text(CLASSES)
        monkeypatch.chdir(tmp_path)

    @pytest.mark.parametrize(
        ("name", "verdict"),
        [
            ("Raises", "crash by south: ended with status 1: 'ValueError: oops'"),
            ("Nothing", 'bad-format by south: move: line 1, column 1: found "None"'),
            ("Broken", "crash by south: ended with status 2"),
            ("Loops", "cpu-time by south: used 0."),
        ],
    )
    def test_a_broken_class_loses_by_a_verdict(
        self, late_board: str, capsys: pytest.CaptureFixture[str], name: str, verdict: str
    ) -> None:
        assert main(["awari", "--cpu", "0.3", f"py:mine:{name}", "greedy", late_board]) == 0
        *_, ending, score = capsys.readouterr().out.splitlines()
        assert ending.startswith(f"north has won, {verdict}")
        assert score == "24 : 20"

    def test_maxdepth_reaches_a_class_that_takes_a_depth(
        self, late_board: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for spec, depth in (("py:mine:Deep", 7), ("py:mine:Deep:depth=3", 3)):
            assert main(["awari", spec, "greedy", late_board, "7"]) == 0
            assert set(capsys.readouterr().err.splitlines()) == {f"depth {depth}"}

    @pytest.mark.parametrize("kind", ["ugi:", ""])
    def test_a_command_speaks_the_engine_protocol(
        self, late_board: str, capsys: pytest.CaptureFixture[str], kind: str
    ) -> None:
        words = [sys.executable, str(PROGRAMS / "honest.py"), "ugi"]
        assert main(["awari", kind + shlex.join(words), "greedy", late_board]) == 0
        assert "South wins: " in capsys.readouterr().out


class TestTextPlay:
    """What a person can type in the terminal."""

    def play(self, monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: str) -> int:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        return main(list(arguments))

    def test_undo_takes_back_the_answer_too(
        self, board: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        typed = "undo\nF\nundo\nA\nquit\n"
        assert self.play(monkeypatch, typed, "awari", "human", "greedy", board) == 0
        shown = capsys.readouterr().out
        assert "there is no move of yours to take back" in shown
        assert shown.index("1. south plays F: sows 4") < shown.index("1. south plays A: sows 4")
        assert shown.splitlines()[-2:] == ["the game was left unfinished", "0 : 0"]

    def test_two_people_take_back_one_move(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert self.play(monkeypatch, "F\nundo\nE\nresign\n", "awari") == 0
        shown = capsys.readouterr().out
        assert shown.count("1. south plays") == 2
        assert shown.splitlines()[-2] == "south has won, north resigned"

    def test_help_and_hint_and_the_opponents_move_in_words(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        typed = "?\nhint\n11-15\nquit\n"
        arguments = ("play", "checkers", "--text", "--white", "greedy")
        assert self.play(monkeypatch, typed, *arguments) == 0
        shown = capsys.readouterr().out
        assert "9-13 10-14 11-15 12-16 9-14 10-15 11-16\nor undo, hint, resign, quit\n" in shown
        assert shown.count(": moves from ") == 3
        assert "2. white plays 21-17: moves from 21 to 17\n" in shown

    def test_halma_has_text_play_too(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert self.play(monkeypatch, "4,1-5,2\nresign\n", "play", "halma", "--text") == 0
        assert capsys.readouterr().out.splitlines()[-1] == "black has won, white resigned"

    def test_end_of_input_is_a_sentence(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert self.play(monkeypatch, "", "play", "checkers", "--text") == 2
        assert capsys.readouterr().err == "hopsow: the input ended before the game did\n"


class TestHumans:
    def test_without_arguments_two_humans_play_the_default_board(self) -> None:
        done = run("awari", stdin="F\nb\n")
        assert done.returncode == 2
        assert done.stderr == "hopsow: the input ended before the game did\n"
        assert "1. south plays F" in done.stdout
        assert "2. north plays b" in done.stdout
        assert done.stdout.count("┌") == 3

    @pytest.mark.parametrize("name", ["human", "HumanPlayer"])
    def test_a_human_is_asked_again_until_the_move_is_legal(
        self, late_board: str, name: str
    ) -> None:
        done = run("awari", name, "greedy", late_board, stdin="A\nx\n?\nE\n" + "F\nE\n" * 20)
        assert done.returncode == 0
        assert "E F\n" in done.stdout
        assert "1. south plays E" in done.stdout

    def test_bare_names_of_pits_are_enough_in_a_game_against_an_agent(self, board: str) -> None:
        done = run("awari", "greedy", "HumanPlayer", board, stdin="a\n")
        assert "2. north plays a" in done.stdout


class TestBadInput:
    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            ("human", "found 1 arguments, expected none or P1 P2 BOARD [MAXDEPTH]"),
            ("human human {board} 3 4", "found 5 arguments"),
            ("human human /nowhere/board.txt", "/nowhere/board.txt: No such file or directory"),
            ("human deepblue {board}", 'unknown agent "deepblue", expected one of random'),
            ("human greedy {board} 0", 'MAXDEPTH: found "0", expected a whole number from 1'),
            ("human greedy {board} deep", 'MAXDEPTH: found "deep"'),
            ("--cpu 0 greedy greedy {board}", '--cpu: found "0", expected a positive number'),
            ("greedy engin {board}", 'unknown agent "engin", did you mean engine?'),
            ("greedy ./agent.py {board}", "agent 'ugi:./agent.py': the program ./agent.py is not"),
        ],
    )
    def test_wrong_arguments_earn_a_sentence(
        self, board: str, arguments: str, sentence: str
    ) -> None:
        assert sentence in complaint("awari", *arguments.format(board=board).split())

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            (b"", "line 1, column 1"),
            (b"0 0\n4 4 4 4 4 4\n4 4 4 4 4\n", "line 3"),
            (b"\xff\xfe\x00", "found the byte 0xff, expected UTF-8"),
            (b"0 0\n4 4 4 4 4 4\n4 4 4 -4 4 4\n", 'found "-4", expected a number of stones'),
        ],
    )
    def test_a_wrong_board_earns_a_sentence_with_its_place(
        self, tmp_path: Path, text: bytes, sentence: str
    ) -> None:
        path = tmp_path / "board.txt"
        path.write_bytes(text)
        message = complaint("awari", "greedy", "greedy", str(path))
        assert message.startswith(f"{path}: line ")
        assert sentence in message
