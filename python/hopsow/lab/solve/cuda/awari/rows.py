"""The numbering of rows and positions that the kernels go by: lists made once for each start.

A row is six pits. Rows with the same number of stones are numbered with the last pit changing
fastest. Open rows have an empty pit; emptied rows are those that a capture can leave.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, log2

import numpy as np
from numpy.typing import NDArray

ROW, PITS = 6, 12
SUMS, COUNTS = 50, 56  # as in the kernels
MOST_CAPTURED = 15

Numbers = NDArray[np.int64]


class Rows:
    """All rows of up to `most` stones, and where each split of a layer begins."""

    def __init__(self, most: int) -> None:
        self.most = most
        listed = [_Sum(stones) for stones in range(most + 1)]
        self.rows = _by_sum(len(each.row) for each in listed)
        self.open = _by_sum(int(np.count_nonzero(each.is_open)) for each in listed)
        self.emptied = _by_sum(len(each.emptied_row) for each in listed)
        self.row = np.concatenate([each.row for each in listed])
        self.open_row = np.concatenate([each.row[each.is_open] for each in listed])
        self.open_number = np.concatenate([_numbered(each.is_open) for each in listed])
        self.emptied_number = np.concatenate([_numbered(each.is_emptied) for each in listed])
        self.emptied_row = np.concatenate([each.emptied_row for each in listed])
        self.line_at = self._starts(self.open, self.rows)
        self.packed_at = self._starts(self.open, self.emptied)

    def size(self, stones: int) -> int:
        """The positions of a layer whose opponent's row is open."""
        return int(self.line_at[stones, stones + 1])

    def packed_size(self, stones: int) -> int:
        """Those of them that a capture can lead to."""
        return int(self.packed_at[stones, stones + 1])

    def cell(self, own: Sequence[int], others: Sequence[int]) -> int:
        """Where the position with these rows is in its layer; the opponent's row must be open."""
        a, b = sum(own), sum(others)
        line = int(self.open_number[self._at(b) + row_number(others)])
        return int(self.line_at[a + b, a]) + line * int(self.rows[a]) + row_number(own)

    def packed_cell(self, own: Sequence[int], others: Sequence[int]) -> int:
        """The same in the stored layer; the mover's row must be emptied."""
        a, b = sum(own), sum(others)
        line = int(self.open_number[self._at(b) + row_number(others)])
        column = int(self.emptied_number[self._at(a) + row_number(own)])
        return int(self.packed_at[a + b, a]) + line * int(self.emptied[a]) + column

    def _at(self, stones: int) -> int:
        return int(self.rows[:stones].sum(dtype=np.uint64))

    def _starts(self, lines: NDArray[np.uint32], columns: NDArray[np.uint32]) -> NDArray[np.uint64]:
        starts = np.zeros((SUMS, SUMS), np.uint64)
        for stones in range(self.most + 1):
            own = np.arange(stones + 1)
            sizes = lines[stones - own].astype(np.uint64) * columns[own].astype(np.uint64)
            starts[stones, 1 : stones + 2] = np.cumsum(sizes)
        return starts


class _Sum:
    """The rows with a number of stones: packed into words, a byte for each pit."""

    def __init__(self, stones: int) -> None:
        pits = _rows(stones)
        self.row = (pits.astype(np.uint64) << (8 * np.arange(ROW, dtype=np.uint64))).sum(
            1, dtype=np.uint64
        )
        is_empty = pits == 0
        self.is_open = is_empty.any(1)
        first_empty = is_empty.argmax(1)
        before = pits[np.arange(len(pits)), np.maximum(first_empty, 1) - 1]
        stops = (first_empty == 0) | ((before != 2) & (before != 3))
        self.is_emptied = self.is_open & stops
        self.emptied_row = np.flatnonzero(self.is_emptied).astype(np.uint32)


def _rows(stones: int) -> NDArray[np.uint8]:
    """All rows with so many stones, in the order of their numbers."""
    left = np.array([stones], np.int64)
    pits: list[Numbers] = []
    for _ in range(ROW - 1):
        choices = left + 1
        earlier = np.repeat(np.arange(len(left)), choices)
        rest = np.arange(len(earlier)) - np.repeat(np.cumsum(choices) - choices, choices)
        pits = [each[earlier] for each in pits]
        pits.append(left[earlier] - rest)
        left = rest
    return np.stack([*pits, left], 1).astype(np.uint8)


def _numbered(is_one: NDArray[np.bool_]) -> NDArray[np.int32]:
    """The number of each row among those that are marked, or -1."""
    return np.where(is_one, np.cumsum(is_one) - 1, -1).astype(np.int32)


def _by_sum(counts: Iterable[int]) -> NDArray[np.uint32]:
    table = np.zeros(SUMS, np.uint32)
    for stones, count in enumerate(counts):
        table[stones] = count
    return table


def binomials(lines: int) -> NDArray[np.uint64]:
    """`[j, s]` is C(s + j - 1, j)."""
    table = np.zeros((lines, COUNTS), np.uint64)
    for j in range(lines):
        for stones in range(COUNTS):
            table[j, stones] = 1 if j == 0 else comb(stones + j - 1, j) if stones else 0
    return table


def row_number(pits: Sequence[int]) -> int:
    """The number of a row among those with as many stones."""
    sums = [sum(pits[ROW - j :]) for j in range(1, ROW)]
    return sum(comb(stones + j, j + 1) for j, stones in enumerate(sums))


def most_crossing(stones: int) -> int:
    """The most stones of a pit with so many that fall into the opponent's row."""
    laps, rest = divmod(stones, PITS - 1)
    return ROW * laps + min(rest, ROW)


def digits(radix: int) -> int:
    """How many digits to this base a word of 64 bits holds."""
    count = int(64 / log2(radix))
    return count if radix**count <= 1 << 64 else count - 1
