"""Tables of exact endings: where they are, what is in them, building and verifying them.

Small ones are part of the program; larger ones are built once into a folder. A build may be killed
at any time: files appear whole or not at all, and the next build goes on from those that are there.
"""

from __future__ import annotations

import os
import sys
from collections import namedtuple
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hopsow import _native
from hopsow._native import (
    Tables,
    read_values,
    table_files,
    table_needs,
    table_rules,
    table_sizes,
    write_table,
)
from hopsow.errors import TableError
from hopsow.files import data_path
from hopsow.games import Position, size_of
from hopsow.messages import Message

TYPE_CHECKING = False
if TYPE_CHECKING:  # agents open tables too, and must start in milliseconds
    from pathlib import Path

    from hopsow.tables.builders import TableBuilder

__all__ = [
    "RESULTS",
    "TableError",
    "TableFile",
    "TablePart",
    "Tables",
    "alone_in",
    "amount",
    "build",
    "build_command",
    "built_in",
    "built_in_size",
    "default_folder",
    "entries",
    "files",
    "free_memory",
    "larger_table",
    "open_tables",
    "parts",
    "read_values",
    "refuse_beyond_means",
    "refuse_too_little_memory",
    "refuse_too_little_space",
    "size_of",
    "sizes",
    "table_files",
    "tell_problems",
    "up_to",
    "verify",
    "write_table",
]

Progress = Callable[[float], None]

LOCK = "build.lock"
LEAST_ROOM = 1 << 26
WORTH_A_HINT_BYTES = 4 << 30  # larger builds are not for a passing question
SUFFIX = ".tbl"
DRAFTS = ("*.part", f"*{SUFFIX}.*.tmp")  # files that are being written
RESULTS = {1: "won", 0: "drawn", -1: "lost"}  # for the side to move


class TableFile(
    namedtuple(
        "TableFile",
        ("game", "rules", "name", "note", "entries", "wins", "draws", "losses", "bytes"),
    )
):
    """What a file says about its table; wins, draws and losses are those of the side to move."""

    __slots__ = ()


class TablePart(namedtuple("TablePart", ("names", "needs", "positions", "memory"))):
    """Files that are built together, apart from others; those they need, and what it takes."""

    __slots__ = ()


def default_folder() -> Path:
    """Where tables are kept: `HOPSOW_TABLES`, or the platform's place for programs' data."""
    from pathlib import Path

    return Path(_default_folder())


def _default_folder() -> str:
    return data_path("HOPSOW_TABLES", "tables")


def open_tables(folder: Path | str | None = None) -> Tables:
    """The tables that are always there, and those in a folder (default: `default_folder`)."""
    place = folder or _default_folder()
    return Tables(place, _room_for(place))


