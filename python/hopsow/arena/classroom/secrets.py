"""What only the staff may read, and exams that only one submission gets.

Secrets are private from the moment they exist: no other user of the machine can ever open them. The
seed of a submission's exam is a keyed hash, so that only the secret of the class tells it.
"""

from __future__ import annotations

import hmac
import os
from pathlib import Path
from secrets import token_bytes

from hopsow import __version__
from hopsow.arena.course import exam as exams
from hopsow.arena.course import scheme
from hopsow.arena.course.exam import Exam
from hopsow.files import write_atomically

SECRET_BYTES = 32
SEED_BYTES = 8
SPECIMEN = ""  # no student is called so


def make_folder(path: Path) -> None:
    """Make a private folder, or make one private."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.chmod(0o700)


def write(path: Path, text: str) -> None:
    """Write a private file."""
    before = os.umask(0o077)
    try:
        write_atomically(path, text)
    finally:
        os.umask(before)


def exam_of(work: Path, game: str, student: str, content: str = "") -> Exam:
    """Return the exam of a submission, made once; the specimen shows what all have in common."""
    make_folder(work / "exams")
    digest = hmac.digest(
        _secret(work), f"{game}\0{student}\0{content}".encode(errors="replace"), "sha256"
    )
    seed = int.from_bytes(digest[:SEED_BYTES], "big") >> 1
    path = work / "exams" / f"{digest.hex()}.json"
    try:
        exam = exams.read(path)
        if (exam.game, exam.seed, exam.hopsow) == (game, seed, __version__):
            return exam
    except (OSError, ValueError):
        pass  # it was not made yet, or cut off
    exam = scheme.private(game, seed)
    write(path, exam.text())
    return exam


def _secret(work: Path) -> bytes:
    """The secret of the class, made by the first run."""
    path = work / "secret"
    try:
        secret = bytes.fromhex(path.read_text(encoding="ascii"))
    except FileNotFoundError:
        secret = token_bytes(SECRET_BYTES)
        write(path, secret.hex())
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"{path}: expected {SECRET_BYTES} bytes in hexadecimal digits")
    return secret
