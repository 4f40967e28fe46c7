"""How long a game of Halma still takes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hopsow.games import Position

SIZE = 16
CAMP = (4, 4, 3, 2, 1)  # the last column of each of its rows, from the corner
# Over self-play games at 3000 nodes a move, the mover's moves left are 10 + 0.38 a square still to
# go, or fewer in nine of ten positions.
LEAST_MOVES, MOVES_PER_SQUARE = 10.0, 0.38


def moves_left(position: Position) -> float:
    """How many moves the side to move will likely make until the game is over."""
    man = position.to_move[0]
    cells = position.cells if man == "w" else position.cells[::-1]
    squares = sum(_steps(at % SIZE, at // SIZE) for at, cell in enumerate(cells) if cell == man)
    return LEAST_MOVES + MOVES_PER_SQUARE * squares


def _steps(x: int, y: int) -> int:
    """Those to the nearest square of the camp in the corner."""
    return min(max(x - last, abs(y - row), 0) for row, last in enumerate(CAMP))
