"""Refusals for programs: every kind is reached, has its sentence, and stands in the docs."""

import ast
import re
from typing import Any

import hopsow
import pytest
from hopsow import IllegalMoveError
from walks import ROOT, examples


@pytest.mark.parametrize(
    ("game", "text", "move", "kind", "sentence"), examples("refusals", "moves.txt")
)
def test_illegal_move_has_a_kind(game: str, text: str, move: str, kind: str, sentence: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        hopsow.parse(game, text).play(move)
    assert (caught.value.kind, str(caught.value)) == (kind, sentence)


@pytest.mark.parametrize(
    ("game", "text", "square", "kind", "sentence"), examples("refusals", "squares.txt")
)
def test_square_without_a_move_has_a_reason(
    game: str, text: str, square: str, kind: str, sentence: str
) -> None:
    refused = hopsow.parse(game, text).why_not(ast.literal_eval(square))
    assert (refused.kind if refused else "None", str(refused)) == (kind, sentence)


@pytest.mark.parametrize(
    ("game", "square"),
    [
        ("halma", 5),
        ("halma", (16, 0)),
        ("checkers", 0),
        ("checkers", 33),
        ("awari", 12),
        ("awari", (1, 1)),
        ("awari", 10**30),
        ("awari", "A"),
    ],
)
def test_only_squares_of_the_game_are_asked_about(game: str, square: Any) -> None:
    with pytest.raises(ValueError, match=f"a board of {game} has no square "):
        hopsow.start(game).why_not(square)


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_every_kind_of_illegal_move_has_its_example_and_its_line_in_the_docs(game: str) -> None:
    known = hopsow.illegal_kinds(game)
    rows = examples("refusals", "moves.txt") + examples("refusals", "squares.txt")
    assert {kind for of_game, _, _, kind, _ in rows if of_game == game} - {"None"} == {*known}
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    section = re.split("^## ", page, flags=re.MULTILINE)[2 + hopsow.GAMES.index(game)]
    assert section.startswith(game.capitalize())
    table = section.partition("| kind of illegal move |")[2]
    assert tuple(re.findall("^[|] `([a-z-]+)` [|]", table, re.MULTILINE)) == known
