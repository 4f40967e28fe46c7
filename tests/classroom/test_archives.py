"""What strangers hand in harms nobody: links, bombs and names that lead elsewhere are refused."""

import contextlib
import gzip
import io
import os
import random
import stat
import struct
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from digging import dig
from effort import seeded
from hopsow.arena.classroom import archives, submissions
from hopsow.arena.classroom.archives import BadSubmissionError, content_hash, unpack
from hopsow.arena.classroom.languages import LANGUAGES
from hopsow.arena.process.litter import remove

FILES = {"main.py": b"print(1)\n", "lib/helper.py": b"x = 1\n"}


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def tar(path: Path, mode: str, members: list[tuple[tarfile.TarInfo, bytes]]) -> Path:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for info, data in members:
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


def zipped(path: Path, *names: str, data: bytes = b"x") -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, data)
    return path


@pytest.mark.parametrize(
    ("suffix", "mode"),
    [(".tar", "w"), (".tar.gz", "w:gz"), (".tgz", "w:gz"), (".tar.bz2", "w:bz2"), (".txz", "w:xz")],
)
def test_tar_archives_unpack(suffix: str, mode: str, tmp_path: Path) -> None:
    members = [(tarfile.TarInfo(name), data) for name, data in FILES.items()]
    path = tar(tmp_path / f"alice{suffix}", mode, members)
    unpack(path, tmp_path / "out")
    assert tree(tmp_path / "out") == FILES
    assert archives.stem(path) == "alice"


def test_zip_folder_and_file_unpack_alike(tmp_path: Path) -> None:
    folder = tmp_path / "bob"
    for name, data in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "main.pyc").write_bytes(b"junk")
    with zipfile.ZipFile(tmp_path / "bob.zip", "w") as archive:
        for name, data in FILES.items():
            archive.writestr(name, data)
        archive.writestr("__MACOSX/._main.py", b"junk")
    for source, target in ((folder, "one"), (tmp_path / "bob.zip", "two")):
        unpack(source, tmp_path / target)
        assert tree(tmp_path / target) == FILES
    unpack(folder / "main.py", tmp_path / "three")
    assert tree(tmp_path / "three") == {"main.py": FILES["main.py"]}


@pytest.mark.parametrize("name", ["../x", "/etc/x", "a/../../x", "..\\x", "\\x"])
@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_names_that_lead_out_are_refused(name: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"mallory.{kind}"
    if kind == "tar":
        tar(path, "w", [(tarfile.TarInfo(name), b"x")])
    else:
        info = zipfile.ZipInfo("placeholder")
        info.filename = name
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(info, b"x")
    with pytest.raises(BadSubmissionError, match="leads out of the submission"):
        unpack(path, tmp_path / "deep" / "out")
    assert {entry.name for entry in tmp_path.iterdir()} == {path.name, "deep"}


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE]
)
def test_links_and_devices_in_tar_are_refused(kind: bytes, tmp_path: Path) -> None:
    info = tarfile.TarInfo("innocent.py")
    info.type, info.linkname = kind, "/etc/passwd"
    path = tar(tmp_path / "mallory.tar", "w", [(info, b"")])
    with pytest.raises(BadSubmissionError, match="neither a file nor a folder"):
        unpack(path, tmp_path / "out")


def test_links_in_zip_and_folders_are_refused(tmp_path: Path) -> None:
    info = zipfile.ZipInfo("link.py")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "mallory.zip", "w") as archive:
        archive.writestr(info, "/etc/passwd")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "link.py").symlink_to("/etc/passwd")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "pipes").mkdir()
    (tmp_path / "pipe").rename(tmp_path / "pipes" / "main.py")
    for number, source in enumerate(("mallory.zip", "folder", "pipes")):
        with pytest.raises(BadSubmissionError, match="neither a file nor a folder"):
            unpack(tmp_path / source, tmp_path / f"out{number}")


