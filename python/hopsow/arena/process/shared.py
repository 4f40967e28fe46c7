"""Memory that processes share without a file: a mapping that is anonymous, or of /dev/zero.

Its pages belong to no process. Where one fills them and ends, or gives back its own view of them,
the resident size of those that go on says nothing of it. But the mapping is listed for each process
that has it, and the kernel knows what it holds.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from hopsow.arena.process.litter import BLOCK
from hopsow.arena.process.supervisor import Process

NAME = b"/dev/zero (deleted)"  # of every such mapping
MOST_ASKED = 1000  # mappings; of a program with more, the smaller ones count by their length


class Mapping(NamedTuple):
    """Where the kernel says what a mapping holds, and the most that it can hold."""

    length: int
    path: str

    def held(self) -> int:
        """How many bytes it holds; only root may ask, for others it is the most."""
        try:
            return os.stat(self.path).st_blocks * BLOCK
        except OSError:
            return self.length


def held(pids: Iterable[int], enough: int) -> int:
    """How many bytes such mappings of these processes hold, each counted once; or 0 where they
    cannot be more than `enough`."""
    mappings: dict[bytes, Mapping] = {}
    for pid in pids:
        with suppress(OSError), open(f"/proc/{pid}/maps", "rb") as file:
            listing = file.read()
            for line in listing.splitlines() if NAME in listing else ():
                if line.endswith(NAME):
                    place, _, offset, _, inode = line.split()[:5]
                    begin, end = (int(address, 16) for address in place.split(b"-"))
                    path = f"/proc/{pid}/map_files/{place.decode()}"
                    mapping = Mapping(int(offset, 16) + end - begin, path)
                    mappings[inode] = max(mapping, mappings.get(inode, mapping))
    largest_first = sorted(mappings.values(), reverse=True)
    if sum(mapping.length for mapping in largest_first) <= enough:
        return 0
    asked, others = largest_first[:MOST_ASKED], largest_first[MOST_ASKED:]
    return sum(each.held() for each in asked) + sum(each.length for each in others)


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
