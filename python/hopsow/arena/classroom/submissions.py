"""What a class has handed in: the entries of its folder, each a student's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from hopsow.arena.classroom import archives
from hopsow.arena.classroom.languages import Language

PLAIN = re.compile(r"[a-z0-9][a-z0-9._-]{0,80}")  # the same on a disk without case
DIGITS = 16  # of a hash
HASHED = re.compile(rf".*-[0-9a-f]{{{DIGITS}}}")


@dataclass(frozen=True, slots=True)
class Submission:
    """One student's folder, archive or single file; with a `clash` it is not known which counts."""

    student: str
    path: Path
    clash: str | None = None

    @property
    def slug(self) -> str:
        """A name for files and addresses, another one for every student."""
        return slug(self.student)


def slug(name: str) -> str:
    """Return a name of plain small letters, another one for every student.

    Where that loses something the hash of the name is added, as it is to a name that looks so.
    """
    if PLAIN.fullmatch(name) and not HASHED.fullmatch(name):
        return name
    plain = re.sub(r"[^a-z0-9_-]+", "-", name.lower()).strip("-")[:60]
    digest = sha256(name.encode(errors="surrogatepass")).hexdigest()
    return f"{plain or 'student'}-{digest[:DIGITS]}"


def find(folder: Path, languages: Sequence[Language]) -> tuple[list[Submission], list[str]]:
    """The submissions by name, and the entries that are none."""
    if not folder.is_dir():
        raise ValueError(f"{folder}: there is no such folder of submissions")
    found: dict[str, list[Path]] = {}
    others = []
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue
        is_known = path.is_dir() or archives.is_archive(path) or _is_source(path, languages)
        if not is_known or path.is_symlink():  # a link could name any folder of the teacher's
            others.append(path.name)
            continue
        found.setdefault(archives.stem(path), []).append(path)
    if not found:
        raise ValueError(f"{folder}: found no submission, expected a folder or an archive of each")
    return [
        Submission(student, paths[0], _clash(paths)) for student, paths in found.items()
    ], others


def _clash(paths: Sequence[Path]) -> str | None:
    if len(paths) == 1:
        return None
    names = " and ".join(path.name for path in paths)
    return f"handed in as {names}, keep one of them"


def _is_source(path: Path, languages: Sequence[Language]) -> bool:
    return path.is_file() and any(
        path.match(pattern) for language in languages for pattern in language.files
    )
