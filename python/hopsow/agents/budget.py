"""How long to think: what is left, spread over the moves that are likely left.

Of the time left a move gets at most a fixed share, so that it never runs out however long the game
lasts; what every move costs beside the search (a process that starts anew for each) is set aside
first.
"""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hopsow.agents import Clock
    from hopsow.games import Position

LONGEST_S = 60.0  # more hardly ever changes a move
RESERVE = (
    0.03  # of every limit is never planned with: a loaded machine counts more for the same work
)
# A search that begins no new depth after SOFT of its limit ends, on average, well before the limit.
STRETCH, SOFT = 1.6, 0.5
# Over self-play games at 3000 nodes a move, the mover's moves left are 10 + 0.38 a square still to
# go, or fewer in nine of ten positions.
HALMA_LEAST, HALMA_PER_SQUARE = 10.0, 0.38
# Claiming memory takes time too: at worst a seventh of the first search.
HASH_MB_PER_S, MOST_HASH_MB = 64, 128
CAMP = [(x, y) for y, width in enumerate((5, 5, 4, 3, 2)) for x in range(width)]


class Budget(namedtuple("Budget", "limit soft")):
    """At most `limit` seconds; after the share `soft` of them no deeper search begins."""

    __slots__ = ()
    limit: float
    soft: float


def share(position: Position, clock: Clock, overhead: float = 0.0) -> Budget | None:
    """What the search of this move may take, or None where the clock sets no limit.

    `overhead` is what each of the moves takes beside the search.
    """
    limits = [LONGEST_S]
    soft = 1.0
    if clock.left is not None:
        left = (1 - RESERVE) * clock.left
        target = left / moves_left(position) - overhead + clock.increment
        limits += [STRETCH * target, left - overhead]
        soft = SOFT
    if clock.move is not None:
        limits.append((1 - RESERVE) * clock.move - overhead)
    if len(limits) == 1:
        return None
    return Budget(max(0.0, min(limits)), soft)


def hash_mb(seconds: float) -> int:
    """The megabytes of a table for searches that last so long."""
    return max(1, min(MOST_HASH_MB, round(HASH_MB_PER_S * seconds)))


def moves_left(position: Position) -> float:
    """How many moves the side to move will likely make until the game is over."""
    if position.game == "halma":
        return HALMA_LEAST + HALMA_PER_SQUARE * _squares_to_go(position)
    if position.game == "checkers":
        return 12.0 + sum(cell != "." for cell in position.cells)
    return 10.0 + sum(position.stones[:12]) / 2


def _squares_to_go(position: Position) -> int:
    """The steps of the mover's men to the nearest square of the opposing camp, all together."""
    man = position.to_move[0]
    cells = position.cells if man == "w" else position.cells[::-1]
    return sum(
        min(max(abs(at % 16 - x), abs(at // 16 - y)) for x, y in CAMP)
        for at, cell in enumerate(cells)
        if cell == man
    )
