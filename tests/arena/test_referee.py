"""What the referee does for a move, counted by the interpreter itself: nothing twice."""

import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType

import pytest
from hopsow.arena.contest.task import Task, play
from hopsow.arena.limits import Limits
from hopsow.arena.verdicts import Verdict
from hopsow.games import Position
from playing import GAMES, NEVER_S, spec

Calls = Counter[tuple[str, str]]


def calls(act: Callable[[], object]) -> Calls:
    """How often each function of a module, and each method of a position, was called meanwhile."""
    counted: Calls = Counter()

    def count(frame: FrameType, event: str, function: object) -> None:
        if event == "call":
            counted[frame.f_globals.get("__name__", ""), frame.f_code.co_name] += 1
        elif event == "c_call" and isinstance(getattr(function, "__self__", None), Position):
            counted["position", getattr(function, "__name__", "")] += 1

    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(None)
    return counted


def finished(task: Task) -> None:
    game = play(task)
    assert (game.verdict, game.plies) == (Verdict.PLY_CAP, task.limits.plies), game.reason


@pytest.mark.parametrize("protocol", GAMES)
def test_an_answer_is_read_once_and_played_once(protocol: str) -> None:
    agents = (spec("honest", protocol), "random")
    task = Task(GAMES[protocol], agents, limits=Limits(cpu_move=NEVER_S, plies=6))
    counted = calls(lambda: finished(task))
    assert counted["position", "play"] == 6
    assert counted["hopsow.texts", "lines"] == (0 if protocol == "ugi" else 3)


def test_a_ply_of_quick_agents_takes_one_call_of_the_record() -> None:
    """They answer within a microsecond, and each call takes a tenth of one."""
    tasks = [Task("halma", ("random", "random"), limits=Limits(plies=n)) for n in (40, 90)]
    shorter, longer = (calls(lambda task=task: finished(task)) for task in tasks)  # type: ignore[misc]
    more = {name: number for name, number in (longer - shorter).items() if "record" in name[0]}
    assert more == {("hopsow.records.played", "append"): 50}
