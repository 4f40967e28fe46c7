"""The questions of an exam: each is a game to be played, and says what earns its points.

What a course asks is in the module of its game's name.
"""

from __future__ import annotations

from dataclasses import dataclass

from hopsow.arena.contest.task import Task
from hopsow.games import room


@dataclass(frozen=True)
class Item:
    """One question of an exam."""

    title: str
    worth: float
    task: Task
    keeping: tuple[str, ...] = ()  # the moves that earn the point, where not every legal one does
    value: str = ""
    is_single: bool = True


def exam(game: str, spec: str, sandbox: str = "auto", seed: int = 0) -> list[Item]:
    """The questions to a program."""
    items: list[Item] = room("hopsow.arena.course", game).exam(spec, sandbox, seed)
    return items


def plies(count: int) -> str:
    """So many plies, in words."""
    return "1 ply" if count == 1 else f"{count} plies"
