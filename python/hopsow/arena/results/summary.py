"""What the score of a match says: Elo with its error, and whether a sequential test is decided."""

from __future__ import annotations

import math
from typing import Any

from hopsow.arena.contest.match import Score
from hopsow.arena.results.statistics import Sprt, strength


def summary(score: Score, sprt: Sprt | None = None) -> dict[str, Any]:
    """The score as JSON; what is not finite is null."""
    measured = strength(score.pairs if score.is_paired else score.games_by_result)
    total: dict[str, Any] = {
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "elo": finite(measured.elo) if measured else None,
        "elo_error": finite(measured.elo_error) if measured else None,
        "elo_low": finite(measured.low) if measured else None,
        "elo_high": finite(measured.high) if measured else None,
        "nelo": finite(measured.nelo) if measured else None,
        "nelo_error": finite(measured.nelo_error) if measured else None,
        "los": finite(measured.los) if measured else None,
        "draw_ratio": score.draws / score.games if score.games else None,
        "pentanomial": score.pairs,
    }
    if score.void:
        total["void"] = score.void
    if sprt is not None:
        lower, upper = sprt.bounds
        total["sprt"] = {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "llr": sprt.llr(score.counts),
            "lower": lower,
            "upper": upper,
            "decision": sprt.decision(score.counts),
        }
    return total


def finite(number: float) -> float | None:
    """A number that JSON can hold, or None."""
    return round(number, 4) if math.isfinite(number) else None
