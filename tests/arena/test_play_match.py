"""`hopsow.play_match`: matches from Python, with texts, classes and results as values."""

import shlex
import sys
from pathlib import Path

import hopsow
import pytest
from hopsow import Move, Position
from hopsow.agents import Clock
from hopsow.arena.contest.checks import replay
from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.limits import Limits
from hopsow.arena.verdicts import Verdict
from hopsow.cli import main
from playing import PROGRAMS


class First:
    """Plays the first legal move."""

    def choose(self, position: Position, clock: Clock) -> Move:
        return position.legal_moves[0]


class Raises:
    """Fails at once."""

    def choose(self, position: Position, clock: Clock) -> Move:
        raise RuntimeError("no idea")


def test_a_match_of_texts_is_that_of_the_command_line() -> None:
    heard: list[Evidence] = []
    result = hopsow.play_match("greedy", "random", game="awari", games=4, progress=heard.append)
    assert result.agents == ("greedy", "random")
    assert [game.first for game in result.games] == ["A", "B", "A", "B"]
    assert result.score.games == len(heard) == 4
    assert result.strength is not None
    for game in result.games:
        assert game.record().outcome is not None
        replay(game)
    again = hopsow.play_match("greedy", "random", game="awari", games=4, jobs=2)
    assert [game.moves[-1].move for game in again.games] == [
        game.moves[-1].move for game in result.games
    ]


def test_a_class_plays_in_this_process_and_gets_a_verdict() -> None:
    result = hopsow.play_match(First, Raises, game="checkers", openings="start")
    assert (result.score.wins, result.score.losses) == (2, 0)
    assert {(game.verdict, game.guilty) for game in result.games} == {(Verdict.CRASH, "B")}
    assert repr(result) == "<MatchResult: First (A) against Raises (B), +2 =0 -0>"
    assert "<td>crash: RuntimeError: no idea</td>" in result._repr_html_()
    assert repr(result.games[0]).endswith(
        "First (A) against Raises (B), A wins after 1 plies, crash>"
    )


def test_a_program_may_play_a_class() -> None:
    program = shlex.join([sys.executable, str(PROGRAMS / "honest.py"), "checkers"])
    limits = Limits(cpu_move=60.0, plies=4)
    result = hopsow.play_match(First, program, game="checkers", limits=limits)
    assert {game.verdict for game in result.games} == {Verdict.PLY_CAP}


MOVES_ON = """\
from pathlib import Path

begun = Path("playdata.txt")
Path("output.txt").write_text("E 5,2 6,3\\n" if begun.exists() else "E 4,1 5,2\\n")
begun.write_text("")
"""


def test_a_hint_is_in_the_format_of_the_course(tmp_path: Path) -> None:
    (tmp_path / "moves_on.py").write_text(MOVES_ON)
    program = shlex.join([sys.executable, str(tmp_path / "moves_on.py")])
    result = hopsow.play_match(program, "greedy", game="halma", games=1, openings="start")
    (game,) = result.games
    assert (game.verdict, game.guilty, game.plies) == (Verdict.ILLEGAL_MOVE, "A", 2)
    assert game.reason.endswith("one of them must leave it: for example E 4,0 5,0")


@pytest.mark.parametrize(("first", "sides"), [("a", "AAAA"), ("b", "BBBB"), ("alternate", "ABAB")])
def test_the_first_mover_can_be_chosen(first: str, sides: str) -> None:
    limits = Limits(plies=6)
    result = hopsow.play_match(
        "greedy", "greedy", game="awari", games=4, first=first, limits=limits
    )
    assert "".join(game.first for game in result.games) == sides
    openings = {tuple(turn.move for turn in game.moves if turn.by is None) for game in result.games}
    assert len(openings) == (2 if first == "alternate" else 4)
    assert result.score.is_paired == (first == "alternate")


def test_a_lot_is_repeatable_and_falls_on_both() -> None:
    def lots(seed: int) -> str:
        limits = Limits(plies=5)
        result = hopsow.play_match(
            "greedy", "greedy", game="awari", games=12, first="lot", seed=seed, limits=limits
        )
        return "".join(game.first for game in result.games)

    assert lots(1) == lots(1) != lots(2)
    assert set(lots(1)) == {"A", "B"}


def test_the_command_line_says_how_pairs_ended(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "awari", "greedy", "random", "--no-evidence"]
    assert main([*words, "--games", "2"]) == 0
    assert "draw ratio 0.0%; pairs by A's points: 1 with 2\n" in capsys.readouterr().out
    assert main([*words, "--first", "b"]) == 0
    shown = capsys.readouterr().out
    assert shown.count(", B first, ") == 2
    assert "pairs" not in shown


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"games": 0}, "games and jobs are at least 1"),
        ({"first": "c"}, "first is 'c', expected alternate, lot, a, b"),
        ({"jobs": 2}, "agents that are given as callables need jobs=1"),
        ({"game": "chess"}, "unknown game"),
    ],
)
def test_odd_options_earn_a_sentence(options: dict[str, object], sentence: str) -> None:
    arguments: dict[str, object] = {"game": "awari", **options}
    with pytest.raises(ValueError, match=sentence):
        hopsow.play_match(First, "greedy", **arguments)  # type: ignore[arg-type]
