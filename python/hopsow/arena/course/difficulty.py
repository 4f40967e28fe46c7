"""The difficulty of a question, so that exams of different seeds can be equally hard.

The yardstick is plain minimax, which every student can write: the depth of a question is that of
the shallowest search that solves it. An exam takes a fixed number of questions from each stratum of
depths, and as many of each kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, cycle, repeat
from typing import TypeVar

from hopsow.games import Move, Position, minimax

DEEPEST = 5  # plies; a question that needs more counts as DEEPEST + 1

Question = TypeVar("Question")

OF_DEPTH = {0: "without a search", 1: "to depth 3", 4: f"to depth {DEEPEST}", DEEPEST + 1: "deeper"}


@dataclass(frozen=True, slots=True)
class Stratum:
    """`number` questions whose depth is `least` to `most`."""

    least: int
    most: int
    number: int

    @classmethod
    def deeper(cls, number: int) -> Stratum:
        """Questions that no plain search tried here solves."""
        return cls(DEEPEST + 1, DEEPEST + 1, number)


def depth_to_solve(
    position: Position, right: Collection[str], simple: Move, deepest: int = DEEPEST
) -> int | None:
    """Return the depth of the shallowest plain search that plays a right move.

    It is 0 if the `simple` move, which a program plays without a search, is right, and
    DEEPEST + 1 if no search to `deepest` plies is. It is None if a deeper search is wrong again:
    such a question measures luck.
    """
    moves = (simple, *(minimax(position, depth) for depth in range(1, deepest + 1)))
    solved = [str(move) in right for move in moves]
    if solved != sorted(solved):
        return None
    return solved.index(True) if any(solved) else DEEPEST + 1


def stratified(
    candidates: Iterable[tuple[int | None, Hashable, Question]],
    strata: Sequence[Stratum],
    kinds: Sequence[Hashable],
) -> list[Question]:
    """Take questions from candidates, each with its depth and kind, until all strata are full.

    A ValueError says that the candidates do not suffice.
    """
    places = chain.from_iterable(repeat(stratum, stratum.number) for stratum in strata)
    wanted = Counter(zip(places, cycle(kinds), strict=False))
    found = []
    for depth, kind, question in candidates:
        stratum = _stratum(strata, depth)
        if wanted[stratum, kind] > 0:  # type: ignore[index]
            wanted[stratum, kind] -= 1  # type: ignore[index]
            found.append(question)
            if not wanted.total():
                return found
    raise ValueError(f"this seed gives too few positions: {wanted.total()} are missing")


def in_words(depths: Iterable[int]) -> str:
    """The number of questions of each difficulty."""
    counts = Counter(max(each for each in OF_DEPTH if each <= depth) for depth in depths)
    return ", ".join(f"{counts[least]} {words}" for least, words in OF_DEPTH.items())


def _stratum(strata: Sequence[Stratum], depth: int | None) -> Stratum | None:
    if depth is None:
        return None
    return next((each for each in strata if each.least <= depth <= each.most), None)
