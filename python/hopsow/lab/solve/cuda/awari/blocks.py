"""How the splits of a layer are shared out among blocks of threads."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from hopsow.lab.solve.cuda.awari.rows import ROW, SUMS, Rows, most_crossing

LANES, TILE, PITCH = 128, 64, 132  # as in the kernels
FEWEST_BLOCKS = 132 * 64  # that keep a large card busy
LONGEST_CHUNK = 2048
BLOCKS_AT_ONCE = 50_000

# The first of some blocks, how many there are, the most stones that cross in any of them.
Group = tuple[int, int, int]


def blocks_of(rows: Rows, stones: int) -> tuple[NDArray[np.uint32], list[Group]]:
    """The plan that the kernels read, and the groups of blocks that are launched together.

    A large layer is launched split by split, since splits in which few stones cross take less
    shared memory; a small one at once.
    """
    plan = np.zeros((3, SUMS), np.uint32)
    for own in range(stones + 1):
        across = -(-int(rows.open[stones - own]) // LANES)
        height = int(rows.rows[own])
        tiles = -(-height * across // FEWEST_BLOCKS // TILE)
        chunk = min(max(tiles, 1) * TILE, LONGEST_CHUNK)
        plan[1, own], plan[2, own] = across, chunk
        plan[0, own + 1] = plan[0, own] + across * -(-height // chunk)
    before = [int(each) for each in plan[0, : stones + 2]]
    if before[-1] < BLOCKS_AT_ONCE:
        return plan, [(0, before[-1], most_crossing(stones))]
    spans = enumerate(pairwise(before))
    return plan, [(begin, end - begin, most_crossing(own)) for own, (begin, end) in spans]


def sweep_bytes(crossings: int) -> int:
    """The shared memory of a block of `sweep`."""
    return 16 * TILE * ROW + 4 * (crossings + 2) * LANES + TILE * PITCH


def gather_bytes(crossings: int) -> int:
    """The shared memory of a block of `gather`."""
    return 12 * (crossings + 1) * LANES + 4 * TILE * ROW + TILE * PITCH
