"""Tables built in any place, in parts that need only files of other parts.

A node gets the files that a part needs and gives back those of the part, which are written at home.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path

from hopsow import tables
from hopsow._native import build_table_part, has_table_part
from hopsow.arena.process.folders import folder as empty_folder
from hopsow.arena.run import here, shipping
from hopsow.arena.run.parcels import Parcel, pack_file
from hopsow.arena.run.place import Place
from hopsow.arena.run.shipping import Shipped
from hopsow.files import write_atomically


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
    if not parts:
        raise ValueError(
            f"{game} tables are not built on a cluster: each layer needs the one below it, "
            "so that no two can be built side by side"
        )
    if memory is not None:
        needed = max(part.memory for part in parts)
        tables.refuse_too_little_memory(f"{game} tables to size {size}", needed, memory)
    tables.refuse_too_little_space(game, size, folder, rules)
    with tables.alone_in(folder):
        numbers = range(len(parts))
        todo = {n for n in numbers if not has_table_part(game, folder, size, n, rules)}
        total = sum(parts[number].positions for number in todo)

        @cache
        def packed(name: str) -> Parcel:
            return pack_file(str(folder / name))

        def shipped(number: int) -> tuple[int, Shipped]:
            files = tuple(map(packed, parts[number].needs))
            needs = (shipping.SAME_HOPSOW, shipping.need_of_memory(parts[number].memory))
            return number, Shipped((game, size, number, rules, str(folder)), files, needs)

        while todo:
            unknown = {name for number in todo for name in parts[number].names}
            wave = [number for number in todo if unknown.isdisjoint(parts[number].needs)]
            # The largest first, so that none is begun when all others are over.
            wave.sort(key=lambda number: -parts[number].positions)
            with closing(place.work(map(shipped, wave), 1, tell_part, _lost)) as told:
                for number, files in told:
                    if isinstance(files, str):
                        raise tables.TableError(files)
                    for name, content in files.items():
                        write_atomically(folder / name, content)
                    todo.remove(number)
                    if progress is not None:
                        left = sum(parts[number].positions for number in todo)
                        progress(1 - left / total)


def tell_part(shipped: Shipped, tell: here.Tell) -> None:
    """Build a part whose files have arrived: its own files, or what is wrong with those."""
    game, size, number, rules, home = shipped.task
    with empty_folder() as place:
        for file in map(Path, shipped.files()):
            (place / file.name).symlink_to(file)
        built: dict[str, bytes] | str
        try:
            build_table_part(game, place, size, number, rules=rules)
            names = tables.parts(game, size, rules)[number].names
            built = {name: (place / name).read_bytes() for name in names}
        except tables.TableError as error:
            built = str(error).replace(str(place), home)
    tell(built)


def _lost(shipped: Shipped) -> str:
    game, size, number, rules, _ = shipped.task
    return f"{' and '.join(tables.parts(game, size, rules)[number].names)}: a worker was killed"
