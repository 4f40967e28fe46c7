"""The folders in which programs work, one for each game, gone when it is over.

Whoever owns a folder holds a lock on it, which the kernel lets go when the process ends, however it
does. So what a killed process has left can be told from what is in use, and the next process that
needs a folder removes it. What cannot be removed at all is moved aside and reported, so that it
troubles nobody again.
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
from pathlib import Path
from uuid import uuid4

from hopsow.arena.process.litter import OPEN_FOLDER, remove

PREFIX = "hopsow-game-"
ASIDE = "hopsow-left-over-"
ATTEMPTS, PAUSE_S = 20, 0.05

log = logging.getLogger(__name__)


@contextmanager
def folder(parent: Path | None = None) -> Iterator[Path]:
    """An empty folder, among temporary files unless somebody wants it elsewhere."""
    parent = parent or Path(tempfile.gettempdir())
    _remove_abandoned_once(parent)
    path, lock = _locked(parent)
    try:
        yield path
    finally:
        clear(path)
        os.close(lock)


def _locked(parent: Path) -> tuple[Path, int]:
    while True:
        path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
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
