"""What the page is told about a position."""

from typing import Any

import pytest
from hopsow import Record
from hopsow.web.board.line import LineError
from hopsow.web.board.views import view, why


@pytest.mark.parametrize(
    ("game", "position", "notice"),
    [
        ("checkers", "B:W17:B14,1", "checkers.notice-must-capture"),
        ("checkers", "B:W32:B1", None),
        (
            "halma",
            "16/4b11/16/16/16/16/16/16/16/9b6/16/16/16/16/16/w15 b",
            "halma.notice-must-leave-camp",
        ),
        (
            "halma",
            # The man on 5,0 tries its own camp first, but what binds it is the man on 4,0.
            "4bbw9/4www9/16/16/16/16/16/16/16/9b6/16/16/16/16/16/w15 b",
            "halma.notice-must-leave-camp",
        ),
        ("halma", "16/16/16/16/16/16/16/16/16/9b6/16/16/16/16/16/w15 b", None),
        ("awari", "6-1-4-0-0-1-0-0-0-0-0-0-0-0-S", None),
    ],
)
def test_the_notice_is_the_rule_that_binds(game: str, position: str, notice: str | None) -> None:
    said = view(Record(game, None, position)).notice
    assert (said and said.kind) == notice


@pytest.mark.parametrize(
    ("game", "position", "move", "story"),
    [
        (
            "checkers",
            "W:W17:B14,7",
            "17x10x3",
            {"path": ["17", "10", "3"], "taken": ["14", "7"], "crowned": True},
        ),
        ("checkers", "B:W32:B1", "1-5", {"path": ["1", "5"]}),
        (
            "halma",
            "16/16/16/16/16/16/16/7b8/8w7/16/16/16/16/16/16/w15 b",
            "7,7-9,9",
            {"path": ["7,7", "9,9"]},
        ),
        (
            "awari",
            "0-0-0-0-0-2-1-1-5-0-0-0-0-0-S",
            "F",
            {"path": ["F"], "taken": ["b", "a"], "sown": ["a", "b"], "store": "south"},
        ),
        ("awari", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "A", {"path": ["A"], "sown": list("BCDE")}),
    ],
)
def test_a_story_tells_what_is_seen(
    game: str, position: str, move: str, story: dict[str, Any]
) -> None:
    record = Record(game, None, position)
    record.play(move)
    events = view(record).story
    assert events is not None
    nothing: dict[str, Any] = {"taken": [], "crowned": False, "sown": [], "store": None}
    assert events.model_dump() == nothing | story


@pytest.mark.parametrize(
    ("game", "square", "answer"),
    [
        ("halma", "7,7", "there is no man on 7,7"),
        ("checkers", "11", "11-15 is possible"),
        ("checkers", "21", "the piece on 21 is white's, and it is red's turn"),
        ("awari", "a", "pit a is north's, and it is south's turn"),
    ],
)
def test_why_a_square_has_no_move(game: str, square: str, answer: str) -> None:
    assert str(why(Record(game).position, square)) == answer


@pytest.mark.parametrize(
    ("game", "square"),
    [("halma", "16,3"), ("halma", "x"), ("checkers", "33"), ("checkers", ""), ("awari", "AB")],
)
def test_what_is_no_square_is_said(game: str, square: str) -> None:
    with pytest.raises(LineError, match=f"is no square of {game}"):
        why(Record(game).position, square)
