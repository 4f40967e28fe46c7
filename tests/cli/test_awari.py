"""`hopsow awari`: the launcher's players, boards and results."""

from pathlib import Path

import pytest
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
