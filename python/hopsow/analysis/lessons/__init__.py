"""The rules of each game, taught by positions in which the learner makes the move.

Each game's lessons are in the module of its name. Some are the examples of S1.12 and S3.3.
"""

from __future__ import annotations

from typing import Any

from hopsow.analysis.lessons.by_game import OF_GAMES
from hopsow.games import GAMES


def _numbered(game: str) -> list[dict[str, Any]]:
    own = OF_GAMES[game]
    return [
        {
            "id": f"{game}-{number}",
            "game": game,
            "title": title,
            "steps": [{**step, "rules": own.RULES} for step in steps],
        }
        for number, (title, steps) in enumerate(own.LESSONS, 1)
    ]


LESSONS: list[dict[str, Any]] = [lesson for game in GAMES for lesson in _numbered(game)]
