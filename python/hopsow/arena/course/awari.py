"""Awari, whose document states no scheme: ten games against `minimax` at depths 1, 2 and 3; ten
points for a win and five for a draw. A private exam also asks for ten endings, two points each."""

from __future__ import annotations

from collections.abc import Sequence

from hopsow import tables
from hopsow.arena.contest.openings import Openings
from hopsow.arena.course.check import Check
from hopsow.arena.course.endings import WORDS, choices
from hopsow.arena.course.exam import Question
from hopsow.games import Move, Position, facts

DEPTHS = (1, 1, 1, 2, 2, 2, 2, 3, 3, 3)
CHECKS: Sequence[Check] = ()  # there is no course format
ENDINGS, ENDING_WORTH = 10, 2.0
STONES = 12  # as many as the tables know that are always there
LEAST_STONES, LEAST_MOVES = 7, 3


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
    known = tables.open_tables()
    found = choices(known, "awari", seed, STONES, ENDINGS, LEAST_MOVES, LEAST_STONES)
    endings = [
        Question(
            *("endings", f"ending {number}: {position} is a {WORDS[worth]}", ENDING_WORTH, True),
            position=str(position),
            cpu_move=facts("awari").course_limits["cpu_move"],
            keeping=tuple(map(str, keeping)),
            value=WORDS[worth],
        )
        for number, (position, worth, keeping) in enumerate(found, 1)
    ]
    return endings + course(None, seed)


def answer(position: Position, move: Move) -> str:
    """The line of an engine, because the course has no format for programs."""
    return f"bestmove {move}\n"
