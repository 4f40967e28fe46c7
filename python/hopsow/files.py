"""Files that are written completely or not at all, and the platform's place for them."""

from __future__ import annotations

import errno
import os
import stat
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from io import BufferedReader
    from typing import BinaryIO

MOST_BYTES = 64 << 20  # of a file that people write


def data_path(variable: str, name: str) -> str:
    """Where a variable of the environment says, or else in the platform's place for data."""
    if chosen := os.environ.get(variable):
        return chosen
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        data = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif sys.platform == "darwin":
        data = os.path.join(home, "Library", "Application Support")
    else:
        data = os.environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    return os.path.join(data, "hopsow", name)


def write_atomically(
    path: str | os.PathLike[str], text: str | bytes, *, durable: bool = True
) -> None:
    """Write a file completely or not at all; on failure the old one stays unchanged.

    A durable file survives a power cut once this returns. That can take as long as the disk needs.
    """
    name = os.fspath(path)
    try:
        descriptor, draft = _draft(name)
        try:
            with open(descriptor, "wb") as file:
                file.write(text.encode() if isinstance(text, str) else text)
                if durable:
                    file.flush()
                    os.fsync(descriptor)
            os.replace(draft, name)
        except BaseException:
            if os.path.exists(draft):
                os.remove(draft)
            raise
        if durable:
            _sync_folder(os.path.dirname(name) or ".")
    except OSError as error:  # the error of a full disk does not name the file
        raise OSError(error.errno, error.strerror, name) from None


def append(path: str | os.PathLike[str], text: str) -> None:
    """Add to the end of a file; what was added survives a power cut once this returns."""
    name = os.fspath(path)
    try:
        with open(name, "ab") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:  # the error of a full disk does not name the file
        raise OSError(error.errno, error.strerror, name) from None


def _draft(name: str) -> tuple[int, str]:
    """Create an empty file beside another one. A killed process leaves its draft behind, so the
    name is random: in a container every run has the same process id."""
    while True:
        draft = f"{name}.{os.urandom(6).hex()}.tmp"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        try:
            return os.open(draft, flags, 0o666), draft
        except FileExistsError:
            continue


def _sync_folder(folder: str) -> None:
    """Make a new name in a folder survive a power cut, where the file system can do that."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:  # a folder may be writable and unreadable; Windows opens none
        return
    try:
        os.fsync(descriptor)
    except OSError:
        pass  # some network file systems refuse
    finally:
        os.close(descriptor)


def open_regular(path: str | os.PathLike[str]) -> BufferedReader:
    """Open a regular file to read its bytes. A pipe or a device raises a ValueError: it could block
    for ever or have no end."""
    file = open(path, "rb", opener=_without_waiting)  # noqa: SIM115 (the caller closes it)
    if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return file
    file.close()
    raise ValueError("not a regular file")


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def read_small(path: str | os.PathLike[str]) -> bytes:
    """Read a file that people write, which is never long."""
    with open_regular(path) as file:
        return limited(file)


def limited(file: BinaryIO) -> bytes:
    """Read what is left of such a file."""
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ValueError(f"longer than {MOST_BYTES >> 20} MiB")
    return content


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise what would keep a file from being written, before anybody works for it."""
    name = os.fspath(path)
    if os.path.isdir(name):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    try:
        descriptor, draft = _draft(name)
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from None
    os.close(descriptor)
    os.remove(draft)


def new_folder(path: str | os.PathLike[str]) -> None:
    """Make a folder, or take an empty one; another one is refused, so that nothing gets mixed."""
    if os.path.lexists(path):
        is_folder = os.path.isdir(path)
        if not is_folder or os.listdir(path):
            problem = "is not empty" if is_folder else "is not a folder"
            raise ValueError(f"{os.fspath(path)} {problem}; expected a new or an empty folder")
    os.makedirs(path, exist_ok=True)
