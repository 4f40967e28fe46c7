"""What results say about strength: Elo with error bars, and when to stop counting.

Two games from the same opening with colours reversed are not independent, so that pairs are
counted where there are pairs (the pentanomial model): 0, ½, 1, 1½ or 2 points.

Sources: M. Van den Bergh, "A practical introduction to the GSPRT" and "Normalized Elo" (2020),
https://www.cantate.be/Fishtest/GSPRT_approximation.pdf, normalized_elo_practical.pdf beside it; the
values that fastchess publishes in its tests (app/tests/elo_test.cpp, sprt_test.cpp) are ours too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Z95 = 1.959963984540054
NELO = 800 / math.log(10)  # a normalized Elo is this many standard deviations of one game
FEW = 8  # results; fewer say too little about their own variance
NOTHING = 1e-3  # stands for a count of 0, whose logarithm does not exist
TRINOMIAL = (0.0, 0.5, 1.0)
PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)


def elo(score: float) -> float:
    """The Elo difference that gives an expected score between 0 and 1."""
    if score <= 0.0:
        return -math.inf
    return math.inf if score >= 1.0 else 400.0 * math.log10(score / (1.0 - score))


def expected_score(difference: float) -> float:
    """The expected score of an Elo difference."""
    return 1.0 / (1.0 + math.pow(10.0, -difference / 400.0))


@dataclass(frozen=True, slots=True)
class Strength:
    """How much stronger: Elo and normalized Elo, each with half its 95 % interval, and the
    likelihood of superiority. The interval of the Elo is from `low` to `high`; where results are
    few or nearly all alike it has no middle, and `elo_error` is infinite."""

    score: float
    elo: float
    elo_error: float
    low: float
    high: float
    nelo: float
    nelo_error: float
    los: float


def strength(counts: Sequence[float]) -> Strength | None:
    """The strength from counts of losses, draws and wins, or of pairs by points."""
    total = sum(counts)
    if total == 0:
        return None
    scores = _scores(counts)
    mean = sum(n * s for n, s in zip(counts, scores, strict=True)) / total
    variance = sum(n * (s - mean) ** 2 for n, s in zip(counts, scores, strict=True)) / total
    deviation = math.sqrt(variance / total)
    games = 2 if len(counts) == len(PENTANOMIAL) else 1  # in one count
    least, most = mean - Z95 * deviation, mean + Z95 * deviation
    is_normal = total >= FEW and variance > 0 and least > 0.0 and most < 1.0
    if not is_normal:
        least, most = _wilson(mean, total)
        deviation = math.sqrt(0.25 / total)  # of results that are wins and losses by chance
    low, high = elo(least), elo(most)
    spread = (high - low) / 2 if is_normal else math.inf
    scale = NELO / math.sqrt(games)
    nelo = (mean - 0.5) / math.sqrt(variance) * scale if variance else math.nan
    los = _normal((mean - 0.5) / deviation)
    return Strength(mean, elo(mean), spread, low, high, nelo, Z95 * scale / math.sqrt(total), los)


def _wilson(mean: float, total: float) -> tuple[float, float]:
    """The 95 % interval of a score that was seen `total` times (E. Wilson, JASA 22, 1927): it holds
    for a handful of results, and for those that are all alike."""
    weight = Z95 * Z95 / total
    centre = (mean + weight / 2) / (1 + weight)
    half = math.sqrt(weight * (mean * (1 - mean) + weight / 4)) / (1 + weight)
    return max(0.0, centre - half), min(1.0, centre + half)


def _normal(z: float) -> float:
    return 0.5 * math.erfc(-z / math.sqrt(2))


def _scores(counts: Sequence[float]) -> tuple[float, ...]:
    return {3: TRINOMIAL, 5: PENTANOMIAL}[len(counts)]


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of `elo1` against `elo0`, logistic or normalized."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "logistic"

    def __post_init__(self) -> None:
        if not -math.inf < self.elo0 < self.elo1 < math.inf:
            raise ValueError(f"sprt: found {self.elo0:g} {self.elo1:g}, expected elo0 < elo1")

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the log-likelihood ratio decides for elo0 and for elo1 (A. Wald, 1945)."""
        lower = math.log(self.beta / (1 - self.alpha))
        return lower, math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[float]) -> float:
        """The log-likelihood ratio of the counts, of games or of pairs."""
        if sum(counts) == 0:
            return 0.0
        regular = [count or NOTHING for count in counts]
        total = sum(regular)
        seen = [count / total for count in regular]
        scores = _scores(counts)
        if self.model == "normalized":
            scale = NELO / math.sqrt(2 if len(counts) == len(PENTANOMIAL) else 1)
            p0, p1 = (_likeliest_normalized(seen, scores, e / scale) for e in self._elos())
        else:
            p0, p1 = (_likeliest(seen, scores, expected_score(e)) for e in self._elos())
        return total * sum(p * math.log(b / a) for p, a, b in zip(seen, p0, p1, strict=True))

    def _elos(self) -> tuple[float, float]:
        return self.elo0, self.elo1

    def decision(self, counts: Sequence[float]) -> str | None:
        """H0, H1, or None as long as the counts do not decide."""
        lower, upper = self.bounds
        ratio = self.llr(counts)
        return "H0" if ratio <= lower else "H1" if ratio >= upper else None


def _likeliest(seen: list[float], scores: Sequence[float], mean: float) -> list[float]:
    """The distribution with an expected score that makes what was seen most likely."""
    return _tilted(seen, [score - mean for score in scores])


def _likeliest_normalized(seen: list[float], scores: Sequence[float], t: float) -> list[float]:
    """The same where (mean - ½) is t standard deviations; found by linearising that condition."""
    shares = [1 / len(seen)] * len(seen)
    for _ in range(10):
        mean = sum(p * s for p, s in zip(shares, scores, strict=True))
        deviation = math.sqrt(sum(p * (s - mean) ** 2 for p, s in zip(shares, scores, strict=True)))
        phi = [s - 0.5 - 0.5 * t * deviation * (1 + ((s - mean) / deviation) ** 2) for s in scores]
        before, shares = shares, _tilted(seen, phi)
        if max(abs(a - b) for a, b in zip(before, shares, strict=True)) < 1e-9:
            break
    return shares


def _tilted(seen: list[float], phi: list[float]) -> list[float]:
    """What was seen, divided by 1 + θ·phi with the θ for which the mean of phi is 0."""

    def mean(theta: float) -> float:
        return sum(p * f / (1 + theta * f) for p, f in zip(seen, phi, strict=True))

    theta = _root(mean, -1 / max(phi), -1 / min(phi))
    return [p / (1 + theta * f) for p, f in zip(seen, phi, strict=True)]


def _root(decreasing: Callable[[float], float], low: float, high: float) -> float:
    """Where a decreasing function is 0, between two poles."""
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if decreasing(middle) > 0 else (low, middle)
    return middle
