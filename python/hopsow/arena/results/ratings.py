"""Ratings from the results of many agents, by maximum likelihood.

The model is Bradley and Terry's on the Elo scale: a difference d is worth an expected score of
1 / (1 + 10^(-d/400)), and a draw is half a win (R. Bradley, M. Terry, Biometrika 39, 1952). The
mean of all ratings is 0, or the rating of an agent that is the anchor. One drawn game of each agent
against the mean is added, without which an agent that lost all its games would have no rating; the
intervals follow from the curvature of the likelihood, and are on the safe side where many games are
drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from hopsow.arena.contest.tournament import Row
from hopsow.arena.results.statistics import Z95

SCALE = math.log(10) / 400
PRIOR_GAMES = 1.0
MISSING = "ratings need scipy, which is not installed: pip install 'hopsow[tournament]'"


@dataclass(frozen=True, slots=True)
class Rating:
    """An agent's place in the list; `error` is half the 95 % interval."""

    name: str
    elo: float
    error: float
    games: int
    points: float
    los: float | None  # likelihood of superiority over the next in the list


def require() -> None:
    """Say so where there can be no ratings, before any game is played."""
    if find_spec("scipy") is None:
        raise ValueError(MISSING)


def rate(
    agents: Sequence[str],
    rows: Sequence[Row],
    prior: float = PRIOR_GAMES,
    anchor: str | None = None,
) -> list[Rating]:
    """The ratings, best first, that make the results most likely; they are relative to their mean
    or to an `anchor`."""
    try:
        import numpy as np
        from scipy.optimize import minimize
    except ImportError:
        raise ValueError(MISSING) from None
    index = {name: place for place, name in enumerate(agents)}
    points = np.zeros((len(agents), len(agents)))
    for row in rows:
        if not row.counts:
            continue
        points[index[row.a], index[row.b]] += row.points
        points[index[row.b], index[row.a]] += 1 - row.points
    played = points + points.T

    def minus_log_likelihood(x):  # type: ignore[no-untyped-def]
        differences = x[:, None] - x[None, :]
        value = (points * np.logaddexp(0, -differences)).sum()
        value += prior / 2 * (np.logaddexp(0, -x) + np.logaddexp(0, x)).sum()
        expected = 1 / (1 + np.exp(-differences))
        gradient = -(points - played * expected).sum(axis=1)
        return value, gradient - prior * (0.5 - 1 / (1 + np.exp(-x)))

    estimates = minimize(minus_log_likelihood, np.zeros(len(agents)), jac=True, method="BFGS").x
    chance = 1 / (1 + np.exp(-(estimates[:, None] - estimates[None, :])))
    weights = played * chance * (1 - chance)
    own = 1 / (1 + np.exp(-estimates))
    curvature = np.diag(weights.sum(axis=1) + prior * own * (1 - own)) - weights
    # What is not known about ratings is relative to the same as they are.
    origin = np.full(len(agents), 1 / len(agents))
    if anchor is not None:
        origin = np.eye(len(agents))[index[anchor]]
    centre = np.eye(len(agents)) - origin
    covariance = centre @ np.linalg.pinv(curvature) @ centre.T
    estimates = centre @ estimates
    order = sorted(range(len(agents)), key=lambda i: -estimates[i])

    def superior(i: int, j: int) -> float:
        variance = covariance[i, i] + covariance[j, j] - 2 * covariance[i, j]
        z = (estimates[i] - estimates[j]) / math.sqrt(max(float(variance), 1e-12))
        return 0.5 * math.erfc(-z / math.sqrt(2))

    return [
        Rating(
            agents[i],
            float(estimates[i]) / SCALE,
            Z95 * math.sqrt(float(covariance[i, i])) / SCALE,
            int(played[i].sum()),
            float(points[i].sum()),
            superior(i, following) if following is not None else None,
        )
        for i, following in zip(order, [*order[1:], None], strict=True)
    ]
