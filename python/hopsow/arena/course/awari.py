"""Awari, whose document states no scheme: ten games against `minimax` at depths 1, 2 and 3; ten
points for a win and five for a draw. A private exam also asks for ten endings, two points each."""

from __future__ import annotations

from collections.abc import Sequence

from hopsow import tables
from hopsow.arena.contest.openings import Openings
from hopsow.arena.course.check import Check
from hopsow.arena.course.difficulty import Stratum
from hopsow.arena.course.endings import Wanted, choices
from hopsow.arena.course.exam import Question
from hopsow.games import Move, Position, facts, minimax

DEPTHS = (1, 1, 1, 2, 2, 2, 2, 3, 3, 3)
CHECKS: Sequence[Check] = ()  # there is no course format
ENDING_WORTH = 2.0
STONES, LEAST_STONES = 12, 7  # the tables that are always there know as many
STRATA = (Stratum(0, 0, 4), Stratum(1, 3, 3), Stratum.deeper(3))


def course(rules: str | None, seed: int) -> list[Question]:
    """Ten games."""
    openings = Openings("awari", rules, "random:plies=2", seed)
    return [
        Question(
            *("games", f"game {number}: against depth {depth}", 10.0, False),
            first="AB"[(number - 1) % 2],
            opponent=f"minimax:depth={depth}",
            opening=openings[(number - 1) // 2].moves,
            cpu_move=facts("awari").course_limits["cpu_move"],
            seed=seed + number,
        )
        for number, depth in enumerate(DEPTHS, 1)
    ]


def private(seed: int) -> list[Question]:
    """Ten endings, proven by tables, and the games."""
    found = choices(tables.open_tables(), seed, WANTED)
    endings = [
        Question(
            *("endings", f"ending {number}: {each.position} is a {each.value}", ENDING_WORTH, True),
            position=str(each.position),
            cpu_move=facts("awari").course_limits["cpu_move"],
            keeping=each.keeping,
            value=each.value,
            depth=each.depth,
        )
        for number, each in enumerate(found, 1)
    ]
    return endings + course(None, seed)


def answer(position: Position, move: Move) -> str:
    """The line of an engine, because the course has no format for programs."""
    return f"bestmove {move}\n"


def _simple(position: Position) -> Move:
    """The starter's move, which captures as much as it can."""
    move = minimax(position, 1)
    assert move is not None
    return move


WANTED = Wanted("awari", STONES, STRATA, _simple, least_size=LEAST_STONES)
