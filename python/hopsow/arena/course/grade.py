"""Marks by the schemes of the courses, with the reason for each lost point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.course.exam import Item, plies
from hopsow.arena.run import here


@dataclass
class Mark:
    """What an answer earned, and why it did not earn more."""

    number: int
    title: str
    points: float
    worth: float
    reason: str
    is_single: bool
    evidence: Evidence = field(repr=False)


def mark(items: list[Item]) -> Iterator[Mark]:
    """Put the questions one after another."""
    for number, item in enumerate(items, 1):
        evidence = here.play(item.task)
        points, reason = _judge(item, evidence)
        yield Mark(number, item.title, points, item.worth, reason, item.is_single, evidence)


def _judge(item: Item, game: Evidence) -> tuple[float, str]:
    if not game.verdict.is_played:
        return 0.0, f"not marked, through no fault of the program: {game.reason}"
    if game.guilty == "A":
        return 0.0, f"{game.verdict.value}: {game.reason}"
    if item.is_single:
        move = game.moves[-1].move or ""
        if item.keeping and move not in item.keeping:
            keeping = " or ".join(item.keeping)
            return 0.0, f"{move} throws the {item.value} away; {keeping} would keep it"
        return item.worth, move
    is_given = game.winner is not None and game.guilty is not None
    ended = f"{game.verdict.value} of the opponent" if is_given else game.reason
    if game.winner == "A":
        return item.worth, f"won after {plies(game.plies)}: {ended}"
    if game.winner == "B":
        return 0.0, f"lost after {plies(game.plies)}: {ended}"
    points = item.worth / 2 if item.task.draws == "draw" else 0.0
    return points, f"drawn after {plies(game.plies)}: {ended}"
