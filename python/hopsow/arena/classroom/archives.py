"""Archives and folders of strangers, copied so that nothing of them harms anybody.

Only plain files and folders are copied, to places below the target and within limits on number,
size and depth; what was packed is counted as it is unpacked, never by what the archive claims.
"""

from __future__ import annotations

import bz2
import gzip
import hashlib
import lzma
import os
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from hopsow.arena.limits import MIB

MAX_BYTES = 64 * MIB
MAX_FILES = 2000
MAX_DEPTH = 24
MAX_NAME = 200
CHUNK = 1 << 16
SUFFIXES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
JUNK = ("__pycache__", "__MACOSX", ".git", ".DS_Store", ".idea", ".vscode", "node_modules")
UNPACKERS: dict[bytes, Callable[[Path], Any]] = {
    b"\x1f\x8b": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ\x00": lzma.open,
}
DAMAGED = (
    *(zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError),
    *(RuntimeError, OSError),
)
ENCRYPTED = 0x1


class BadSubmissionError(ValueError):
    """What was handed in cannot be used; the sentence is for the student."""


class _Copy:
    """Writes files below a folder, and counts."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.files = self.bytes = 0

    def place(self, name: str) -> Path | None:
        """Where something of this name belongs; None for what nobody needs."""
        text = name.replace("\\", "/")
        parts = [part for part in text.split("/") if part not in ("", ".")]
        shown = ascii(name[:MAX_NAME])
        if text.startswith("/") or ".." in parts or "\0" in name:
            raise BadSubmissionError(f"the name {shown} leads out of the submission")
        if len(parts) > MAX_DEPTH or any(len(os.fsencode(part)) > MAX_NAME for part in parts):
            raise BadSubmissionError(f"the name {shown} is too long")
        self.files += 1
        if self.files > MAX_FILES:
            raise BadSubmissionError(f"more than {MAX_FILES} files and folders")
        if not parts or any(part in JUNK for part in parts):
            return None
        return self.target.joinpath(*parts)

    def folder(self, name: str) -> None:
        """Make a folder."""
        path = self.place(name)
        if path is not None:
            _made(path)

    def file(self, name: str, source: IO[bytes], is_executable: bool) -> None:
        """Copy a file."""
        path = self.place(name)
        if path is None:
            return
        _made(path.parent)
        try:
            with path.open("xb") as file:
                while chunk := source.read(CHUNK):
                    self.bytes += len(chunk)
                    if self.bytes > MAX_BYTES:
                        raise BadSubmissionError(f"more than {MAX_BYTES // MIB} MiB unpacked")
                    file.write(chunk)
        except FileExistsError:
            raise BadSubmissionError(f"the name {name!a} occurs twice") from None
        path.chmod(0o755 if is_executable else 0o644)


def _made(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise BadSubmissionError(f"{path.name!a} is a file and a folder") from None


def is_archive(path: Path) -> bool:
    """Whether a file is an archive by its name."""
    return path.name.lower().endswith(SUFFIXES)


def stem(path: Path) -> str:
    """The name of a submission without what says how it was packed."""
    name = path.name
    for suffix in sorted(SUFFIXES, key=len, reverse=True):
        if name.lower().endswith(suffix) and path.is_file():
            return name[: -len(suffix)]
    return name if path.is_dir() else path.stem


def unpack(source: Path, target: Path) -> None:
    """Copy what was handed in to a folder that does not exist yet."""
    target.mkdir(parents=True)
    copy = _Copy(target)
    if source.is_dir():
        _copy_folder(source, copy)
    elif is_archive(source):
        try:
            (_unzip if zipfile.is_zipfile(source) else _untar)(source, copy)
        except DAMAGED as error:
            raise BadSubmissionError(f"the archive cannot be read: {error}") from None
    else:
        with source.open("rb") as file:
            copy.file(source.name, file, os.access(source, os.X_OK))


def _copy_folder(source: Path, copy: _Copy) -> None:
    for path, status in _walk(source):
        name = str(path.relative_to(source))
        if stat.S_ISDIR(status.st_mode):
            copy.folder(name)
        elif stat.S_ISREG(status.st_mode):
            with path.open("rb") as file:
                copy.file(name, file, bool(status.st_mode & stat.S_IXUSR))
        else:
            raise BadSubmissionError(f"{name!a} is neither a file nor a folder")


def _walk(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Everything below a folder without following links, in a fixed order; junk is left out."""
    left = [folder]
    while left:
        try:
            entries = sorted(os.scandir(left.pop()), key=lambda entry: entry.name, reverse=True)
        except OSError as error:
            name = str(error.filename).removeprefix(f"{folder}/")[:MAX_NAME]
            raise BadSubmissionError(f"{name!a}: {error.strerror}") from None
        for entry in entries:
            if entry.name not in JUNK:
                path = Path(entry.path)
                yield path, entry.stat(follow_symlinks=False)
                if entry.is_dir(follow_symlinks=False):
                    left.append(path)


