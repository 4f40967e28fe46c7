"""Games of an engine against itself, played in any place.

What is sent is a piece of a plan, with the net that judges; what comes back are the records, which
are written at home.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from hopsow.arena.run import here, shipping
from hopsow.arena.run.parcels import Parcel, pack_file
from hopsow.arena.run.place import Place, each
from hopsow.arena.run.shipping import Shipped
from hopsow.engine import Searcher
from hopsow.lab.learning.values.data import Piece


def play(
    place: Place, pieces: Iterable[Piece], tell: Callable[[Piece, int], None]
) -> Iterator[tuple[Piece, bytes]]:
    """Play pieces; the records of each, and meanwhile how many of its games are done."""
    shipped = ((piece, _ship(piece)) for piece in pieces)
    for piece, result in each(place, shipped, tell_records):
        if isinstance(result, int):
            tell(piece, result)
        else:
            yield piece, result


def _ship(piece: Piece) -> Shipped:
    plan = piece.plan
    parcels = () if plan.net is None else (_packed(plan.game, plan.net),)
    return Shipped(piece, parcels, (shipping.SAME_HOPSOW,), progress=int)


@cache
def _packed(game: str, net: str) -> Parcel:
    Searcher(game, net=net)  # a file that is no net is refused at home
    return pack_file(net)


def tell_records(shipped: Shipped, tell: here.Tell) -> None:
    """Play a piece that has arrived, with its net."""
    piece: Piece = shipped.task
    for net in shipped.files():
        piece = piece._replace(plan=piece.plan._replace(net=net))
    tell(piece.play(1, tell))
