"""Strategies: how they are read, refused, and played by."""

import random
import re
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
from repository import ROOT
from shell import output

ONE = "1-1-1-1-1-1-1-1-1-1-1-1-0-0-S"
MADE = ROOT / "testdata" / "strategies" / "awari-one.strategy"  # tests/lab makes it again


def checksummed(content: bytes) -> bytes:
    return content + struct.pack("<I", zlib.crc32(content))


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
    with pytest.raises(ValueError, match=re.escape(f"{path}: {sentence}")):
        strategy.read(path)


def test_damage_is_seen(tmp_path: Path) -> None:
    content = MADE.read_bytes()
    chance = random.Random(1)
    for _ in range(200):
        damaged = bytearray(content)
        damaged[chance.randrange(12, len(content))] ^= 1 << chance.randrange(8)
        with pytest.raises(ValueError, match="this strategy is damaged"):
            Strategy(bytes(damaged))


@pytest.mark.parametrize("side", ["south", "north"])
def test_whoever_follows_it_never_falls_behind(side: str) -> None:
    """Games against chance, down to where tables take over."""
    own, known = strategy.read(MADE), open_tables()
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


def test_the_engine_plays_by_it() -> None:
    own = strategy.read(MADE)
    start = hopsow.parse("awari", ONE)
    engine = agents.make(f"engine:strategy={MADE}", "awari")
    answer = own.answer(start)
    assert answer is not None
    assert engine.choose(start, Clock()) == answer[0]
    other = hopsow.start("awari")
    assert own.answer(other) is None
    assert own.answer(hopsow.parse("awari", ONE, "abapa")) is None
    behind = hopsow.parse("awari", ONE.replace("0-0-S", "0-4-S"))
    assert own.answer(behind) is None, "the draw is not certain for a side that is behind"


def test_the_protocol_plays_by_it() -> None:
    asked = (
        "setoption name Game value awari\n"
        "setoption name StrategyFile value /nowhere\n"
        f"setoption name StrategyFile value {MADE}\n"
        f"position fen {ONE}\ngo nodes 1\nquit\n"
    )
    answers = output("engine", stdin=asked).splitlines()
    answer = strategy.read(MADE).answer(hopsow.parse("awari", ONE))
    assert answer is not None
    assert answers == ["error /nowhere: No such file or directory", f"bestmove {answer[0]}"]


def test_a_strategy_of_another_game_is_refused() -> None:
    sentence = 'this strategy is for "awari", not for checkers'
    with pytest.raises(ValueError, match=sentence):
        agents.make(f"engine:strategy={MADE}", "checkers")
