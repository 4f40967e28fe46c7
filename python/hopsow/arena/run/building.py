"""Tables built in any place, in parts that need only files of other parts.

A node gets the files that a part needs, each named by its hash, and gives back the files of the
part, which are written at home. So tables are nowhere but in files, and what is there when a build
is stopped is not built again. Parts go out in waves: none needs another one of its own wave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from hopsow import tables
from hopsow._native import build_table_part, has_table_part
from hopsow.arena.process.folders import folder as empty_folder
from hopsow.arena.run import here, shipping
from hopsow.arena.run.parcels import Parcel, pack_file
from hopsow.arena.run.place import Place
from hopsow.arena.run.shipping import Shipped
from hopsow.files import write_atomically
from hopsow.tables import TableError, TablePart


class Part(NamedTuple):
    """A part by its number among those up to a size, and the folder at home."""

    game: str
    size: int
    number: int
    folder: str
    rules: str | None


def build(
    place: Place,
    game: str,
    size: int,
    folder: Path,
    *,
    memory: int | None = None,
    progress: Callable[[float], object] | None = None,
    rules: str | None = None,
) -> None:
    """Build all tables of a game up to a size that are not in the folder yet.

    The files are those of `hopsow.tables.build`. Refused before any work if a part takes more than
    `memory` bytes, or all of them more disk space than there is at home; a node that has too little
    free memory for a part does others.
    """
    parts = tables.parts(game, size, rules)
    _refuse(game, size, parts, memory)
    tables.refuse_too_little_space(game, size, folder, rules)
    with tables.alone_in(folder):
        missing = {
            number
            for number in range(len(parts))
            if not has_table_part(game, folder, size, number, rules)
        }
        total, done = sum(parts[number].positions for number in missing), 0
        packed: dict[str, Parcel] = {}
        for wave in _waves(parts):
            names = {name for number in missing & {*wave} for name in parts[number].needs}
            packed |= {name: pack_file(str(folder / name)) for name in names - packed.keys()}
            tasks = (
                (
                    number,
                    _shipped(Part(game, size, number, str(folder), rules), parts[number], packed),
                )
                for number in wave
                if number in missing
            )
            with closing(place.work(tasks, 1, tell_part, _lost)) as told:
                for number, files in told:
                    if isinstance(files, str):
                        raise TableError(files)
                    if number not in missing:
                        continue  # a node that was cut off has built it, too
                    for name, content in files.items():
                        write_atomically(folder / name, content)
                    missing.remove(number)
                    done += parts[number].positions
                    if progress is not None:
                        progress(done / total)


def _refuse(game: str, size: int, parts: Sequence[TablePart], memory: int | None) -> None:
    if not parts:
        raise ValueError(
            f"{game} tables are not built on a cluster: each layer needs the one below it, "
            "so that no two can be built side by side"
        )
    most = max(part.memory for part in parts)
    if memory is not None and most > memory:
        raise ValueError(
            f"{game} tables to size {size} take {tables.amount(most)} of memory on a node, "
            f"and the limit is {tables.amount(memory)}"
        )


def _waves(parts: Sequence[TablePart]) -> Iterator[list[int]]:
    """The numbers of the parts, those first that need nothing, then those that need only these,
    and so on; of each wave the largest first, so that none is begun when all others are done."""
    wave_of: dict[str, int] = {}  # by names of files
    waves: list[list[int]] = []
    for number, part in enumerate(parts):
        wave = max((wave_of[name] + 1 for name in part.needs), default=0)
        wave_of |= dict.fromkeys(part.names, wave)
        waves += [[] for _ in range(wave + 1 - len(waves))]
        waves[wave].append(number)
    for numbers in waves:
        yield sorted(numbers, key=lambda number: -parts[number].positions)


def _shipped(task: Part, part: TablePart, packed: dict[str, Parcel]) -> Shipped:
    needs = (shipping.SAME_HOPSOW, shipping.need_of_memory(part.memory))
    return Shipped(task, tuple(packed[name] for name in part.needs), needs)


def tell_part(shipped: Shipped, tell: here.Tell) -> None:
    """Build a part whose files have arrived: its own files, or what is wrong with those."""
    part: Part = shipped.task
    with empty_folder() as place:
        for parcel in shipped.parcels:
            assert parcel is not None
            (word,) = parcel.words_in(shipped.place_of(parcel))
            file = Path(word)
            (place / file.name).symlink_to(file)
        built: dict[str, bytes] | str
        try:
            build_table_part(part.game, place, part.size, part.number, rules=part.rules)
            built = {name: (place / name).read_bytes() for name in _names(part)}
        except TableError as error:
            built = str(error).replace(str(place), part.folder)
    tell(built)


def _lost(shipped: Shipped) -> str:
    return f"{' and '.join(_names(shipped.task))}: a worker was killed"


def _names(part: Part) -> list[str]:
    names: list[str] = tables.parts(part.game, part.size, part.rules)[part.number].names
    return names
