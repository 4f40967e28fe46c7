"""Python packages that a teacher allows: of everything that is installed beside Hopsow, the files
of these distributions alone are shown to programs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from hopsow.arena.process.folders import clear
from hopsow.arena.process.runtimes import PACKAGES, SHOW

OURS = "hopsow"


def allow(names: Iterable[str], folder: Path) -> None:
    """Let programs import packages, by links in a folder of this purpose; a ValueError names what
    is not installed. This process and those that it starts know of it."""
    found = {path.name: path for name in names for path in _parts(name)}
    if not found:
        return
    if folder.exists():
        clear(folder)
    folder.mkdir(parents=True)
    for name, path in found.items():
        (folder / name).symlink_to(path)
    shown = [*filter(None, [os.environ.get(SHOW)]), str(folder), *map(str, found.values())]
    os.environ[SHOW] = os.pathsep.join(shown)
    os.environ[PACKAGES] = str(folder)


def _parts(name: str) -> set[Path]:
    """The files and folders in which a distribution lies, beside others."""
    try:
        found = distribution(name)
    except PackageNotFoundError:
        raise ValueError(f"allow: the package {name!r} is not installed beside Hopsow") from None
    if name.lower() == OURS:
        raise ValueError("allow: Hopsow itself would play for the students")
    tops = {file.parts[0] for file in found.files or () if file.parts[0] not in ("..", "/")}
    return {Path(str(found.locate_file(top))).resolve() for top in tops if top != "__pycache__"}
