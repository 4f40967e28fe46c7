"""A class of one's own is played in a process of its own, and gets a verdict like any program."""

from pathlib import Path

import pytest
from hopsow.arena.contest.checks import replay
from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.task import Task
from hopsow.arena.contest.task import play as play_task
from hopsow.arena.limits import Limits
from hopsow.arena.process.sandbox import Sandbox
from hopsow.arena.verdicts import Verdict
from hopsow.games import GAMES
from shell import complaint

MINE = """\
import os
from helper import first

class Player:
    def choose(self, position, clock):
        print("this is not part of the protocol")
        return first(position)

class Raises:
    def choose(self, position, clock):
        raise RuntimeError("no idea")

class Loops:
    def choose(self, position, clock):
        while True:
            pass

class Leaves:
    def choose(self, position, clock):
        os._exit(7)

class Lies:
    def choose(self, position, clock):
        return "no such move"
"""
HELPER = "def first(position):\n    return position.legal_moves[0]\n"
BOTH = ("auto", "off") if Sandbox.choose("auto").is_closed else ("off",)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "helper.py").write_text(HELPER)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def played(name: str, game: str = "awari", sandbox: str = "auto") -> Evidence:
    limits = Limits(cpu_move=2.0, wall_move=300.0, plies=4)
    task = Task(game, (f"py:mine:{name}", "random"), limits=limits, sandbox=sandbox)
    recorded = Evidence.of(task, play_task(task))
    replay(recorded)
    return recorded


@pytest.mark.parametrize("sandbox", BOTH)
@pytest.mark.parametrize("game", GAMES)
def test_it_plays(game: str, sandbox: str) -> None:
    recorded = played("Player", game, sandbox)
    assert recorded.verdict is Verdict.PLY_CAP, recorded.reason
    assert "not part of the protocol" in recorded.left["A"]["stderr"]


@pytest.mark.parametrize(
    ("name", "verdict", "reason"),
    [
        ("Raises", "crash", "ended with status 1: 'RuntimeError: no idea'"),
        ("Loops", "cpu-time", "s of CPU time, 2.000 s left"),
        ("Leaves", "crash", "ended with status 7"),
        ("Lies", "bad-format", 'found "no"'),
        ("Nobody", "crash", "'hopsow: py:mine:Nobody: the module has no \"Nobody\"'"),
    ],
)
def test_what_it_does_wrong_is_its_verdict(name: str, verdict: str, reason: str) -> None:
    recorded = played(name)
    assert (recorded.verdict.value, recorded.guilty, recorded.winner) == (verdict, "A", "B"), (
        recorded.reason
    )
    assert reason in recorded.reason


def test_a_class_that_is_not_there_is_one_sentence() -> None:
    agents = ("random", "--no-evidence")
    assert complaint("match", "awari", "py:nine:X", *agents) == "py:nine:X: No module named 'nine'"
    assert "expected py:MODULE:CLASS" in complaint("match", "awari", "py:mine", *agents)
