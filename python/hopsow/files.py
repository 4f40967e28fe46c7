"""Files that are written completely or not at all."""

from __future__ import annotations

import os


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
