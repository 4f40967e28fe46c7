"""The ladder: ratings that an anchor fixes, and games that nobody plays twice."""

import json
from pathlib import Path
from typing import Any

import pytest
from hopsow.arena.contest.tournament import Row
from hopsow.arena.results.ratings import rate
from shell import complaint, output


def rows_of(a: str, b: str, wins: int, losses: int) -> list[Row]:
    winners = ["A"] * wins + ["B"] * losses
    return [
        Row(0, a, b, number, "A", winner, "rules", None, "", 10, 0.1, 0.1)
        for number, winner in enumerate(winners)
    ]


def test_an_anchor_shifts_ratings_and_is_certain() -> None:
    rows = rows_of("a", "b", 30, 10) + rows_of("b", "c", 25, 15)
    by_mean = {each.name: each for each in rate("abc", rows)}
    anchored = {each.name: each for each in rate("abc", rows, anchor="c")}
    for name in "abc":
        shift = by_mean[name].elo - by_mean["c"].elo
        assert anchored[name].elo == pytest.approx(shift)
        assert anchored[name].los == pytest.approx(by_mean[name].los)
    assert (anchored["c"].elo, anchored["c"].error) == pytest.approx((0.0, 0.0), abs=1e-6)
    assert anchored["a"].error > anchored["b"].error > by_mean["b"].error, "it is further away"


def climb(folder: Path, *more: str) -> Any:
    file = str(folder / "games.db")
    words = ("awari", "greedy", "minimax:depth=2", "--levels", "1-2", "--database", file, *more)
    return json.loads(output("ladder", *words, "--json"))


def test_more_rounds_go_on_where_the_first_ended(tmp_path: Path) -> None:
    first = climb(tmp_path, "--rounds", "2")
    assert first["games"] == first["total"] == 6
    names = [rating["name"] for rating in first["ratings"]]
    assert sorted(names) == ["engine:level=1", "engine:level=2", "greedy", "minimax:depth=2"]
    again = climb(tmp_path, "--rounds", "2")
    assert again == first
    more = climb(tmp_path, "--rounds", "4", "--anchor", "greedy=1000")
    assert more["games"] == more["total"] == 12
    fixed = next(rating for rating in more["ratings"] if rating["name"] == "greedy")
    assert (fixed["elo"], fixed["error"]) == (1000.0, 0.0)
    arguments = ("awari", "greedy", "minimax:depth=2", "--levels", "1-2", "--rounds", "4")
    text = output("ladder", *arguments, "--database", str(tmp_path / "games.db"))
    assert text.startswith("12 of 12 games\n")
    assert "     +0   fixed " in text


BAD = [
    (("--levels", "0-3"), "levels: found '0-3', expected two numbers such as 1-10"),
    (("--levels", "3-2"), "levels: found '3-2'"),
    (("--levels", "x"), "levels: found 'x'"),
    (("--levels", "3"), "a ladder has at least two rungs"),
    (("greedy", "--anchor", "greedy"), "anchor: found 'greedy', expected AGENT=ELO with one of"),
    (("greedy", "--anchor", "random=0"), "anchor: found 'random=0'"),
    (("greedy", "--anchor", "greedy=x"), "anchor: found 'greedy=x'"),
    (("greedy", "--rounds", "0"), "--games, --rounds and --jobs are at least 1"),
    (("grandmaster",), 'unknown agent "grandmaster"'),
    (("greedy", "--openings", "nowhere.txt"), "nowhere.txt"),
]


@pytest.mark.parametrize(("arguments", "problem"), BAD)
def test_bad_input_is_one_sentence(arguments: tuple[str, ...], problem: str) -> None:
    assert problem in complaint("ladder", "awari", *arguments)
