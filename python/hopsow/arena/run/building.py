"""Tables built in any place, in parts that need only files of other parts.

A node gets the files that a part needs and gives back those of the part, which are written at home.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from hopsow import tables
from hopsow._native import build_table_part, has_table_part
from hopsow.arena.process.folders import folder as empty_folder
from hopsow.arena.run import here, shipping
from hopsow.arena.run.parcels import pack_file
from hopsow.arena.run.place import Place, each
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
    """Build all tables of a game up to a size that are not in the folder yet, as `tables.build`
    does; a node that has too little free memory for a part does others."""
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
    packed = cache(lambda name: pack_file(str(folder / name)))

    def shipped(number: int) -> tuple[int, Shipped]:
        needs = (shipping.SAME_HOPSOW, shipping.need_of_memory(parts[number].memory))
        files = tuple(map(packed, parts[number].needs))
        return number, Shipped((game, size, number, rules, str(folder)), files, needs)

    with tables.alone_in(folder):
        todo = {n for n in range(len(parts)) if not has_table_part(game, folder, size, n, rules)}
        total = sum(parts[number].positions for number in todo)
        while todo:
            unknown = {name for number in todo for name in parts[number].names}
            wave = [number for number in todo if unknown.isdisjoint(parts[number].needs)]
            # The largest first, so that none is begun when all others are over.
            wave.sort(key=lambda number: -parts[number].positions)
            for number, files in each(place, map(shipped, wave), tell_part):
                for name, content in files.items():
                    write_atomically(folder / name, content)
                todo.remove(number)
                if progress is not None:
                    progress(1 - sum(parts[number].positions for number in todo) / total)


def tell_part(shipped: Shipped, tell: here.Tell) -> None:
    """Build a part whose files have arrived, and tell its own."""
    game, size, number, rules, home = shipped.task
    with empty_folder() as place:
        for file in map(Path, shipped.files()):
            (place / file.name).symlink_to(file)
        try:
            build_table_part(game, place, size, number, rules=rules)
        except tables.TableError as error:
            raise tables.TableError(str(error).replace(str(place), home)) from None
        names = tables.parts(game, size, rules)[number].names
        tell({name: (place / name).read_bytes() for name in names})
