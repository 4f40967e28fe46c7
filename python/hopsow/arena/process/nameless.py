"""Files without a name: a program may remove a file and keep it by a descriptor or a mapping.

They fill the disk like any other file, and no walk through a folder finds them.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress

from hopsow.arena.process.litter import BLOCK
from hopsow.arena.process.shared import NAME

REMOVED = b" (deleted)"  # the end of such a mapping's name
File = tuple[int, int]  # its device and its number


def held(pids: Iterable[int]) -> int:
    """How many bytes the removed files hold that these processes have open or mapped, each counted
    once; one that is only mapped counts by the length of its mapping."""
    opened: dict[File, int] = {}
    mapped: dict[File, int] = {}
    for pid in pids:
        with suppress(OSError):
            for name in os.listdir(f"/proc/{pid}/fd"):
                with suppress(OSError):
                    status = os.stat(f"/proc/{pid}/fd/{name}")
                    if stat.S_ISREG(status.st_mode) and not status.st_nlink:
                        opened[status.st_dev, status.st_ino] = status.st_blocks * BLOCK
        with suppress(OSError), open(f"/proc/{pid}/maps", "rb") as file:
            for line in file:
                if line.endswith(REMOVED + b"\n") and NAME not in line:
                    place, _, offset, device, inode = line.split(maxsplit=5)[:5]
                    begin, end = (int(address, 16) for address in place.split(b"-"))
                    major, minor = (int(number, 16) for number in device.split(b":"))
                    key = os.makedev(major, minor), int(inode)
                    mapped[key] = max(mapped.get(key, 0), int(offset, 16) + end - begin)
    return sum({**mapped, **opened}.values())
