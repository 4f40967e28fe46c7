"""What a build makes: copied from its folder in memory, and kept from filling the disk.

By then nothing runs there any more. Only files, folders and links are copied, as they are; where
the links lead is looked at afterwards.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
from pathlib import Path

from hopsow.arena.classroom.archives import BadSubmissionError
from hopsow.arena.limits import MIB, Limits
from hopsow.arena.process.folders import clear
from hopsow.arena.process.litter import weight

MUCH, MANY = 16 * MIB, 1_000_000  # hardly any honest program is so big
FULL = "what the build made fills the disk"


def take(source: Path, target: Path, limits: Limits) -> None:
    """Put what a build has made in the place of what it began with."""
    draft = target.with_name(f"{target.name}.draft")
    clear(draft)
    size = weight(source, MANY)[1]
    if MUCH < size > shutil.disk_usage(target).free - MUCH:
        raise BadSubmissionError(FULL)
    try:
        _copy(source, draft, limits.disk)
        clear(target)
        draft.rename(target)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise
        raise BadSubmissionError(f"what the build made cannot be copied: {error}") from None
    finally:
        clear(draft)


def check_disk(folder: Path) -> None:
    """Refuse, and remove, a submission whose build has filled the disk."""
    if not os.statvfs(folder).f_bavail and weight(folder, MANY)[1] > MUCH:
        clear(folder)
        raise BadSubmissionError(FULL)


def _copy(source: Path, target: Path, most: int) -> None:
    """Copy files, folders and links, at most so many bytes."""
    size = 0
    for place, folders, files in os.walk(source, onerror=_refuse):
        there = target / os.path.relpath(place, source)
        there.mkdir(parents=True, exist_ok=True)
        for name in (*folders, *files):
            path = Path(place, name)
            status = path.lstat()
            size += status.st_size
            if size > most:
                raise BadSubmissionError(f"the build made more than {most // MIB} MiB")
            if stat.S_ISLNK(status.st_mode):
                (there / name).symlink_to(os.readlink(path))
            elif stat.S_ISREG(status.st_mode):
                shutil.copyfile(path, there / name)
                (there / name).chmod(0o755 if status.st_mode & stat.S_IXUSR else 0o644)
            elif not stat.S_ISDIR(status.st_mode):
                shown = str(path.relative_to(source))
                raise BadSubmissionError(f"{shown!a} is neither a file nor a folder")


def _refuse(error: OSError) -> None:
    raise error