def _room_for(folder: Path | str) -> int:
    """The bytes that decoded values may take: half of what is free, if there are files to read.

    A search asks for millions of values, so that they must stay in memory to be worth having.
    """
    try:
        with os.scandir(folder) as entries:
            is_any = any(entry.name.endswith(SUFFIX) for entry in entries)
    except OSError:
        is_any = False
    return max(LEAST_ROOM, (free_memory() or 0) // 2) if is_any else LEAST_ROOM


def tell_problems(tables: Tables) -> None:
    """Say on standard error what has been found wrong with files since the last time."""
    for problem in tables.take_problems():
        print(f"hopsow: {problem}", file=sys.stderr)


def larger_table(position: Position, tables: Tables) -> Message | None:
    """The command that would build a table which knows the position, if none at hand does."""
    game, rules = position.game, position.rules
    known = table_sizes(game, rules)
    if known is None or tables.bounds(position) is not None:
        return None
    size = size_of(position)
    if size > known[2] or table_needs(game, size, rules)[0] > WORTH_A_HINT_BYTES:
        return None
    return Message("table.larger", command=build_command(game, size, rules))


def build_command(game: str, size: int, rules: str | None = None) -> str:
    """The command that builds the tables of a game up to a size."""
    named = rules not in (None, table_rules(game)[0])
    return f"hopsow tables build {game}{f' --rules {rules}' if named else ''} --size {size}"


def sizes(game: str, rules: str | None = None) -> tuple[str, range]:
    """The rules that a game's tables are for, and the sizes they can have."""
    known = table_sizes(game, rules)
    if known is None:
        named = table_rules(game)
        raise ValueError(
            f'there are no {game} tables for the rules "{rules}"'
            if named
            else f"there are no tables for {game}"
        )
    rules, smallest, largest = known
    return rules, range(smallest, largest + 1)


def built_in() -> list[TableFile]:
    """The tables that are part of the program."""
    return [TableFile(*described) for described in _native.built_in_tables()]


def files(folder: Path) -> Iterator[TableFile | TableError]:
    """What each file in a folder says, by name; the error for one that is damaged."""
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            yield TableFile(*_native.read_table(path))
        except TableError as error:
            yield error


def build(
    game: str,
    size: int,
    folder: Path,
    *,
    threads: int = 1,
    memory: int | None = None,
    progress: Progress | None = None,
    device: str = "cpu",
    rules: str | None = None,
) -> None:
    """Build all tables of a game up to a size that are not in the folder yet.

    Refused before any work if it takes more than `memory` bytes (default: what is free), or more
    disk space than there is, or while another build is at work in the folder. A `device` other than
    the processor is that of a registered builder; `memory` is then for what its own cannot hold.
    """
    rules, _ = sizes(game, rules)
    builder = None if device == "cpu" else _builder(device, game, rules)
    if builder is None:
        refuse_beyond_means(game, size, folder, memory, rules)
    else:
        refuse_too_little_space(game, size, folder, rules)
    with alone_in(folder):
        if builder is None:
            _native.build_tables(game, folder, size, threads, progress, rules)
        else:
            builder.build(
                *(game, size, folder),
                rules=rules,
                memory=memory,
                threads=threads,
                progress=progress,
            )


def _builder(device: str, game: str, rules: str) -> TableBuilder:
    from hopsow.tables.builders import builder  # agents never build

    found = builder(device)
    found.check(game, rules)
    return found


def parts(game: str, size: int, rules: str | None = None) -> list[TablePart]:
    """The parts in which all tables up to a size are built, each after those that it needs.

    None for a game in which every file needs the one before it.
    """
    sizes(game, rules)
    return [TablePart(*described) for described in _native.table_parts(game, size, rules)]


def verify(
    game: str,
    size: int,
    folder: Path | None,
    *,
    sample: int | None = None,
    threads: int = 1,
    progress: Progress | None = None,
    rules: str | None = None,
) -> tuple[Position, int, int] | None:
    """Check the tables of exactly a size against their checksums and their successors.

    Without a folder the program's own are checked. All values are recomputed, or about `sample` of
    them. A position that disagrees is returned with its value in the table and the one that its
    moves make.
    """
    if folder is None:
        with _unpacked(game, size, rules) as place:
            return verify(
                *(game, size, place),
                sample=sample,
                threads=threads,
                progress=progress,
                rules=rules,
            )
    step = max(1, entries(game, size, folder, rules) // sample) if sample else 1
    return _native.verify_tables(game, folder, size, step, threads, progress, rules)


def entries(game: str, size: int, folder: Path, rules: str | None = None) -> int:
    """How many values the files of exactly a size hold."""
    names = table_files(game, size, rules)
    return sum(TableFile(*_native.read_table(folder / name)).entries for name in names)


def up_to(game: str, size: int, rules: str | None = None) -> list[str]:
    """The names of all files of a game up to a size."""
    smallest = sizes(game, rules)[1].start
    return [name for n in range(smallest, size + 1) for name in table_files(game, n, rules)]


def built_in_size(game: str, rules: str | None = None) -> int:
    """The size up to which the program knows every position without any file; 0 for none."""
    return Tables().reach(game, rules) or 0


@contextmanager
def _unpacked(game: str, size: int, rules: str | None) -> Iterator[Path]:
    """A folder with the program's own tables of a game up to a size."""
    from pathlib import Path
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="hopsow-tables-") as place:
        for name in up_to(game, size, rules):
            file = _native.built_in_file(name)
            if file is None:
                raise ValueError(f"{game} tables of size {size} are not built in")
            (Path(place) / name).write_bytes(file)
        yield Path(place)


def refuse_beyond_means(
    game: str, size: int, folder: Path, memory: int | None, rules: str | None = None
) -> None:
    """Raise an error if a build needs more than there is."""
    needed, _ = table_needs(game, size, rules)
    refuse_too_little_memory(f"{game} tables to size {size}", needed, memory)
    refuse_too_little_space(game, size, folder, rules)


def refuse_too_little_memory(what: str, needed: int, memory: int | None) -> None:
    """Raise an error if something takes more than `memory` bytes (default: what is free)."""
    free = memory if memory is not None else free_memory()
    if free is not None and needed > free:
        raise ValueError(
            f"{what} take {amount(needed)} of memory, "
            f"and {'the limit is' if memory is not None else 'there are'} {amount(free)}"
        )


def refuse_too_little_space(game: str, size: int, folder: Path, rules: str | None = None) -> None:
    """Raise an error if the files of a build do not fit on the disk."""
    import shutil

    _, on_disk = table_needs(game, size, rules)
    names = up_to(game, size, rules)
    there = [folder / name for name in names if (folder / name).exists()]
    if len(there) == len(names):
        return
    to_come = on_disk - sum(path.stat().st_size for path in there)
    space = shutil.disk_usage(_existing(folder)).free
    if to_come > space:
        raise ValueError(
            f"{game} tables to size {size} take {amount(to_come)} more disk space, "
            f"and there are {amount(space)} at {folder}"
        )


def amount(size: int) -> str:
    """A number of bytes as a person would say it."""
    for unit, name in ((10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{size} bytes"


def _existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that exists."""
    folder = folder.absolute()
    return next(place for place in (folder, *folder.parents) if place.exists())


def free_memory() -> int | None:
    """The bytes of memory that this process may take, where the system tells."""
    amounts = []
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            about = dict(line.split(":") for line in lines)
        amounts.append(int(about["MemAvailable"].split()[0]) * 1024)
    except (OSError, KeyError, ValueError):
        if hasattr(os, "sysconf"):
            amounts.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    try:
        with open("/sys/fs/cgroup/memory.max", encoding="ascii") as line:
            amounts.append(int(line.read()))
    except (OSError, ValueError):
        pass  # no container, or one without a limit
    amounts += _limits()
    return min(amounts, default=None)


def _limits() -> list[int]:
    """What the system's limits for this process leave it."""
    try:
        import resource
    except ImportError:  # not every system has them
        return []
    limits = [resource.getrlimit(kind)[0] for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA)]
    return [limit for limit in limits if limit != resource.RLIM_INFINITY]


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Build in a folder as the only one who does, after removing what a killed build left.

    The system lets go of the lock however this process ends.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / LOCK, "a+b") as lock:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise TableError(f"another build is at work in {folder}") from None
        for pattern in DRAFTS:
            for left_behind in folder.glob(pattern):
                left_behind.unlink()
        yield
