"""How long a game of Awari still takes."""

from __future__ import annotations

from hopsow.games import size_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hopsow.games import Position

LEAST_MOVES, MOVES_PER_STONE = 10.0, 0.5


def moves_left(position: Position) -> float:
    """How many moves the side to move will likely make until the game is over."""
    return LEAST_MOVES + MOVES_PER_STONE * size_of(position)
