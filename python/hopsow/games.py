"""The games: their names, sides and rule sets, and what can be asked of their positions.

The rules themselves are native. This module gives them names that do not change, and types.
"""

from __future__ import annotations

from collections import namedtuple

from hopsow import _native
from hopsow._native import (
    GAMES,
    LegalMoves,
    Move,
    Outcome,
    Position,
    divide,
    parse,
    perft,
    rule_sets,
    sides,
    start,
)
from hopsow.errors import AmbiguousMoveError, IllegalMoveError, ParseError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

__all__ = [
    "GAMES",
    "AmbiguousMoveError",
    "IllegalMoveError",
    "LegalMoves",
    "Move",
    "Outcome",
    "ParseError",
    "Playouts",
    "Position",
    "divide",
    "parse",
    "perft",
    "playouts",
    "rule_sets",
    "sides",
    "start",
]


class Playouts(namedtuple("Playouts", ("results", "lengths"))):
    """The results of random games, one item a game.

    `results` has 1 where the first of `position.sides` won, -1 where the second did and 0 for a
    draw or a game that was cut off; `lengths` has the number of plies.
    """

    __slots__ = ()

    results: array[int]
    lengths: array[int]


def playouts(
    position: Position, games: int, seed: int = 0, threads: int = 1, max_plies: int = 100_000
) -> Playouts:
    """Play uniformly random games from a position to their end.

    Game i depends on the seed and on i alone, whatever the number of threads. A game that reaches
    `max_plies` is cut off and counts as a draw.
    """
    return Playouts(*_native.playouts(position, games, seed, threads, max_plies))
