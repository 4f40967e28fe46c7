"""Memory that processes share without a file: a mapping that is anonymous, or of /dev/zero.

Its pages belong to no process. Where one fills them and ends, or gives back its own view of them,
the resident size of those that go on says nothing of it. But the mapping is listed for each process
that has it, and the kernel knows what it holds.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress

from hopsow.arena.process.supervisor import Process

NAME = b"/dev/zero (deleted)"  # of every such mapping
BLOCK = 512  # the unit of st_blocks, see stat(2)


def held(pids: Iterable[int]) -> int:
    """How many bytes such mappings of these processes hold, each counted once.

    Only root may ask the kernel; otherwise a mapping counts by its length.
    """
    sizes: dict[bytes, int] = {}
    for pid in pids:
        with suppress(OSError), open(f"/proc/{pid}/maps", "rb") as file:
            listing = file.read()
            for line in listing.splitlines() if NAME in listing else ():
                if line.endswith(NAME):
                    place, _, offset, _, inode = line.split()[:5]
                    size = _size(pid, place.decode(), int(offset, 16))
                    sizes[inode] = max(size, sizes.get(inode, 0))
    return sum(sizes.values())


def _size(pid: int, place: str, offset: int) -> int:
    try:
        return os.stat(f"/proc/{pid}/map_files/{place}").st_blocks * BLOCK
    except OSError:
        begin, end = (int(address, 16) for address in place.split("-"))
        return offset + end - begin


def besides(process: Process) -> int:
    """The resident size of a process without such memory, and without files that lie in memory;
    what n processes share counts for an nth."""
    sizes = {}
    with suppress(OSError), open(f"/proc/{process.pid}/smaps_rollup", "rb") as file:
        sizes = {line.split()[0]: line.split()[1] for line in file if line.startswith(b"Pss_")}
    parts = (b"Pss_Anon:", b"Pss_File:")
    if not all(part in sizes for part in parts):
        return process.resident
    return sum(int(sizes[part]) * 1024 for part in parts)
