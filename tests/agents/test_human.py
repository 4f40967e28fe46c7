"""A person at the terminal: asked until the move is legal."""

import io

import hopsow
import pytest
from hopsow import agents
from hopsow.agents import Clock, Resignation


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


@pytest.mark.parametrize(
    ("text", "reason"),
    [("11-14\n", "the input ended before the game did"), ("resign\n", "red resigned")],
)
def test_giving_up_is_no_error(monkeypatch: pytest.MonkeyPatch, text: str, reason: str) -> None:
    with pytest.raises(Resignation, match=reason):
        typed(monkeypatch, text, "checkers")


def test_quit_ends_the_whole_match(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KeyboardInterrupt):
        typed(monkeypatch, "quit\n", "checkers")


def test_the_opponents_move_is_told_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("hint\n24-20\n"))
    record = hopsow.Record("checkers")
    record.play("11-15")
    clock = Clock(earlier=record.positions[:-1])
    assert str(agents.make("human", "checkers").choose(record.position, clock)) == "24-20"
    shown = capsys.readouterr().out
    assert shown.startswith("red plays 11-15: moves from 11 to 15\n")
    assert shown.count("moves from") == 2
