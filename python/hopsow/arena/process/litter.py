"""What a program keeps in its folder: weighing it, and removing it.

That may be anything, trees deeper than any path can name and folders that nobody may enter
included. So a tree is walked a name at a time, down and up again through `..`: each folder is
opened twice, whatever its depth, and neither paths, nor the stack, nor descriptors run out.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

OPEN_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
BLOCK = 512  # the unit of st_blocks, see stat(2)


def weight(path: Path, enough: int) -> tuple[int, int]:
    """How many files and folders a folder holds, and their size on the disk in bytes; it counts no
    further than `enough` entries. Of a folder that changes meanwhile, some may be missed."""
    entries = size = 0

    def count(folder: int) -> list[str]:
        nonlocal entries, size
        inner = []
        with suppress(FileNotFoundError), os.scandir(folder) as listing:
            for entry in listing:
                if entries > enough:
                    return []
                entries += 1
                size += entry.stat(follow_symlinks=False).st_blocks * BLOCK
                if entry.is_dir(follow_symlinks=False):
                    inner.append(entry.name)
        return inner

    with suppress(OSError):
        # The path may lead through a descriptor.
        _walk(os.open(f"{path}/.", OPEN_FOLDER), count, lambda outer, name: None)
    return entries, size


def occupied(path: Path) -> tuple[int, int]:
    """The same for a folder that is a file system of its own, which counts what it holds, removed
    files included."""
    system = os.statvfs(f"{path}/.")
    entries = system.f_files - system.f_ffree - 1  # without the folder itself
    return entries, (system.f_blocks - system.f_bfree) * system.f_frsize


def remove(path: Path) -> None:
    """Remove whatever stands there, a folder with all in it; an OSError where that fails."""
    if path.is_symlink() or not path.is_dir():
        path.unlink()
        return
    path.chmod(0o700)
    _walk(
        os.open(path, OPEN_FOLDER), _remove_files, lambda outer, name: os.rmdir(name, dir_fd=outer)
    )
    path.rmdir()


def _remove_files(folder: int) -> list[str]:
    os.fchmod(folder, 0o700)
    with os.scandir(folder) as listing:
        entries = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in listing]
    for name, is_folder in entries:
        if not is_folder:
            os.unlink(name, dir_fd=folder)
    return [name for name, is_folder in entries if is_folder]


def _walk(folder: int, look: Callable[[int], list[str]], leave: Callable[[int, str], None]) -> None:
    """Visit an open folder and all below it, and close it: `look` is given the descriptor of each
    and names those in it that are to be visited next; `leave` is given the outer folder and the
    name of one that is done."""
    outer: list[tuple[str, tuple[int, int]]] = []  # our name there, and which folder it is
    try:
        left = [look(folder)]
        while True:
            if left[-1]:
                name = left[-1].pop()
                inner = _open(name, folder)
                outer.append((name, _identity(folder)))
                os.close(folder)
                folder = inner
                left.append(look(folder))
            elif outer:
                left.pop()
                name, identity = outer.pop()
                above = os.open("..", OPEN_FOLDER, dir_fd=folder)
                os.close(folder)
                folder = above
                if _identity(folder) != identity:
                    raise OSError(errno.ESTALE, "a folder was moved meanwhile", name)
                leave(folder, name)
            else:
                return
    finally:
        os.close(folder)


def _open(name: str, outer: int) -> int:
    """Open a folder, and take the right to enter it where it is not given."""
    try:
        return os.open(name, OPEN_FOLDER, dir_fd=outer)
    except PermissionError:
        os.chmod(name, 0o700, dir_fd=outer)
        return os.open(name, OPEN_FOLDER, dir_fd=outer)


def _identity(folder: int) -> tuple[int, int]:
    status = os.fstat(folder)
    return status.st_dev, status.st_ino
