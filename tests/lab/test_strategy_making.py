"""Strategies: how they are made and verified."""

import json
import struct
import zlib
from pathlib import Path

import pytest
from hopsow.tables import strategy
from repository import ROOT
from shell import complaint, output, run

MADE = ROOT / "testdata" / "strategies" / "awari-one.strategy"  # which the product's tests play
ONE = "1-1-1-1-1-1-1-1-1-1-1-1-0-0-S"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The strategy for one stone a pit, which tables of ten stones complete."""
    path = tmp_path_factory.mktemp("strategy") / "one.strategy"
    printed = output("lab", "strategy", "make", "awari", "--below", "10", "-o", str(path))
    promises = "the start drawn, A drawn, B won, C won, D won, E won, F drawn"
    assert printed.startswith(f"{path}: {promises} for the side to move after it; ")
    return path


def test_every_reply_is_played(made: Path) -> None:
    told = json.loads(output("lab", "strategy", "verify", str(made), "--json"))
    assert (told["sound"], told["start"], told["below"]) == (True, ONE, 10)
    assert told["promises"]["start"] == "drawn"
    assert told["promises"]["B"] == "won"
    assert told["positions"] == len(strategy.read(made))
    assert min(told["replies"], told["leaves"]) > 100
    assert output("lab", "strategy", "verify", str(made)).startswith(
        f"{made} holds: the start drawn"
    )


def test_the_same_options_give_the_same_bytes(made: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.strategy"
    told = json.loads(
        output("lab", "strategy", "make", "awari", "--below", "10", "-o", str(again), "--json")
    )
    assert again.read_bytes() == made.read_bytes() == MADE.read_bytes()
    assert told["bytes"] == made.stat().st_size


@pytest.mark.parametrize("side", ["south", "north"])
def test_one_side_alone_takes_less(side: str, made: Path, tmp_path: Path) -> None:
    path = str(tmp_path / side)
    given = ("--below", "10", "--side", side, "-o", path, "--json")
    told = json.loads(output("lab", "strategy", "make", "awari", *given))
    assert ("start" in told["promises"]) == (side == "south")
    assert told["positions"] < len(strategy.read(made))
    assert json.loads(output("lab", "strategy", "verify", path, "--json"))["sound"]


def checksummed(content: bytes) -> bytes:
    return content + struct.pack("<I", zlib.crc32(content))


def test_a_file_with_another_move_is_found_out(made: Path, tmp_path: Path) -> None:
    """Each entry's code is its distance times six plus its move: the next code is another move."""
    content = made.read_bytes()[:-4]
    changed = tmp_path / "changed"
    faults = 0
    for back in range(1, 40):
        if content[-back] % 0x80 % 6 == 5 or content[-back] & 0x80:
            continue
        other = bytearray(content)
        other[-back] += 1
        changed.write_bytes(checksummed(bytes(other)))
        done = run("lab", "strategy", "verify", str(changed))
        if done.returncode == 2:
            faults += 1
            assert done.stderr.startswith(f"hopsow: {changed}: ")
            assert "-0-0-S: " in done.stderr
        if faults == 3:
            return
    pytest.fail("no other move was found out")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["halma"], "halma cannot have a strategy"),
        (["checkers"], "checkers cannot have a strategy"),
        (["awari"], f"tables of 12 stones know {ONE} itself"),
        (["awari", "--stones-per-pit", "0"], "--stones-per-pit 0: expected 1 to 4"),
        (["awari", "--below", "-1"], "--below -1: expected 0 to 48"),
        (["awari", "--below", "9", "--side", "west"], "--side west: expected south or north"),
        (
            ["awari", "--below", "9", "--rules", "abapa"],
            'strategies are for the rules "forfeit", not "abapa"',
        ),
        (["awari", "--stones-per-pit", "2"], "a strategy needs tables up to size 24, and they"),
    ],
)
def test_what_cannot_be_made_is_said(
    options: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOPSOW_TABLES", str(tmp_path))
    path = tmp_path / "none.strategy"
    assert complaint("lab", "strategy", "make", *options, "-o", str(path)).startswith(sentence)
    assert not list(tmp_path.iterdir())
