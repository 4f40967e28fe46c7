"""How long to think: what is left, spread over the moves that are likely left.

Of the time left a move gets at most a fixed share, so that it never runs out however long the game
lasts; what every move costs beside the search (a process that starts anew for each) is set aside
first.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hopsow.games import Position

LONGEST_S = 60.0  # more hardly ever changes a move
RESERVE = (
    0.03  # of every limit is never planned with: a loaded machine counts more for the same work
)
CPU_GRACE_S, WALL_GRACE_S = 0.005, 0.03  # how late a search may notice that its time is over
# A search that begins no new depth after SOFT of its limit ends, on average, well before the limit:
# that saves time for later moves. Where the move has a limit of its own there is nothing to save.
STRETCH, SOFT = 1.6, 0.5
# Claiming memory takes time too: at worst a seventh of the first search.
HASH_MB_PER_S, MOST_HASH_MB = 64, 128


class Clock:
    """What a move may take, and what led to it.

    `left` seconds remain for the rest of the game, `increment` are added after every move, `move`
    is the most for this one; None is no limit. The seconds are of CPU time or of wall time.
    `earlier` are the positions played before the present one, oldest first.
    """

    __slots__ = ("counts_cpu", "earlier", "increment", "left", "move")

    def __init__(
        self,
        left: float | None = None,
        increment: float = 0.0,
        move: float | None = None,
        counts_cpu: bool = False,
        earlier: Sequence[Position] = (),
    ) -> None:
        self.left = left
        self.increment = increment
        self.move = move
        self.counts_cpu = counts_cpu
        self.earlier = earlier


class Budget(tuple[float, float]):
    """At most `limit` seconds; after the share `soft` of them no deeper search begins."""

    __slots__ = ()

    @property
    def limit(self) -> float:
        return self[0]

    @property
    def soft(self) -> float:
        return self[1]


def share(position: Position, clock: Clock, overhead: float = 0.0) -> Budget | None:
    """What the search of this move may take, or None where the clock sets no limit.

    `overhead` is what each of the moves takes beside the search.
    """
    limits = [LONGEST_S]
    begins_until = LONGEST_S
    if clock.left is not None:
        left = (1 - RESERVE) * clock.left
        target = left / moves_left(position) - overhead + clock.increment
        limits += [STRETCH * target, left - overhead]
        begins_until = SOFT * STRETCH * target
    if clock.move is not None:
        limits.append((1 - RESERVE) * clock.move - overhead)
    if len(limits) == 1:
        return None
    limit = max(0.0, min(limits))
    return Budget((limit, min(1.0, begins_until / limit) if limit > 0.0 else 1.0))


def moves_left(position: Position) -> float:
    """How many moves the side to move will likely make until the game is over."""
    from hopsow.engine.by_game import module_of

    return module_of(position.game).moves_left(position)


def hash_mb(seconds: float) -> int:
    """The megabytes of a table for searches that last so long."""
    return max(1, min(MOST_HASH_MB, round(HASH_MB_PER_S * seconds)))
