"""Endings where the choice of the move changes the outcome, with the proof of tables.

They come from random games by seed. Every seed gets as many endings of each depth, as many won and
drawn ones, and as many in which few moves are right. Nobody can spoil a loss, so none is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from hopsow.arena.course.difficulty import Stratum, depth_to_solve, stratified
from hopsow.games import Engine, Move, Position, size_of
from hopsow.tables import Tables

WORDS = {1: "win", 0: "draw"}
CANDIDATES = 3000
FEW = 1 / 4  # of the moves
HASH_MB, CLEAR_DEPTH, CLEAR_LEAD = 1, 3, 2.0  # the lead is in men or stones


@dataclass(frozen=True, slots=True)
class Ending:
    """An ending, its value for the side to move, the moves that keep it, and its depth."""

    position: Position
    value: str
    keeping: tuple[str, ...]
    depth: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """The endings of an exam: at most `size` pieces or stones, at least `least_size`."""

    game: str
    size: int
    strata: Sequence[Stratum]
    simple: Callable[[Position], Move]
    least_moves: int = 3
    least_size: int = 0
    is_wanted: Callable[[Position], bool] = lambda position: True


def choices(known: Tables, seed: int, wanted: Wanted) -> list[Ending]:
    """Return the endings of a seed, from tables that know all of the size."""
    kinds = [(value, is_few) for is_few in (True, False) for value in WORDS.values()]
    return stratified(_candidates(known, seed, wanted), wanted.strata, kinds)


Candidate = tuple[int, tuple[str, bool], Ending]


def _candidates(known: Tables, seed: int, wanted: Wanted) -> Iterator[Candidate]:
    engine = Engine(wanted.game, HASH_MB)
    for position, moves in known.choices(wanted.game, seed, wanted.size, CANDIDATES):
        worth = known.probe(position)
        legal = position.legal_moves
        if (
            worth is None
            or size_of(position) < wanted.least_size
            or len(legal) < wanted.least_moves
        ):
            continue
        keeping = tuple(map(str, moves))
        depth = depth_to_solve(position, keeping, wanted.simple(position))
        if (
            depth is None
            or not wanted.is_wanted(position)
            or not _is_clear(engine, position, keeping)
        ):
            continue
        ending = Ending(position, WORDS[worth[0]], keeping, depth)
        yield depth, (ending.value, len(keeping) <= FEW * len(legal)), ending


def _is_clear(engine: Engine, position: Position, keeping: Sequence[str]) -> bool:
    """Whether a search with tables prefers the right moves by so much that chance hardly matters.

    A level that chooses among moves with chance would get another mark every time.
    """
    engine.clear()
    report = engine.search([position], depth=CLEAR_DEPTH, lines=len(position.legal_moves))
    right = [line.score for line in report.lines if str(line.pv[0]) in keeping]
    wrong = [line.score for line in report.lines if str(line.pv[0]) not in keeping]
    return max(right) - max(wrong) >= CLEAR_LEAD
