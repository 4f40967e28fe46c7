"""Awari, whose document states no scheme: ten games against `minimax` at depths 1, 2 and 3; ten
points for a win and five for a draw."""

from __future__ import annotations

from collections.abc import Sequence

from hopsow.arena.contest.openings import Openings
from hopsow.arena.contest.task import Task
from hopsow.arena.course.check import Check
from hopsow.arena.course.exam import Item
from hopsow.arena.limits import Limits

DEPTHS = (1, 1, 1, 2, 2, 2, 2, 3, 3, 3)
CHECKS: Sequence[Check] = ()  # there is no course format


def exam(spec: str, sandbox: str, seed: int) -> list[Item]:
    """The questions to a program."""
    items = []
    openings = Openings("awari", None, "random:plies=2", seed)
    for number, depth in enumerate(DEPTHS, 1):
        opening = openings[(number - 1) // 2]
        task = Task(
            *("awari", (spec, f"minimax:depth={depth}"), "AB"[(number - 1) % 2]),
            opening=opening.moves,
            limits=Limits.course("awari"),
            sandbox=sandbox,
            seed=seed + number,
        )
        items.append(Item(f"game {number}: against depth {depth}", 10.0, task, is_single=False))
    return items
