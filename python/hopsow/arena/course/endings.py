"""Endings where the choice of the move changes the outcome, with the proof of tables.

They come from random games by seed; won and drawn ones take turns, because a loss cannot be spoilt.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, islice

from hopsow.games import Move, Position, size_of
from hopsow.tables import Tables

WORDS = {1: "win", 0: "draw"}
CANDIDATES = 1000

Ending = tuple[Position, int, list[Move]]  # its value for the side to move, and what keeps it


def choices(
    known: Tables,
    game: str,
    seed: int,
    size: int,
    count: int,
    least_moves: int,
    least_size: int | None = None,
    is_wanted: Callable[[Position], bool] = lambda position: True,
) -> list[Ending]:
    """So many endings, from tables that know all of the size."""
    least = size if least_size is None else least_size
    by_value: dict[int, list[Ending]] = {worth: [] for worth in WORDS}
    for position, keeping in known.choices(game, seed, size, CANDIDATES):
        worth = known.probe(position)
        if worth is None or size_of(position) < least or len(position.legal_moves) < least_moves:
            continue
        if is_wanted(position):
            by_value[worth[0]].append((position, worth[0], keeping))
    return list(islice(chain.from_iterable(zip(*by_value.values(), strict=False)), count))
