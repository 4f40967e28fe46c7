"""Files that are written completely or not at all, and the platform's place for them."""

from __future__ import annotations

import errno
import os
import sys

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


def write_atomically(path: str | os.PathLike[str], text: str | bytes) -> None:
    """Write a file so that nobody ever sees half of it; a failure leaves the old one unchanged."""
    draft = f"{os.fspath(path)}.{os.getpid()}.tmp"
    try:
        try:
            with open(draft, "xb") as file:
                file.write(text.encode() if isinstance(text, str) else text)
            os.replace(draft, path)
        except BaseException:
            if os.path.exists(draft):
                os.remove(draft)
            raise
    except OSError as error:  # the error of a full disk does not name the file
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


def read_small(path: str | os.PathLike[str]) -> bytes:
    """What is in a file that people write, which is never long."""
    with open(path, "rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ValueError(f"longer than {MOST_BYTES >> 20} MiB")
    return content


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise what would keep a file from being written, before anybody works for it."""
    name = os.fspath(path)
    if os.path.isdir(name):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    draft = f"{name}.{os.getpid()}.tmp"
    try:
        with open(draft, "xb"):
            pass
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from None
    os.remove(draft)


def new_folder(path: str | os.PathLike[str]) -> None:
    """Make a folder, or take an empty one; another one is refused, so that nothing gets mixed."""
    if os.path.lexists(path):
        is_folder = os.path.isdir(path)
        if not is_folder or os.listdir(path):
            problem = "is not empty" if is_folder else "is not a folder"
            raise ValueError(f"{os.fspath(path)} {problem}; expected a new or an empty folder")
    os.makedirs(path, exist_ok=True)
