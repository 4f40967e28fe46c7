"""The texts of the repository, for tests that hold something about all of them."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]


def texts(but: str) -> Iterator[tuple[str, str]]:
    """Every text with its path, except the file `but`."""
    names = subprocess.check_output(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT
    )
    for name in names.decode().split("\0"):
        path = ROOT / name
        if name and path.is_file() and path != Path(but):
            try:
                yield name, path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue
