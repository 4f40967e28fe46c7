"""What a class has handed in: the entries of its folder, each a student's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from hopsow.arena.classroom import archives
from hopsow.arena.classroom.languages import Language

PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}")


@dataclass(frozen=True)
class Submission:
    """One student's folder, archive or single file."""

    student: str
    path: Path

    @property
    def slug(self) -> str:
        """A name for files and addresses, another one for every student."""
        return slug(self.student)


def slug(name: str) -> str:
    """A name of plain letters; where that loses something, a part of its hash tells it apart."""
    if PLAIN.fullmatch(name):
        return name
    plain = re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-")[:60]
    return f"{plain or 'student'}-{sha256(name.encode(errors='replace')).hexdigest()[:8]}"


def find(folder: Path, languages: Sequence[Language]) -> tuple[list[Submission], list[str]]:
    """The submissions by name, and the entries that are none."""
    if not folder.is_dir():
        raise ValueError(f"{folder}: there is no such folder of submissions")
    paths: dict[str, Path] = {}
    others = []
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue
        is_known = path.is_dir() or archives.is_archive(path) or _is_source(path, languages)
        if not is_known or path.is_symlink():  # a link could name any folder of the teacher's
            others.append(path.name)
            continue
        student = archives.stem(path)
        if student in paths:
            both = f"{paths[student].name} and {path.name}"
            raise ValueError(f"{folder}: {both} are both of {student!r}, keep one of them")
        paths[student] = path
    if not paths:
        raise ValueError(f"{folder}: found no submission, expected a folder or an archive of each")
    return [Submission(student, path) for student, path in paths.items()], others


def _is_source(path: Path, languages: Sequence[Language]) -> bool:
    return path.is_file() and any(
        path.match(pattern) for language in languages for pattern in language.files
    )
