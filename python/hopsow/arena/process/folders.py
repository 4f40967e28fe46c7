"""The folders in which programs work, one for each game, gone when it is over.

Whoever owns a folder holds a lock on it, which the kernel lets go when the process ends, however it
does. So what a killed process has left can be told from what is in use, and the next process that
needs a folder removes it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

PREFIX = "hopsow-game-"


@contextmanager
def folder() -> Iterator[Path]:
    """An empty folder."""
    remove_abandoned(Path(tempfile.gettempdir()))
    path, lock = _locked()
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
        os.close(lock)


def _locked() -> tuple[Path, int]:
    while True:
        path = Path(tempfile.mkdtemp(prefix=PREFIX))
        lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        fcntl.flock(lock, fcntl.LOCK_EX)
        if path.exists():  # nobody took it for abandoned before it was locked
            return path, lock
        os.close(lock)


@cache
def remove_abandoned(parent: Path) -> None:
    """Remove our own folders there whose owner has died; once in the life of a process."""
    for path in parent.glob(f"{PREFIX}*"):
        with suppress(OSError):
            lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                if os.fstat(lock).st_uid == os.geteuid():
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(path, ignore_errors=True)
            finally:
                os.close(lock)
