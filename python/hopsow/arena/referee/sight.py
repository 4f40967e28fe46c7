"""What can be seen of a game while it is played.

A referee tells now and then how many plies have been played. That number carries the rest with it,
which is put together only if somebody asks, or if it is sent to another process.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Sight:
    """The start, all moves so far separated by blanks, and the seconds that A and B have used."""

    start: str
    moves: str
    cpu: tuple[float, float]
    wall: tuple[float, float]


class Plies(int):
    """So many plies of a game, and the sight of it."""

    look: Callable[[], Sight]

    def __new__(cls, plies: int, look: Callable[[], Sight]) -> Self:
        """A number, and how to see the game that it is about."""
        self = super().__new__(cls, plies)
        self.look = look
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _seen, (int(self), self.look())


def _seen(plies: int, sight: Sight) -> Plies:
    return Plies(plies, lambda: sight)
