"""`hopsow levels`: what each level is, and that its strength is what was measured."""

import json
from math import log10

import pytest
from hopsow import GAMES
from hopsow.games import facts
from repository import ROOT
from shell import complaint, output

MEASURED = json.loads((ROOT / "testdata" / "levels.json").read_text())


@pytest.mark.parametrize("game", GAMES)
def test_strength_begins_at_nothing_and_grows_with_every_level(game: str) -> None:
    strengths = [level.elo for level in facts(game).levels]
    assert len(strengths) == 10
    assert strengths[0] == 0
    assert strengths == sorted(set(strengths))


@pytest.mark.parametrize("game", GAMES)
def test_strengths_are_those_of_the_games_that_were_played(game: str) -> None:
    elo = 0.0
    for number, level in enumerate(facts(game).levels[1:], 2):
        won, drawn, lost = MEASURED[game][str(number)]
        games = won + drawn + lost
        points = min(won + drawn / 2, games - 0.5)  # a clean sweep counts as half a point less
        elo += 400 * log10(points / (games - points))
        assert level.elo == round(elo)


def test_levels_are_those_that_the_engine_plays() -> None:
    shown = json.loads(output("levels", "--json"))
    assert list(shown) == list(GAMES)
    for game, levels in shown.items():
        assert [level.pop("level") for level in levels] == list(range(1, 11))
        assert levels == [level._asdict() for level in facts(game).levels]


def test_a_game_has_a_line_for_each_level() -> None:
    title, heading, *rows = output("levels", "awari").splitlines()
    assert (title, heading.split()) == (
        "Awari, temperature in stones",
        ["level", "looks", "at", "temperature", "Elo"],
    )
    levels = facts("awari").levels
    assert [row.split()[0] for row in rows] == [str(number) for number in range(1, 11)]
    assert [int(row.split()[-1]) for row in rows] == [level.elo for level in levels]
    assert "1 ply " in rows[0]
    assert "what time allows" in rows[-1]


def test_an_unknown_game_is_one_sentence() -> None:
    assert "chess" in complaint("levels", "chess")
