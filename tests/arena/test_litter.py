"""What programs leave in their folders, however deep: all of it counts, and all of it goes."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from digging import dig
from hopsow.arena.process import litter, program
from hopsow.arena.process.litter import remove, weight
from hopsow.arena.process.sandbox import Sandbox
from playing import play

DEEP = 3000  # names of one letter: a path to the last has 6,000, and 4,095 is the most


@pytest.fixture
def tree(tmp_path: Path) -> Iterator[Path]:
    """A folder; whatever a failed test leaves there, pytest could not remove."""
    path = tmp_path / "tree"
    path.mkdir()
    yield path
    if path.exists():
        remove(path)


def bury(path: Path, depth: int) -> None:
    """Put a file of a megabyte into the innermost of many folders."""
    folder = dig(path, depth)
    file = os.open("file", os.O_WRONLY | os.O_CREAT, dir_fd=folder)
    os.write(file, os.urandom(1 << 20))
    os.fsync(file)  # before that, not every file system says what it takes
    os.close(file)
    os.close(folder)


def test_what_lies_deeper_than_paths_reach_counts_and_is_removed(tree: Path) -> None:
    bury(tree, DEEP)
    entries, size = weight(tree, 10_000)
    assert entries == DEEP + 1
    assert size >= 1 << 20
    remove(tree)
    assert not tree.exists()


def test_each_folder_is_opened_twice_at_any_depth(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = []

    def count(name: str, *words: int, dir_fd: int | None = None) -> int:
        opened.append(name)
        return os_open(name, *words, dir_fd=dir_fd)

    os_open = os.open
    bury(tree, 500)
    monkeypatch.setattr("os.open", count)
    remove(tree)
    assert (opened.count("d"), opened.count("..")) == (500, 500)
    assert len(opened) == 1001


def test_counting_stops_where_it_is_enough(tree: Path) -> None:
    for number in range(50):
        (tree / f"{number}" / "inner").mkdir(parents=True)
    assert weight(tree, 20)[0] == 21


def test_nothing_outside_is_touched(tree: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    (outside / "inner").mkdir(parents=True)
    (outside / "file").write_text("mine")
    (outside / "file").chmod(0o400)
    (tree / "file").hardlink_to(outside / "file")
    (tree / "link").symlink_to(outside)
    (tree / "dangling").symlink_to("nowhere")
    os.mkfifo(tree / "pipe")
    assert weight(tree, 100)[0] == 4
    remove(tree)
    assert (outside / "file").read_text() == "mine"
    assert (outside / "file").stat().st_mode & 0o777 == 0o400
    assert (outside / "inner").is_dir()


def test_a_folder_that_is_moved_away_is_noticed(tree: Path, tmp_path: Path) -> None:
    """Going up through `..` would lead out of the tree."""
    (tree / "a" / "b").mkdir(parents=True)

    def move(folder: int) -> list[str]:
        names = os.listdir(folder)
        if not names:
            (tree / "a" / "b").rename(tmp_path / "b")
        return names

    with pytest.raises(OSError, match="a folder was moved meanwhile"):
        litter._walk(os.open(tree, os.O_RDONLY), move, lambda outer, name: None)


def test_files_hidden_in_the_deep_are_found_in_a_game() -> None:
    game, _ = play("hoards", "checkers", "deep", "100", disk=64 << 20)
    assert (game.verdict.value, game.guilty) == ("output-flood", "A")
    assert "MiB of files in its working folder" in game.reason


@pytest.mark.skipif(not Sandbox.choose("auto").has_namespaces, reason="no bubblewrap here")
@pytest.mark.parametrize("protocol", ["halma", "checkers"])
def test_a_folder_in_memory_is_counted_without_a_walk_through_it(
    protocol: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "weight", lambda *_: (10**9, 0))
    game, _ = play("honest", protocol)
    assert game.verdict.value == "ply-cap", game.reason
    game, _ = play("litters", protocol, "300", entries=500)
    assert game.reason == "keeps more than 500 files and folders in its working folder"
