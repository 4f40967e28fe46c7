"""Lists of openings: complete, without repetition, and level where that is asked for."""

from pathlib import Path

import pytest
from hopsow.arena.contest.openings import Openings, positions_after
from hopsow.lab.openings import every, level
from shell import complaint, output


def test_level_openings_are_what_a_search_keeps_level() -> None:
    """The list was made by a deeper search than a test can afford; a shallow one finds no blunder
    in it, and leaves out what it leaves out."""
    listed = {opening.moves for opening in Openings("checkers", None, "level", 0).listed}
    assert len(listed) > 100
    kept = level("checkers", "dd2380", 3, 0.5, depth=5)
    shallow = {tuple(map(str, record.moves)) for record, _ in kept}
    assert len(listed & shallow) > 0.9 * len(listed)


def test_every_position_is_reached_once() -> None:
    records = [tuple(map(str, record.moves)) for record in every("awari", "forfeit", 2)]
    assert len(records) == len(set(records)) <= 36
    assert {moves[0] for moves in records} == set("ABCDEF")


def test_a_list_can_be_played(tmp_path: Path) -> None:
    path = tmp_path / "openings"
    given = ("awari", "--rules", "abapa", "--plies", "2", "-o", str(path))
    assert output("lab", "openings", *given).startswith(f"{path}: ")
    listed = {*positions_after("awari", "abapa", str(path))}
    assert listed == {record.position for record in every("awari", "abapa", 2)}
    output("lab", "openings", *given, "--within", "0.4", "--depth", "4")
    fewer = {*positions_after("awari", "abapa", str(path))}
    assert set() < fewer < listed


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["--plies", "0"], "--plies is 0, expected 1 to 10"),
        (["--depth", "99"], "--depth is 99, expected 1 to 60"),
        (["--within", "-1"], "--within is at least 0"),
        (["--plies", "1", "--depth", "1", "--within", "0"], "there is no such opening"),
    ],
)
def test_what_makes_no_list_is_one_sentence(
    given: list[str], sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "openings"
    assert complaint("lab", "openings", "halma", *given, "-o", str(path)) == sentence
    assert list(tmp_path.iterdir()) == []
