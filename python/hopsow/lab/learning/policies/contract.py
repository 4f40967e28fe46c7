"""What a net should know of a game beforehand: the module of each game has it as `OUTLOOK`."""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Board(namedtuple("Board", "scales side_plane cells turned")):
    """Observations are planes of squares.

    `scales` is what the bytes of each plane are multiplied by. Where `side_plane` is on, the second
    side is to move and the board is turned round, so that a net knows one direction only. For
    each action `cells` has its square times the ways to leave one, plus the way; `turned` has the
    action that it is on the board turned round.
    """

    __slots__ = ()
    scales: Sequence[float]
    side_plane: int
    cells: Sequence[int]
    turned: Sequence[int]


class Counts(namedtuple("Counts", "most")):
    """Observations are numbers, and those above `most` all alike."""

    __slots__ = ()
    most: int


class Size(namedtuple("Size", "width blocks games positions")):
    """How large: the net's layers and residual blocks, games side by side, and the positions that
    a generation adds."""

    __slots__ = ()
    width: int
    blocks: int
    games: int
    positions: int


class Outlook(namedtuple("Outlook", "sight small large simulations max_plies")):
    """How a game is learned: what is seen, sizes without and with a graphics card, simulations for
    each action, and the length at which a game counts as drawn."""

    __slots__ = ()
    sight: Board | Counts
    small: Size
    large: Size
    simulations: int
    max_plies: int
