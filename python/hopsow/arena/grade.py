"""Marks by the schemes of the courses, with the reason for each lost point.

- Halma (S1.7, S1.8): ten single moves, a point each for a legal, well-formed, timely answer; nine
  games against the reference `minimax`, ten points each for a win, with the first move in five of
  them. More time left wins a draw.
- Checkers (S4.2): 25 positions where the choice changes the outcome, one second of CPU time each, a
  point for each move that keeps the outcome.
- Awari: S5 states no scheme. Ten games against `minimax` at depths 1, 2 and 3; ten points
  for a win and five for a draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hopsow.arena import contest, evidence, positions
from hopsow.arena.contest import Task
from hopsow.arena.evidence import Evidence
from hopsow.arena.limits import PLIES, Limits
from hopsow.arena.openings import Opening, Openings

# plies of random play before the position, and seconds
SINGLES = (
    *((0, 10.0), (1, 10.0), (6, 5.0), (13, 5.0), (20, 2.0)),
    *((31, 2.0), (44, 1.0), (57, 1.0), (80, 5.0), (99, 2.0)),
)
GAME_S = (100.0, 60.0, 100.0, 30.0, 100.0, 60.0, 300.0, 100.0, 30.0)
REFERENCE = "minimax:depth=2"
AWARI_DEPTHS = (1, 1, 1, 2, 2, 2, 2, 3, 3, 3)
ONE_SECOND = 1.0


@dataclass(frozen=True)
class Item:
    """One question of an exam."""

    title: str
    worth: float
    task: Task
    keeping: tuple[str, ...] = ()  # the moves that earn the point, where not every legal one does
    value: str = ""
    is_single: bool = True


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


def exam(game: str, spec: str, sandbox: str = "auto", seed: int = 0) -> list[Item]:
    """The questions to a program."""
    return {"halma": _halma, "checkers": _checkers, "awari": _awari}[game](spec, sandbox, seed)


def _halma(spec: str, sandbox: str, seed: int) -> list[Item]:
    items = []
    for number, (plies, seconds) in enumerate(SINGLES, 1):
        opening = Openings("halma", None, f"random:plies={plies}", seed)[number]
        limits = Limits(cpu_move=seconds, plies=plies + 1).with_wall()
        first = "AB"[len(opening.moves) % 2]  # so that the program is to move
        task = Task(
            *("halma", (spec, "random"), first),
            opening=opening.moves,
            limits=limits,
            sandbox=sandbox,
            mode="SINGLE",
        )
        side = "white" if plies % 2 else "black"
        title = f"single move {number}: {side} after {_plies(plies)}, {seconds:g} s"
        items.append(Item(title, 1.0, task))
    for number, seconds in enumerate(GAME_S, 1):
        first = "AB"[(number - 1) % 2]
        limits = Limits(cpu_game=seconds, plies=PLIES["halma"]).with_wall()
        task = Task(
            *("halma", (spec, REFERENCE), first),
            limits=limits,
            sandbox=sandbox,
            draws="time",
            seed=seed + number,
        )
        whose = "the program" if first == "A" else "the reference"
        title = f"game {number}: {whose} begins, {seconds:g} s"
        items.append(Item(title, 10.0, task, is_single=False))
    return items


def _checkers(spec: str, sandbox: str, seed: int) -> list[Item]:
    items = []
    limits = Limits(cpu_move=ONE_SECOND, plies=1).with_wall()
    for number, exercise in enumerate(positions.read(), 1):
        task = Task(
            *("checkers", (spec, "random")),
            position=exercise.position,
            limits=limits,
            sandbox=sandbox,
        )
        title = f"position {number}: {exercise.position} is a {exercise.value}"
        items.append(Item(title, 1.0, task, exercise.keeping, exercise.value))
    return items


def _awari(spec: str, sandbox: str, seed: int) -> list[Item]:
    items = []
    openings = Openings("awari", None, "random:plies=2", seed)
    for number, depth in enumerate(AWARI_DEPTHS, 1):
        opening: Opening = openings[(number - 1) // 2]
        task = Task(
            *("awari", (spec, f"minimax:depth={depth}"), "AB"[(number - 1) % 2]),
            opening=opening.moves,
            limits=Limits.course("awari"),
            sandbox=sandbox,
            seed=seed + number,
        )
        items.append(Item(f"game {number}: against depth {depth}", 10.0, task, is_single=False))
    return items


def mark(items: list[Item]) -> Iterator[Mark]:
    """Put the questions one after another."""
    for number, item in enumerate(items, 1):
        kept = evidence.of(item.task, contest.play(item.task))
        points, reason = _judge(item, kept)
        yield Mark(number, item.title, points, item.worth, reason, item.is_single, kept)


def _judge(item: Item, kept: Evidence) -> tuple[float, str]:
    winner, guilty, reason = kept["winner"], kept["guilty"], kept["reason"]
    if guilty == "A":
        return 0.0, f"{kept['verdict']}: {reason}"
    if item.is_single:
        move = kept["moves"][-1]["move"]
        if item.keeping and move not in item.keeping:
            keeping = " or ".join(item.keeping)
            return 0.0, f"{move} throws the {item.value} away; {keeping} would keep it"
        return item.worth, move
    ended = reason if winner is None or guilty is None else f"{kept['verdict']} of the opponent"
    plies = _plies(kept["plies"])
    if winner == "A":
        return item.worth, f"won after {plies}: {ended}"
    if winner == "B":
        return 0.0, f"lost after {plies}: {ended}"
    return (item.worth / 2 if item.task.draws == "draw" else 0.0), f"drawn after {plies}: {ended}"


def _plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"
