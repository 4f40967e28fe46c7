"""The values of Awari that Romein and Bal published, compared with ours.

Their file `scores.N` holds a signed byte for each position of N stones whose opponent has an empty
pit: the difference that the side to move will reach. The positions are in lexicographic order from
the opponent's last pit down to the mover's first, fewer stones first. Our ranks (docs/tables.md) go
through the same pits with more stones first, so theirs are ours backwards, without the positions
that cannot come about. Source: the program published with the values, doi:10.48338/vu01-11wjke.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hopsow import _native
from hopsow.lab.solve.awari import PITS, open_positions, positions
from hopsow.tables import Progress, refuse_too_little_memory

ROW = PITS // 2
MOST_STONES = 31  # as the ranks of tables
NAME = re.compile(r"scores\.(\d+)")


@dataclass(frozen=True)
class Difference:
    """A position for which the two have different values."""

    position: str
    theirs: int
    ours: int


@dataclass(frozen=True)
class Comparison:
    """A layer of theirs beside ours."""

    stones: int
    positions: int
    differing: int
    first: Difference | None

    def as_json(self) -> dict[str, Any]:
        """The counts, and the first difference in their order."""
        counts = {"stones": self.stones, "positions": self.positions, "differing": self.differing}
        return {**counts, "first": self.first and vars(self.first)}


def compare(
    paths: Iterable[Path],
    *,
    threads: int = 1,
    memory: int | None = None,
    progress: Progress | None = None,
) -> list[Comparison]:
    """Compare files named `scores.N`, after solving all layers up to the largest.

    Every file is checked before the work begins.
    """
    files = sorted((_stones(path), path) for path in paths)
    most = max(stones for stones, _ in files)
    needed = sum(map(positions, range(most + 1))) + 4 * positions(most)
    refuse_too_little_memory(f"comparing {most} stones", needed, memory)
    layers = _native.romein_bal_values(most, threads, progress)
    return [_compared(stones, path, layers[stones]) for stones, path in files]


def _stones(path: Path) -> int:
    """The stones that a file is for; ValueError if its name or size is not that of a layer."""
    named = NAME.fullmatch(path.name)
    if named is None:
        raise ValueError(f"{path}: expected a file named scores.N, N the number of stones")
    stones = int(named[1])
    if stones > MOST_STONES:
        raise ValueError(f"{path}: {stones} stones, expected at most {MOST_STONES}")
    size, expected = path.stat().st_size, open_positions(stones)
    if size != expected:
        raise ValueError(f"{path}: {size} bytes, expected {expected}, one for each position")
    return stones


def _compared(stones: int, path: Path, by_rank: NDArray[np.int8]) -> Comparison:
    ranks = np.flatnonzero(_is_open(PITS, stones, {}))[::-1]
    theirs, ours = np.fromfile(path, np.int8), by_rank[ranks]
    differing = np.flatnonzero(theirs != ours)
    first = None
    if len(differing):
        at = int(differing[0])
        first = Difference(_text(stones, int(ranks[at])), int(theirs[at]), int(ours[at]))
    return Comparison(stones, len(theirs), len(differing), first)


def _is_open(
    pits: int, stones: int, known: dict[tuple[int, int], NDArray[np.bool_]]
) -> NDArray[np.bool_]:
    """By rank: whether the opponent has an empty pit among the first `pits` with `stones`."""
    if pits == ROW:
        return np.zeros(comb(stones + ROW - 1, ROW - 1), np.bool_)
    if (pits, stones) not in known:
        closed = [_is_open(pits - 1, stones - last, known) for last in range(stones, 0, -1)]
        is_empty = np.ones(comb(stones + pits - 2, pits - 2), np.bool_)
        known[pits, stones] = np.concatenate([*closed, is_empty])
    return known[pits, stones]


def _text(stones: int, rank: int) -> str:
    """The position with a rank, the side to move as South."""
    pits, left = [], stones
    for pit in range(PITS - 1, 0, -1):
        below = left
        while comb(below + pit - 1, pit) > rank:
            below -= 1
        rank -= comb(below + pit - 1, pit)
        pits.append(left - below)
        left = below
    return "-".join(map(str, [*reversed([*pits, left]), 0, 0])) + "-S"
