"""Refusals for programs: every kind is reached, has its sentence, and stands in the docs."""

import re

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


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_every_kind_of_illegal_move_has_its_example_and_its_line_in_the_docs(game: str) -> None:
    known = hopsow.illegal_kinds(game)
    assert {
        kind for of_game, _, _, kind, _ in examples("refusals", "moves.txt") if of_game == game
    } == {*known}
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    section = re.split("^## ", page, flags=re.MULTILINE)[2 + hopsow.GAMES.index(game)]
    assert section.startswith(game.capitalize())
    table = section.partition("| kind of illegal move |")[2]
    assert tuple(re.findall("^[|] `([a-z-]+)` [|]", table, re.MULTILINE)) == known
