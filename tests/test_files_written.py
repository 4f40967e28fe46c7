"""Files are written whole, lastingly and whatever a killed process left; no pipe is waited for."""

import os
from pathlib import Path

import pytest
from hopsow import files
from hopsow.cli import main
from hopsow.files import check_writable, open_regular, write_atomically


def test_drafts_of_a_killed_process_do_not_block_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a container every run has the same process id, and may draw the same name."""
    names = iter((b"a" * 6, b"a" * 6, b"b" * 6, b"a" * 6, b"c" * 6))
    monkeypatch.setattr(os, "urandom", lambda size: next(names))
    path = tmp_path / "marks.csv"
    Path(f"{path}.{os.getpid()}.tmp").write_bytes(b"half a fi")
    Path(f"{path}.{b'a'.hex() * 6}.tmp").write_bytes(b"half a fi")
    check_writable(path)
    write_atomically(path, "whole")
    assert path.read_text() == "whole"
    assert len(list(tmp_path.iterdir())) == 3


def test_what_is_written_survives_a_power_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []

    def sync(descriptor: int) -> None:
        synced.append(os.readlink(f"/proc/self/fd/{descriptor}"))

    monkeypatch.setattr(os, "fsync", sync)
    write_atomically(tmp_path / "tokens.json", "{}")
    draft, folder = synced
    assert draft.startswith(f"{tmp_path}/tokens.json.")
    assert folder == str(tmp_path)
    write_atomically(tmp_path / "output.txt", "E 1,1 2,2", durable=False)
    assert len(synced) == 2


def test_a_failure_leaves_the_old_file_and_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "marks.csv"
    path.write_text("old")

    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match=r"marks\.csv"):
        write_atomically(path, "new")
    assert [file.name for file in tmp_path.iterdir()] == ["marks.csv"]
    assert path.read_text() == "old"


@pytest.mark.parametrize(
    "command",
    [
        "replay {}",
        "convert checkers {} --to record",
        "review {}",
        "play --no-browser --board {}",
        "awari random random {}",
        "puzzles check checkers {}",
        "tournament {}",
        "games import --into {}.db {}",
        "match awari random random --games 1 --openings {}",
    ],
)
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_is_no_regular_file_is_refused(
    command: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pipe"
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    assert main(command.replace("{}", str(path)).split()) == 2
    assert capsys.readouterr().err == f"hopsow: {path}: not a regular file\n"


def test_a_pipe_is_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe.db")
    assert main(["serve", "--tournament", str(tmp_path / "pipe.db"), "--port", "0"]) == 2
    assert "there is no such tournament" in capsys.readouterr().err


def test_a_name_does_not_move_the_terminals_cursor(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "\x1b[2J.json"]) == 2
    assert main(["games", "import", "\x1b[2J.pdn"]) == 2
    assert "\x1b" not in capsys.readouterr().err


def test_a_long_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 1 << 20)
    path = tmp_path / "long.pdn"
    path.write_bytes(b"{" + bytes(1 << 20))
    assert main(["convert", "checkers", str(path), "--to", "record"]) == 2
    assert capsys.readouterr().err == f"hopsow: {path}: longer than 1 MiB\n"


def test_a_regular_file_and_a_link_to_one_are_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"text")
    (tmp_path / "link").symlink_to("file")
    with open_regular(tmp_path / "link") as file:
        assert file.read() == b"text"
