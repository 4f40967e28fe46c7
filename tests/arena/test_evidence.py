"""Files of evidence: what was edited is noticed, as far as the file goes."""

import dataclasses
import json
import stat
from pathlib import Path
from typing import Any

import pytest
from hopsow.arena.contest import evidence, signature
from hopsow.arena.contest.checks import UNCHECKED, replay
from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.task import Task
from hopsow.arena.limits import MIB, Limits
from hopsow.arena.run import here
from shell import complaint, output

LIMITS = Limits(cpu_move=1.0, cpu_game=30.0, wall_game=90.0, memory=64 * MIB, plies=400)


@pytest.fixture(scope="module")
def played() -> Evidence:
    task = Task("awari", ("random:seed=1", "random:seed=2"), limits=LIMITS)
    game = here.play(task)
    assert len(game.moves) > 40
    return game


def edited(game: Evidence, ply: int | None = None, **values: Any) -> Evidence:
    """The evidence with other values: of one move, or of every one."""
    turns = (
        dataclasses.replace(turn, **values) if ply in (None, number) else turn
        for number, turn in enumerate(game.moves, 1)
    )
    return dataclasses.replace(game, moves=tuple(turns))


def problem(game: Evidence) -> str:
    try:
        replay(game)
    except ValueError as error:
        return str(error)
    return "nothing"


def test_moves_that_took_too_long_are_found(played: Evidence) -> None:
    """40 moves of 5 seconds under a limit of one passed before."""
    assert replay(played)
    assert problem(edited(played, cpu=5.0)) == ("move 1: A used 5.000 s of CPU time, 1.000 s left")
    assert problem(edited(played, 20, cpu=1.001)).startswith("move 20: B used 1.001 s")
    plenty = dataclasses.replace(edited(played, cpu=0.9), used={"A": {"cpu": 99.0}, "B": {}})
    assert "s left" in problem(plenty)  # the limit of the whole game


def test_limits_of_b_are_its_own(played: Evidence) -> None:
    strict = {**played.limits, "cpu_move": 0.1}
    used = {name: {"cpu": 90.0} for name in "AB"}
    slow = dataclasses.replace(edited(played, 2, cpu=0.5), limits_b=strict, used=used)
    assert problem(slow) == "move 2: B used 0.500 s of CPU time, 0.100 s left"


def test_totals_memory_plies_and_wall_time_are_held_against_the_limits(played: Evidence) -> None:
    assert "in all, and 0.500 s in its moves" in problem(edited(played, 1, cpu=0.5))
    assert "used 67108865 bytes" in problem(edited(played, 1, memory=64 * MIB + 1))
    short = dataclasses.replace(played, limits={**played.limits, "plies": 30})
    assert problem(short) == f"{played.plies} plies were played, the limit is 30"
    late = dataclasses.replace(played, used={"A": {"cpu": 1.0, "wall": 91.0}, "B": {}})
    assert problem(late) == "A took 91.000 s, the limit is 90.000 s"


def test_a_draw_goes_to_the_side_with_more_time_left() -> None:
    limits = Limits(cpu_game=30.0, plies=10)
    drawn = here.play(
        Task("awari", ("random:seed=1", "random:seed=2"), limits=limits, draws="time")
    )
    assert drawn.verdict.value == "ply-cap"
    used = {"A": {"cpu": 2.0}, "B": {"cpu": 1.0}}
    assert replay(dataclasses.replace(drawn, used=used, winner="B"))
    assert problem(dataclasses.replace(drawn, used=used, winner="A")) == "the winner is B, not A"


def test_replay_says_whose_signature_it_is(
    played: Evidence, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(signature.KEY, str(tmp_path / "data" / "referee.key"))
    path = tmp_path / "game.json"
    played.write(path)
    assert stat.S_IMODE((tmp_path / "data" / "referee.key").stat().st_mode) == 0o600
    assert [each.name for each in (tmp_path / "data").iterdir()] == ["referee.key"]
    said = output("replay", str(path))
    assert said.endswith("signature: signed by this machine's referee\n")
    assert all(f"not checked: {each}" in said for each in UNCHECKED)
    assert json.loads(output("replay", str(path), "--json"))["signature"] == signature.HERE
    content = json.loads(path.read_text())
    path.write_text(json.dumps(content | {"seed": 7}))
    sentence = complaint("replay", str(path))
    assert sentence == f"{path}: the signature does not match: the file was edited"
    assert evidence.read(path).seed == 7
    path.write_text(json.dumps(content, sort_keys=True))  # laid out in another way
    assert output("replay", str(path)).endswith("referee\n")
    del content[signature.NAME]
    assert signature.check(content) == signature.UNSIGNED
    monkeypatch.setenv(signature.KEY, str(tmp_path / "other.key"))
    assert signature.check(signature.signed(content)) == signature.HERE
    played.write(path)
    monkeypatch.setenv(signature.KEY, str(tmp_path / "third.key"))
    assert signature.check(json.loads(path.read_text())) == signature.ELSEWHERE


def test_evidence_is_written_where_no_key_can_be(
    played: Evidence, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(signature.KEY, str(tmp_path / "file" / "referee.key"))
    played.write(tmp_path / "game.json")
    assert signature.check(json.loads((tmp_path / "game.json").read_text())) == signature.UNSIGNED