@pytest.mark.parametrize(
    ("headers", "problem"),
    [
        ({"GNU.sparse.size": "x"}, "the archive cannot be read: invalid literal"),
        ({"GNU.sparse.major": "1", "GNU.sparse.minor": "0"}, "the archive cannot be read"),
        ({"size": "9" * 30}, "the archive cannot be read: unexpected end"),
        ({"path": "a\0b"}, r"the name 'a\\x00b' leads out"),
    ],
)
def test_odd_headers_of_tar_are_refused(
    headers: dict[str, str], problem: str, tmp_path: Path
) -> None:
    info = tarfile.TarInfo("main.py")
    info.pax_headers = headers
    path = tar(tmp_path / "mallory.tar", "w", [(info, b"1\n2\nx".ljust(512, b"\0"))])
    with pytest.raises(BadSubmissionError, match=problem):
        unpack(path, tmp_path / "out")


def test_names_that_are_no_utf8_are_refused(tmp_path: Path) -> None:
    info = tarfile.TarInfo("m\udc84in.py")
    path = tar(tmp_path / "mallory.tar", "w", [(info, b"x")])
    with pytest.raises(BadSubmissionError, match="is not UTF-8"):
        unpack(path, tmp_path / "out1")
    folder = tmp_path / "mallory"
    folder.mkdir()
    (folder / info.name).write_bytes(b"x")
    with pytest.raises(BadSubmissionError, match="is not UTF-8"):
        unpack(folder, tmp_path / "out2")
    path = zipped(tmp_path / "mallory.zip", "m\u00fcin.py")
    path.write_bytes(path.read_bytes().replace("\u00fc".encode(), b"\xff\xff"))
    with pytest.raises(BadSubmissionError, match="the archive cannot be read"):
        unpack(path, tmp_path / "out3")


def test_a_pipe_is_no_submission_and_a_link_neither(tmp_path: Path) -> None:
    """A link among the submissions could hand in any folder of the teacher's."""
    (tmp_path / "private").mkdir()
    folder = tmp_path / "submissions"
    folder.mkdir()
    os.mkfifo(folder / "bob.zip")
    (folder / "eve").symlink_to(tmp_path / "private")
    (folder / "zed.tar").symlink_to("/dev/zero")
    zipped(folder / "ann.zip", "main.py")
    found, others = submissions.find(folder, LANGUAGES)
    assert [each.student for each in found] == ["ann"]
    assert others == ["bob.zip", "eve", "zed.tar"]
    assert content_hash(folder / "bob.zip") == content_hash(folder / "zed.tar")
    with pytest.raises(BadSubmissionError, match="neither a file nor a folder"):
        unpack(folder / "bob.zip", tmp_path / "out")


@pytest.mark.parametrize("suffix", [".zip", ".tar", ".tar.gz", ".tar.bz2", ".tar.xz"])
def test_damaged_archives_are_refused(suffix: str, tmp_path: Path) -> None:
    path, chance = tmp_path / f"mallory{suffix}", random.Random(30)
    if suffix == ".zip":
        zipped(path, *FILES)
    else:
        members = [(tarfile.TarInfo(name), data) for name, data in FILES.items()]
        tar(path, f"w:{suffix[5:]}", members)
    content = path.read_bytes()
    for number in range(50):
        damaged = bytearray(content)
        for _ in range(chance.randint(1, 6)):
            at = chance.randrange(len(damaged))
            damaged[at : at + chance.choice((0, 1, 1))] = chance.randbytes(chance.choice((0, 1, 1)))
        path.write_bytes(damaged)
        with contextlib.suppress(BadSubmissionError):
            unpack(path, tmp_path / f"out{number}")


def bomb_zip(path: Path) -> Path:
    return zipped(path.with_suffix(".zip"), "a.txt", data=b"\0" * (archives.MAX_BYTES + 1))


def bomb_tar(path: Path) -> Path:
    name = path.with_suffix(".tar.gz")
    return tar(name, "w:gz", [(tarfile.TarInfo("a"), b"\0" * (archives.MAX_BYTES + 1))])


def bomb_name(path: Path) -> Path:
    """The name of a member is gigabytes long, by its header, and packed into a few kilobytes."""
    size = 3 * archives.MAX_BYTES
    info = tarfile.TarInfo("././@LongLink")
    info.type, info.size = tarfile.GNUTYPE_LONGNAME, size
    name = path.with_suffix(".tar.gz")
    with gzip.open(name, "wb", compresslevel=1) as file:
        file.write(info.tobuf(tarfile.GNU_FORMAT))
        for _ in range(size >> 20):
            file.write(b"a" * (1 << 20))
    return name


