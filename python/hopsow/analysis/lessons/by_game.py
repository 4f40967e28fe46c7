"""The lessons of each game."""

from __future__ import annotations

from typing import Protocol

from hopsow.analysis.lessons import awari, checkers, halma
from hopsow.analysis.lessons.contract import Lesson
from hopsow.games.table import ByGame


class Lessons(Protocol):
    """Teaches a game by the rule set `RULES`."""

    RULES: str
    LESSONS: list[Lesson]


OF_GAMES = ByGame[Lessons](halma=halma, checkers=checkers, awari=awari)
