"""Files of a program that runs as a user of its own: what it may read, and what it may write.

Only a referee that is root gives programs users. The files of a program may be readable for their
owner alone; then it gets a copy.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from hopsow.arena.limits import MIB

OTHERS_READ, OTHERS_ENTER = stat.S_IROTH, stat.S_IROTH | stat.S_IXOTH
MOST_BYTES, MOST_ENTRIES = 256 * MIB, 20_000


def give(folder: Path, user: int) -> None:
    """Make everything in a folder the user's."""
    for path, _ in _tree(folder):
        os.chown(path, user, user, follow_symlinks=path == folder)


def readable(paths: Iterable[Path], spare: Path) -> dict[Path, Path]:
    """Copies, in a spare folder, of those files and folders that not everybody can read."""
    copies: dict[Path, Path] = {}
    for path in paths:
        if path.exists() and not all(_is_open(status) for _, status in _tree(path)):
            copies[path] = _copy(path, spare / f"copy-{len(copies)}")
    return copies


def _copy(path: Path, target: Path) -> Path:
    size = 0
    for count, (_, status) in enumerate(_tree(path)):
        size += status.st_size
        if size > MOST_BYTES or count > MOST_ENTRIES:
            raise ValueError(
                f"{path}: is not readable for other users and too big to be copied, "
                f"try: chmod -R o+rX {path}"
            )
    if path.is_dir():
        shutil.copytree(path, target, symlinks=True, ignore=_special)
    else:
        shutil.copy(path, target)
    for each, status in _tree(target):
        if not stat.S_ISLNK(status.st_mode):
            each.chmod(_open(status))
    return target


def _special(folder: str, names: list[str]) -> list[str]:
    """Pipes, sockets and devices, at which one could wait for ever."""
    modes = ((name, os.lstat(os.path.join(folder, name)).st_mode) for name in names)
    kinds = (stat.S_ISREG, stat.S_ISDIR, stat.S_ISLNK)
    return [name for name, mode in modes if not any(is_kind(mode) for is_kind in kinds)]


def _is_open(status: os.stat_result) -> bool:
    needed = OTHERS_ENTER if stat.S_ISDIR(status.st_mode) else OTHERS_READ
    if status.st_mode & stat.S_IXUSR:
        needed |= stat.S_IXOTH
    return stat.S_ISLNK(status.st_mode) or status.st_mode & needed == needed


def _open(status: os.stat_result) -> int:
    """Its mode, with what the owner may read and execute for everybody."""
    mode = stat.S_IMODE(status.st_mode) & 0o777
    if stat.S_ISDIR(status.st_mode):
        return mode | 0o755
    return mode | 0o644 | (0o111 if mode & stat.S_IXUSR else 0)


def _tree(path: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """A file, or a folder and everything in it."""
    status = path.stat()
    yield path, status
    if stat.S_ISDIR(status.st_mode):
        for folder, folders, files in os.walk(path):
            for name in (*folders, *files):
                inner = Path(folder, name)
                yield inner, inner.lstat()
