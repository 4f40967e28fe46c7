"""What a node must have for a task, as far as it can be seen without a cluster."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hopsow import tables
from hopsow.arena.run import shipping


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