def _unzip(source: Path, copy: _Copy) -> None:
    with zipfile.ZipFile(source) as archive:
        for entry in archive.infolist():
            mode = entry.external_attr >> 16
            kind = stat.S_IFMT(mode)
            if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
                raise BadSubmissionError(f"{entry.filename!a} is neither a file nor a folder")
            if entry.flag_bits & ENCRYPTED:
                raise BadSubmissionError(f"{entry.filename!a} is encrypted")
            if entry.is_dir():
                copy.folder(entry.filename)
            else:
                with archive.open(entry) as file:
                    copy.file(entry.filename, file, bool(mode & stat.S_IXUSR))


def _untar(source: Path, copy: _Copy) -> None:
    with _opened(source) as packed:
        stream: Any = _Counted(packed)
        with tarfile.open(fileobj=stream, mode="r|") as archive:
            _copy_members(archive, copy)


def _copy_members(archive: tarfile.TarFile, copy: _Copy) -> None:
    for entry in archive:
        if entry.isdir():
            copy.folder(entry.name)
        elif entry.isreg():
            file = archive.extractfile(entry)
            assert file is not None
            copy.file(entry.name, file, bool(entry.mode & stat.S_IXUSR))
        else:
            raise BadSubmissionError(f"{entry.name!a} is neither a file nor a folder")


def _opened(source: Path) -> Any:
    with source.open("rb") as file:
        head = file.read(8)
    for magic, opened in UNPACKERS.items():
        if head.startswith(magic):
            return opened(source)
    return source.open("rb")


class _Counted:
    """A stream that ends with an error where an archive unpacks to more than is allowed.

    The reader of archives reads whatever size a header claims, names included.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._left = 2 * MAX_BYTES

    def read(self, size: int = -1) -> bytes:
        """At most so many bytes."""
        if size < 0 or size > self._left:
            raise BadSubmissionError(f"more than {MAX_BYTES // MIB} MiB unpacked")
        data = self._stream.read(size)
        self._left -= len(data)
        return data


def content_hash(source: Path) -> str:
    """A name for just what was handed in; what nobody needs does not count.

    It has one, whatever it is: beyond the limits, and where it cannot be read, only that counts.
    """
    digest = hashlib.sha256()
    try:
        if not source.is_dir():
            digest.update(_file_hash(source, source.stat().st_size))
            return digest.hexdigest()
        for number, (path, status) in enumerate(_walk(source)):
            name = path.relative_to(source)
            digest.update(f"{name}\0{status.st_mode}\0".encode(errors="replace"))
            if number > MAX_FILES or len(name.parts) > MAX_DEPTH:
                break
            if stat.S_ISREG(status.st_mode):
                digest.update(_file_hash(path, status.st_size))
    except (OSError, BadSubmissionError):
        digest.update(b"unreadable")
    return digest.hexdigest()


def _file_hash(path: Path, size: int) -> bytes:
    if size > 2 * MAX_BYTES:
        return f"{size} bytes".encode()
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()
