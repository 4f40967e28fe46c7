"""Every lesson is about a real position, and what it asks for can be done."""

from typing import Any

import hopsow
import pytest
from hopsow.analysis.lessons import LESSONS

STEPS = [
    pytest.param(lesson, step, id=f"{lesson['id']}-{number}")
    for lesson in LESSONS
    for number, step in enumerate(lesson["steps"], 1)
]


@pytest.mark.parametrize(("lesson", "step"), STEPS)
def test_a_lesson_asks_for_legal_moves(lesson: dict[str, Any], step: dict[str, Any]) -> None:
    position = hopsow.parse(lesson["game"], step["position"], step["rules"])
    assert position.outcome is None
    assert len(position.legal_moves) > 0
    for move in step["moves"] or []:
        assert str(position.move(move)) == move


def test_every_game_has_lessons() -> None:
    assert {lesson["game"] for lesson in LESSONS} == set(hopsow.GAMES)


def test_lessons_end_with_a_win() -> None:
    for game in hopsow.GAMES:
        step = [lesson for lesson in LESSONS if lesson["game"] == game][-1]["steps"][-1]
        position = hopsow.parse(game, step["position"], step["rules"])
        outcome = position.play(step["moves"][0]).outcome
        assert outcome is not None
        assert outcome.winner == position.to_move