@pytest.mark.parametrize("bomb", [bomb_zip, bomb_tar, bomb_name])
def test_bombs_do_not_go_off(bomb: Callable[[Path], Path], tmp_path: Path) -> None:
    path = bomb(tmp_path / "mallory")
    assert path.stat().st_size < 4 << 20
    with pytest.raises(BadSubmissionError, match="more than 64 MiB unpacked"):
        unpack(path, tmp_path / "out")


def test_too_many_too_deep_twice_and_encrypted(tmp_path: Path) -> None:
    many = zipped(tmp_path / "many.zip", *(f"{n}.py" for n in range(archives.MAX_FILES + 1)))
    deep = zipped(tmp_path / "deep.zip", "/".join("d" * (archives.MAX_DEPTH + 1)))
    with pytest.warns(UserWarning, match="Duplicate name"):
        twice = zipped(tmp_path / "twice.zip", "a.py", "a.py")
    both = zipped(tmp_path / "both.zip", "a", "a/b")
    secret = zipped(tmp_path / "secret.zip", "a.py")
    data = bytearray(secret.read_bytes())
    at = data.index(b"PK\x01\x02") + 8
    struct.pack_into("<H", data, at, 1)
    secret.write_bytes(data)
    problems = {
        many: "more than 2000 files and folders",
        deep: "is too long",
        twice: "occurs twice",
        both: "is a file and a folder",
        secret: "is encrypted",
    }
    for number, (path, problem) in enumerate(problems.items()):
        with pytest.raises(BadSubmissionError, match=problem):
            unpack(path, tmp_path / f"out{number}")


def test_any_damage_is_one_sentence(tmp_path: Path) -> None:
    """Bytes of good archives are changed, and those of no archive given an archive's name."""
    random = seeded("damaged archives")
    good = [
        zipped(tmp_path / "good.zip", "main.py", "lib/a.py", data=b"print(1)\n" * 50),
        tar(tmp_path / "good.tar.gz", "w:gz", [(tarfile.TarInfo("main.py"), b"x" * 500)]),
        tar(tmp_path / "good.tar.xz", "w:xz", [(tarfile.TarInfo("main.py"), b"x" * 500)]),
    ]
    refused = 0
    for number in range(300):
        source = random.choice(good)
        data = bytearray(source.read_bytes())
        for _ in range(random.randint(1, 8)):
            data[random.randrange(len(data))] = random.randrange(256)
        if number % 3 == 0:
            del data[random.randrange(len(data)) :]
        path = tmp_path / f"bad{source.name[4:]}"
        path.write_bytes(data)
        out = tmp_path / "out" / str(number)
        try:
            unpack(path, out)
        except BadSubmissionError:
            refused += 1
    assert refused > 100


def test_a_changed_byte_is_another_submission(tmp_path: Path) -> None:
    folder = tmp_path / "carol"
    folder.mkdir()
    (folder / "main.py").write_text("print(1)\n")
    first = content_hash(folder)
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "x.pyc").write_text("junk")
    assert content_hash(folder) == first
    (folder / "main.py").write_text("print(2)\n")
    second = content_hash(folder)
    (folder / "main.py").rename(folder / "agent.py")
    assert len({first, second, content_hash(folder)}) == 3


def test_whatever_is_handed_in_has_a_hash(tmp_path: Path) -> None:
    """A student's folder that cannot be read is that student's problem alone."""
    hashes = set()
    for depth in (20, 2500):
        place = tmp_path / f"deep-{depth}"
        place.mkdir()
        os.close(dig(place, depth))
        hashes.add(content_hash(place))
    with pytest.raises(BadSubmissionError, match="is too long"):
        unpack(place, tmp_path / "unpacked")
    remove(place)
    large = tmp_path / "large.py"
    for size in (3 << 30, 4 << 30):
        large.touch()
        os.truncate(large, size)
        hashes.add(content_hash(large))
    hashes.add(content_hash(tmp_path / "gone"))
    assert len(hashes) == 5
