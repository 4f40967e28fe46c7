"""How long a game of checkers still takes."""

from __future__ import annotations

from hopsow.games import size_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hopsow.games import Position

LEAST_MOVES = 12.0  # with nothing left; every piece on the board adds a move


def moves_left(position: Position) -> float:
    """How many moves the side to move will likely make until the game is over."""
    return LEAST_MOVES + size_of(position)
