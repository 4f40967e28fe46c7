"""A person at the terminal: asked until the move is legal."""

import io

import hopsow
import pytest
from hopsow import agents
from hopsow.agents import Clock


def typed(monkeypatch: pytest.MonkeyPatch, text: str, game: str) -> hopsow.Move:
    """The move of a person who types this."""
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    return agents.make("human", game).choose(hopsow.start(game), Clock())


@pytest.mark.parametrize(
    ("game", "wrong", "move"),
    [("halma", "4,1-9,9", "4,1-5,2"), ("checkers", "11-14", "11-15"), ("awari", "a", "C")],
)
def test_wrong_moves_are_explained_and_asked_again(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    game: str,
    wrong: str,
    move: str,
) -> None:
    with pytest.raises(hopsow.IllegalMoveError) as error:
        hopsow.start(game).move(wrong)
    assert str(typed(monkeypatch, f"{wrong}\n\nxyzzy\n{move}\n", game)) == move
    shown = capsys.readouterr().out
    assert shown.count("'s move") == 4
    assert str(error.value) in shown
    assert "for instance" in shown


def test_question_mark_lists_the_legal_moves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "?\n11-15\n", "checkers")
    assert "9-13 10-14 11-15 12-16 9-14 10-15 11-16\n" in capsys.readouterr().out


def test_end_of_input_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="the input ended before the game did"):
        typed(monkeypatch, "11-14\n", "checkers")
