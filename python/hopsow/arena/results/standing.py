"""Where everybody stands: ratings and crosstable, for the report and for those who watch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hopsow.arena.contest.tournament import Row
from hopsow.arena.results.plots import crosstable
from hopsow.arena.results.ratings import Rating, rate


def standing(agents: Sequence[str], rows: Sequence[Row]) -> tuple[list[Rating], list[list[str]]]:
    """The ratings, best first, and in the same order what each got against each other."""
    ratings = rate(agents, rows)
    names = [rating.name for rating in ratings]
    points = crosstable(rows)
    table = [[_cell(*points.get((a, b), (0.0, 0))) for b in names] for a in names]
    return ratings, table


def _cell(share: float, games: int) -> str:
    return f"{share * games:g}/{games}" if games else "·"


def as_json(ratings: Sequence[Rating]) -> list[dict[str, Any]]:
    """The ratings for a page."""
    return [
        {
            "name": rating.name,
            "elo": round(rating.elo),
            "error": round(rating.error),
            "points": rating.points,
            "games": rating.games,
            "los": None if rating.los is None else round(rating.los, 3),
        }
        for rating in ratings
    ]
