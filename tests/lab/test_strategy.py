"""Strategies: how they are made, verified, refused, and played by."""

import json
import random
import struct
import zlib
from pathlib import Path

import hopsow
import pytest
from hopsow import agents
from hopsow._native import Strategy
from hopsow.engine.budget import Clock
from hopsow.games import size_of
from hopsow.tables import open_tables, strategy
from shell import complaint, output, run

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
    assert again.read_bytes() == made.read_bytes()
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
    ("content", "sentence"),
    [
        (b"", "this is no strategy"),
        (b"HOPSBOK1 and more", "this is no strategy"),
        (b"HOPSOWST", "this strategy is damaged"),
        (b"HOPSOWST\2\0\0\0", "this strategy is of format version 2, expected 1"),
        (b"HOPSOWST\1\0\0\0 and more", "this strategy is damaged"),
        (checksummed(b"HOPSOWST\1\0\0\0" + b"\xff" * 40), "this strategy is damaged"),
    ],
)
def test_what_is_no_strategy_is_refused(content: bytes, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert complaint("lab", "strategy", "verify", str(path)) == f"{path}: {sentence}"


def test_damage_is_seen(made: Path, tmp_path: Path) -> None:
    content = made.read_bytes()
    chance = random.Random(1)
    for _ in range(200):
        damaged = bytearray(content)
        damaged[chance.randrange(12, len(content))] ^= 1 << chance.randrange(8)
        with pytest.raises(ValueError, match="this strategy is damaged"):
            Strategy(bytes(damaged))


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


@pytest.mark.parametrize("side", ["south", "north"])
def test_whoever_follows_it_never_falls_behind(side: str, made: Path) -> None:
    """Games against chance, down to where tables take over."""
    own, known = strategy.read(made), open_tables()
    chance = random.Random(7)
    answered = 0
    for _ in range(200):
        record = hopsow.Record("awari", "forfeit", ONE)
        while record.outcome is None and size_of(record.position) > own.below:
            if record.position.to_move == side:
                answer = own.answer(record.position)
                if answer is None:
                    break  # far ahead: any move will do
                move, result = answer
                assert result >= 0
                answered += 1
            else:
                move = chance.choice(list(record.position.legal_moves))
            record.play(str(move))
        worth = known.probe(record.position)
        assert worth is not None
        assert worth[0] * (1 if record.position.to_move == side else -1) >= 0
    assert answered >= 200


def test_the_engine_plays_by_it(made: Path) -> None:
    own = strategy.read(made)
    start = hopsow.parse("awari", ONE)
    engine = agents.make(f"engine:strategy={made}", "awari")
    answer = own.answer(start)
    assert answer is not None
    assert engine.choose(start, Clock()) == answer[0]
    other = hopsow.start("awari")
    assert own.answer(other) is None
    assert own.answer(hopsow.parse("awari", ONE, "abapa")) is None
    behind = hopsow.parse("awari", ONE.replace("0-0-S", "0-4-S"))
    assert own.answer(behind) is None, "the draw is not certain for a side that is behind"


def test_the_protocol_plays_by_it(made: Path) -> None:
    asked = (
        "setoption name Game value awari\n"
        "setoption name StrategyFile value /nowhere\n"
        f"setoption name StrategyFile value {made}\n"
        f"position fen {ONE}\ngo nodes 1\nquit\n"
    )
    answers = output("engine", stdin=asked).splitlines()
    answer = strategy.read(made).answer(hopsow.parse("awari", ONE))
    assert answer is not None
    assert answers == ["error /nowhere: No such file or directory", f"bestmove {answer[0]}"]


def test_a_strategy_of_another_game_is_refused(made: Path) -> None:
    sentence = 'this strategy is for "awari", not for checkers'
    with pytest.raises(ValueError, match=sentence):
        agents.make(f"engine:strategy={made}", "checkers")
