"""The folders in which programs work, one for each game, gone when it is over.

Whoever owns a folder holds a lock on it, which the kernel lets go when the process ends, however it
does. So what a killed process has left can be told from what is in use, and the next process that
needs a folder removes it. What a program leaves behind may be anything: trees deeper than any path
can name, folders nobody may enter. What cannot be removed at all is moved aside and reported, so
that it troubles nobody again.
"""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from uuid import uuid4

PREFIX = "hopsow-game-"
ASIDE = "hopsow-left-over-"
ATTEMPTS, PAUSE_S = 20, 0.05
BLOCK = 512  # the unit of st_blocks, see stat(2)
OPEN_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW

log = logging.getLogger(__name__)


@contextmanager
def folder() -> Iterator[Path]:
    """An empty folder."""
    _remove_abandoned_once(Path(tempfile.gettempdir()))
    path, lock = _locked()
    try:
        yield path
    finally:
        clear(path)
        os.close(lock)


def _locked() -> tuple[Path, int]:
    while True:
        path = Path(tempfile.mkdtemp(prefix=PREFIX))
        # Before it is locked, another process may take it for abandoned and remove it.
        with suppress(FileNotFoundError):
            lock = os.open(path, OPEN_FOLDER)
            fcntl.flock(lock, fcntl.LOCK_EX)
            if path.exists():
                return path, lock
            os.close(lock)


@cache
def _remove_abandoned_once(parent: Path) -> None:
    """Those of other processes; a look at a whole folder is nothing for every game."""
    remove_abandoned(parent)


def remove_abandoned(parent: Path) -> None:
    """Remove our own folders there whose owner has died."""
    for path in parent.glob(f"{PREFIX}*"):
        with suppress(OSError):
            os.chmod(path, 0o700, follow_symlinks=False)
        with suppress(OSError):
            lock = os.open(path, OPEN_FOLDER)
            try:
                if os.fstat(lock).st_uid == os.geteuid():
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    clear(path)
            finally:
                os.close(lock)


def clear(path: Path) -> None:
    """Remove a working folder; where that cannot be done, move it aside and say so."""
    try:
        for attempt in range(ATTEMPTS):
            try:
                remove(path)
            except FileNotFoundError:
                return
            except OSError as error:
                # Somebody may still be dying in it, and write.
                if error.errno != errno.ENOTEMPTY or attempt == ATTEMPTS - 1:
                    raise
                time.sleep(PAUSE_S)
            else:
                return
    except OSError as error:
        aside = path.with_name(f"{ASIDE}{uuid4().hex[:8]}")
        with suppress(OSError):
            path.rename(aside)
            path = aside
        log.warning("a working folder could not be removed, it is left in %s: %s", path, error)


def weight(path: Path, enough: int) -> tuple[int, int]:
    """How many files and folders a folder holds, and their size on the disk in bytes; it counts no
    further than `enough` entries, nor deeper than a path can name."""
    entries = size = 0
    left = [str(path)]
    while left and entries <= enough:
        with suppress(OSError), os.scandir(left.pop()) as listing:
            for entry in listing:
                entries += 1
                status = entry.stat(follow_symlinks=False)
                size += status.st_blocks * BLOCK
                if entry.is_dir(follow_symlinks=False):
                    left.append(entry.path)
    return entries, size


def remove(path: Path) -> None:
    """Remove whatever stands there, a folder with all that is in it; an OSError where that fails.

    Inner folders are moved up into the outermost one before they are emptied, so that no path is
    ever longer than two names and no depth exhausts anything.
    """
    if path.is_symlink() or not path.is_dir():
        path.unlink()
        return
    path.chmod(0o700)
    top = os.open(path, OPEN_FOLDER)
    names = (f"{uuid4().hex}-{number}" for number in count())
    try:
        while entries := os.listdir(top):
            for entry in entries:
                _remove_entry(top, entry, names)
    finally:
        os.close(top)
    path.rmdir()


def _remove_entry(top: int, name: str, unused: Iterator[str]) -> None:
    if _unlink(top, name):
        return
    inner = os.open(name, OPEN_FOLDER, dir_fd=top)
    try:
        for entry in os.listdir(inner):
            if not _unlink(inner, entry):
                os.rename(entry, next(unused), src_dir_fd=inner, dst_dir_fd=top)
    finally:
        os.close(inner)
    os.rmdir(name, dir_fd=top)


def _unlink(folder: int, name: str) -> bool:
    """Remove a file; False for a folder, which may be entered and emptied then."""
    try:
        os.unlink(name, dir_fd=folder)
    except (IsADirectoryError, PermissionError):
        os.chmod(name, 0o700, dir_fd=folder)
        return False
    return True
