"""Puzzles of Awari: endings of random games, with stores that make every stone count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from hopsow.games import Position
from hopsow.tables import Tables

DEPTHS: Sequence[int] = (1, 3, 5, 7)
SPOILING: Sequence[int] = (3, 5)
TRIES = 200


def candidates(random: Random, tables: Tables) -> Iterator[Position]:
    """Endings that the tables know, in which the choice matters."""
    size = tables.reach("awari") or 0
    for position, keeping in tables.choices("awari", random.getrandbits(63), size, TRIES):
        if len(keeping) == 1:
            yield position
