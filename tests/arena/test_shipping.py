"""What a node must have for a task, as far as it can be seen without a cluster."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hopsow import tables
from hopsow.arena.run import parcels, shipping
from hopsow.arena.run.parcels import content_of, pack, unpack


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of tables that this process uses."""
    monkeypatch.setenv("HOPSOW_TABLES", str(tmp_path))
    shipping.known_tables.cache_clear()
    yield tmp_path
    shipping.known_tables.cache_clear()


def test_only_tables_are_compared(folder: Path) -> None:
    """Not the lock that a build leaves, nor what a killed one had begun."""
    tables.build("checkers", 2, folder)
    need = (shipping.TABLES, shipping.known_tables())
    files = sorted(folder.glob("*.tbl"))
    (folder / "table.tbl.part").touch()
    (folder / tables.LOCK).unlink()
    shipping.known_tables.cache_clear()
    assert shipping.missing(need) is None
    shutil.move(files[0], folder / "elsewhere")
    shipping.known_tables.cache_clear()
    assert shipping.missing(need) == "the same tables"


def test_a_node_with_too_little_memory_lacks_some() -> None:
    assert shipping.missing(shipping.need_of_memory(1000)) is None
    lacking = shipping.missing(shipping.need_of_memory(10**18))
    assert lacking == "1000000000.0 GB of free memory"


def test_archives_are_named_by_what_is_in_them(tmp_path: Path) -> None:
    first, second = tmp_path / "one", tmp_path / "two"
    for folder in (first, second):
        (folder / "sub").mkdir(parents=True)
        (folder / "a.py").write_text("print()\n")
        (folder / "sub" / "b.txt").write_text("b\n")
        (folder / "link").symlink_to("/etc/passwd")
        (folder / "near").symlink_to("a.py")
    specs = [f"cmd:{sys.executable} {folder}/a.py" for folder in (first, second)]
    one, two = (pack(spec, frozenset()) for spec in specs)
    assert one.digest == two.digest
    content = content_of(one.digest)
    place = unpack(content, one.digest, tmp_path / "there")
    sent = sorted(str(each.relative_to(place)) for each in place.rglob("*"))
    assert sent == ["0", "0/a.py", "0/near", "0/sub", "0/sub/b.txt"]
    with pytest.raises(ValueError, match="was damaged on its way"):
        unpack(content[:-1] + b"x", one.digest, tmp_path / "elsewhere")


def test_the_files_of_others_are_not_sent(tmp_path: Path) -> None:
    for name in ("alice.py", "bob.py", "speak.py"):
        (tmp_path / name).write_text("pass\n")
    alice, bob = (f"cmd:{sys.executable} {tmp_path}/{name}.py" for name in ("alice", "bob"))
    parcel = pack(alice, frozenset({bob, "greedy"}))
    place = unpack(content_of(parcel.digest), parcel.digest, tmp_path / "there")
    assert sorted(each.name for each in (place / "0").glob("*.py")) == ["alice.py", "speak.py"]


def test_a_program_that_is_too_big_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parcels, "MOST_BYTES", 1000)
    (tmp_path / "a.py").write_text("#" * 1001)
    with pytest.raises(ValueError, match=f"{tmp_path} holds more than "):
        pack(f"cmd:{sys.executable} {tmp_path}/a.py", frozenset())
