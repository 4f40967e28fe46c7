"""Programs on their way to another machine: what they consist of, packed and named by its hash.

Sent is what a program sees of its own in the sandbox at home: the folders that hold the files of
its command, without the files of other agents. Its interpreter is not: a node has it, or the
program is not run there. The command travels with marks where the paths of this machine stood.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import sys
import tarfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from hopsow.arena.contest import entrants
from hopsow.arena.limits import MIB
from hopsow.arena.process import runtimes
from hopsow.arena.process.runtimes import SYSTEM, is_below, is_shared
from hopsow.arena.process.view import View, paths_in

MOST_BYTES, MOST_ENTRIES = 64 * MIB, 10_000
JUNK = (".git", "__pycache__")
PROGRAM_FOLDERS = ("bin", "sbin", "libexec", "shims")  # whose files a node has, or has not
PYTHON = "python"  # stands for the interpreter that Hopsow runs in
MARK = re.compile("\0([^\0]*)\0")

_contents: dict[str, bytes] = {}  # what was packed here, by digest


@dataclass(frozen=True, slots=True)
class Parcel:
    """A program that can be sent: its command with marks, and what they stood for here.

    `digest` names the archive with what was in each of the folders `homes`; `programs` and `files`
    are what a node needs to have itself.
    """

    spec: str
    words: tuple[str, ...]
    homes: tuple[str, ...]
    digest: str
    programs: tuple[str, ...]
    files: tuple[str, ...]

    def words_in(self, folder: Path) -> list[str]:
        """The words of the command where its files lie in a folder."""
        places = {str(index): str(folder / str(index)) for index in range(len(self.homes))}
        places[PYTHON] = sys.executable
        return [MARK.sub(lambda mark: places[mark[1]], word) for word in self.words]

    def spec_in(self, folder: Path) -> str:
        """The agent whose files lie in a folder."""
        words = self.words_in(folder)
        kind = "ugi" if entrants.speaks_ugi(self.spec) else "cmd"
        return f"{kind}:{shlex.join([entrants.AS_THEY_ARE, *words])}"

    def as_at_home(self, text: str, folder: Path) -> str:
        """A text that names files of the folder, with the names that they have at home."""
        for index, home in enumerate(self.homes):
            text = text.replace(str(folder / str(index)), home)
        return text


@cache
def pack(spec: str, others: frozenset[str]) -> Parcel:
    """A program with its files, without those of other agents."""
    argv = entrants.command(spec)
    mine = View.of(argv)
    theirs = View.of_all(entrants.command(each) for each in others if entrants.is_program(each))
    secret = set(mine.secrets(theirs))
    known = [*map(Path, SYSTEM), *runtimes.shown(), Path(sys.prefix)]
    roots: list[str] = []
    programs: list[str] = []
    files: list[str] = []

    def marked(word: str, before: str = "") -> str:
        for path in paths_in(word, before):
            if is_below(path, known):
                files.append(str(path))
                continue
            root = str(path if path.is_dir() else path if is_shared(path.parent) else path.parent)
            if root not in roots:
                roots.append(root)
            mark = f"\0{roots.index(root)}\0"
            rest = (
                f"/{path.name}" if Path(root) == path and path.is_file() else str(path)[len(root) :]
            )
            word = word.replace(str(path), mark + rest)
        return word

    first, *rest = argv
    own = shutil.which(first) or first
    if first == sys.executable:
        words = [f"\0{PYTHON}\0"]
    elif is_below(Path(own), SYSTEM) or Path(own).parent.name in PROGRAM_FOLDERS:
        words = [first]
        programs.append(first)
    else:
        words = [marked(os.path.abspath(own))]
    words += map(marked, rest, argv)
    digest = _packed(
        f"agent {spec!r}",
        (
            (path, f"{index}{name}")
            for index, root in enumerate(roots)
            for path, name in _listed(Path(root), secret)
        ),
    )
    homes = tuple(os.path.dirname(root) if os.path.isfile(root) else root for root in roots)
    return Parcel(spec, tuple(words), homes, digest, tuple(programs), tuple(files))


def pack_file(path: str) -> Parcel:
    """A single file; its word names it."""
    file = Path(path).absolute()
    digest = _packed(path, [(file, f"0/{file.name}")])
    return Parcel(path, (f"\0{0}\0/{file.name}",), (str(file.parent),), digest, (), ())


def content_of(digest: str) -> bytes:
    """An archive that was packed on this machine."""
    return _contents[digest]


def _packed(whose: str, entries: Iterable[tuple[Path, str]]) -> str:
    """Pack what has these names in the archive; its digest, the same for the same files."""
    packed = io.BytesIO()
    size = count = 0
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for path, name in entries:
            info = archive.gettarinfo(path, name)
            if info is None or not (info.isfile() or info.isdir() or info.issym()):
                continue
            size, count = size + info.size, count + 1
            if size > MOST_BYTES or count > MOST_ENTRIES:
                most = f"{MOST_BYTES // MIB} MiB or {MOST_ENTRIES} files"
                raise ValueError(f"{whose}: {path.parent} holds more than {most} to be sent")
            info.uid = info.gid = info.mtime = 0
            info.uname = info.gname = ""
            if info.isfile():
                with path.open("rb") as file:
                    archive.addfile(info, file)
            else:
                archive.addfile(info)
    content = packed.getvalue()
    digest = sha256(content).hexdigest()
    _contents[digest] = content
    return digest


def _listed(root: Path, secret: set[Path]) -> Iterator[tuple[Path, str]]:
    """What is sent of a folder or file, each with its name below the root."""
    if root.is_file():
        yield root, f"/{root.name}"
        return
    if is_shared(root):  # what lies there belongs to everybody, but for plain files
        yield from (
            (path, f"/{path.name}")
            for path in sorted(root.iterdir())
            if path.is_file() and path.name[0] != "." and path not in secret
        )
        return
    for folder, folders, files in os.walk(root):
        here = Path(folder)
        links = [name for name in folders if (here / name).is_symlink()]
        folders[:] = sorted(
            name for name in folders if name not in (*JUNK, *links) and here / name not in secret
        )
        below = "" if here == root else f"/{here.relative_to(root)}"
        yield here, below
        for name in sorted([*files, *links]):
            path = here / name
            if path not in secret and (not path.is_symlink() or _stays_inside(path, root)):
                yield path, f"{below}/{name}"


def _stays_inside(link: Path, root: Path) -> bool:
    """Whether a link leads to what is sent, too; elsewhere it would lead nowhere."""
    target = os.readlink(link)
    inside = Path(os.path.normpath(link.parent / target)).is_relative_to(root)
    return inside and not target.startswith("/")


def unpack(content: bytes, digest: str, folder: Path) -> Path:
    """Unpack an archive below a folder; where it lies then."""
    if sha256(content).hexdigest() != digest:
        raise ValueError(f"the archive {digest} was damaged on its way")
    place = folder / digest[:16]
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        archive.extractall(place, filter="data")
    return place
