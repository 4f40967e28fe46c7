"""Tables verified in any place, in parts that are ranges of ranks.

A node works on the very files of this machine: small ones are sent, and larger ones it must have in
the folder of the same name, on a disk that is shared or as a copy. Which files those are is told by
their headers and indexes, in which the checksum of every block stands.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from hopsow import tables
from hopsow.arena.run import here, parcels, shipping
from hopsow.arena.run.place import Place
from hopsow.arena.run.shipping import Need, Shipped
from hopsow.games import Position

PART = 1 << 22  # values
LEAST_PARTS, MOST_PARTS = 8, 4096
Wrong = tuple[Position, int, int]


class Part(NamedTuple):
    """A part of the values of a size; without a folder of the program's own."""

    game: str
    size: int
    folder: str | None
    sample: int | None
    part: tuple[int, int]
    rules: str | None


def verify(
    place: Place,
    game: str,
    size: int,
    folder: Path | None,
    sample: int | None = None,
    progress: Callable[[float], object] | None = None,
    rules: str | None = None,
) -> Wrong | None:
    """The first position that disagrees, as `hopsow.tables.verify` says it."""
    parts = LEAST_PARTS
    if folder is not None:
        folder = folder.absolute()
        parts = min(MOST_PARTS, max(parts, tables.entries(game, size, folder, rules) // PART))
    path = None if folder is None else str(folder)
    sent, needs = _sent(game, size, folder, rules)
    tasks = (
        (number, Shipped(Part(game, size, path, sample, (number, parts), rules), sent, needs))
        for number in range(parts)
    )
    found: dict[int, Wrong | None] = {}
    with closing(place.work(tasks, 1, tell_part, _lost)) as told:
        for number, result in told:
            if isinstance(result, str):
                raise tables.TableError(result)
            found[number] = result
            if progress is not None:
                progress(len(found) / parts)
    return next((found[number] for number in range(parts) if found[number] is not None), None)


def _sent(
    game: str, size: int, folder: Path | None, rules: str | None = None
) -> tuple[tuple[parcels.Parcel, ...], tuple[Need, ...]]:
    """What is sent of the tables, and what a node has to have."""
    if folder is None:
        return (), (shipping.SAME_HOPSOW,)
    names = [name for name in tables.up_to(game, size, rules) if (folder / name).exists()]
    if sum((folder / name).stat().st_size for name in names) <= parcels.MOST_BYTES:
        return (parcels.pack_files(folder, names),), (shipping.SAME_HOPSOW,)
    return (), (shipping.SAME_HOPSOW, shipping.need_of_tables(game, size, folder, rules))


def tell_part(shipped: Shipped, tell: here.Tell) -> None:
    """Verify a part: what disagrees first in it, or what is wrong with a file."""
    part: Part = shipped.task
    folder = part.folder and Path(part.folder)
    for parcel in shipped.parcels:
        assert parcel is not None
        folder = Path(*parcel.words_in(shipped.place_of(parcel)))
    try:
        found: Any = tables.verify(
            *(part.game, part.size, folder or None),
            sample=part.sample,
            part=part.part,
            rules=part.rules,
        )
    except tables.TableError as error:
        found = str(error)
        for parcel in shipped.parcels:
            assert parcel is not None
            found = parcel.as_at_home(found, shipped.place_of(parcel))
    tell(found)


def _lost(shipped: Shipped) -> str:
    number, parts = shipped.task.part
    return f"part {number + 1} of {parts}: a worker was killed"
