"""Files that the command line writes."""

from __future__ import annotations

import os


def write_atomically(path: str, text: str) -> None:
    """Write a file so that nobody ever sees half of it; a failure leaves an old one as it was."""
    draft = f"{path}.{os.getpid()}.tmp"
    try:
        try:
            with open(draft, "x", encoding="utf-8", newline="") as file:
                file.write(text)
            os.replace(draft, path)
        except BaseException:
            if os.path.exists(draft):
                os.remove(draft)
            raise
    except OSError as error:  # a full disk does not say which file it was about
        raise OSError(error.errno, error.strerror, path) from None
