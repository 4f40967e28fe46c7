"""What the page is told about a position."""

import pytest
from hopsow import Record
from hopsow.server.views import view


@pytest.mark.parametrize(
    ("game", "position", "notice"),
    [
        ("checkers", "B:W17:B14,1", "red must capture"),
        ("checkers", "B:W32:B1", None),
        (
            "halma",
            "16/4b11/16/16/16/16/16/16/16/9b6/16/16/16/16/16/w15 b",
            "while men are in the camp one of them must leave it",
        ),
        (
            "halma",
            # The man on 5,0 tries its own camp first, but what binds it is the man on 4,0.
            "4bbw9/4www9/16/16/16/16/16/16/16/9b6/16/16/16/16/16/w15 b",
            "while men are in the camp one of them must leave it",
        ),
        ("halma", "16/16/16/16/16/16/16/16/16/9b6/16/16/16/16/16/w15 b", None),
        ("awari", "6-1-4-0-0-1-0-0-0-0-0-0-0-0-S", None),
    ],
)
def test_the_notice_is_the_rule_that_binds(game: str, position: str, notice: str | None) -> None:
    assert view(Record(game, None, position)).notice == notice
