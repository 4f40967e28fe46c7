"""Working folders: gone with their game, and with the next one if their owner was killed."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hopsow.arena.process.folders import (
    PREFIX,
    _remove_abandoned_once,
    folder,
    remove_abandoned,
)

OWNER = """
import sys
from hopsow.arena.process.folders import folder
with folder() as path:
    (path / "A").mkdir()
    print(path, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    _remove_abandoned_once.cache_clear()
    return tmp_path


def test_folder_is_gone_with_its_game(parent: Path) -> None:
    with folder() as path:
        (path / "input.txt").write_text("GAME")
        assert path.parent == parent
    assert os.listdir(parent) == []


def test_a_folder_that_is_removed_before_it_is_locked_is_made_again(
    parent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, made = tempfile.mkdtemp, []

    def make_and_lose_the_first(prefix: str, dir: Path) -> str:  # noqa: A002
        made.append(make(prefix=prefix, dir=dir))
        if len(made) == 1:
            remove_abandoned(parent)
        return made[-1]

    monkeypatch.setattr("tempfile.mkdtemp", make_and_lose_the_first)
    with folder() as path:
        assert [str(path)] == made[1:]
        assert path.is_dir()
    assert os.listdir(parent) == []


def test_folders_of_the_killed_are_removed_and_those_in_use_are_not(parent: Path) -> None:
    (parent / f"{PREFIX}notes.txt").write_text("a file is nobody's folder")
    owners = [
        subprocess.Popen(
            [sys.executable, "-c", OWNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    paths = []
    for owner in owners:
        assert owner.stdout is not None
        paths.append(Path(owner.stdout.readline().strip()))
    owners[0].send_signal(signal.SIGKILL)
    owners[0].communicate()
    with folder() as mine:
        assert [path.exists() for path in (*paths, mine)] == [False, True, True]
    owners[1].communicate()
    assert os.listdir(parent) == [f"{PREFIX}notes.txt"]
