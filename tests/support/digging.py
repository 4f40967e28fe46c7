"""Folders within folders, deeper than any path reaches."""

import os
from pathlib import Path


def dig(path: Path, depth: int) -> int:
    """Make folders within folders; a descriptor of the innermost."""
    folder = os.open(path, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=folder)
        inner = os.open("d", os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = inner
    return folder
