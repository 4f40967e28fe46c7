"""Elo, error bars and SPRT against the values that fastchess publishes in its own tests."""

import math

import pytest
from hopsow.arena.results.statistics import Sprt, elo, expected_score, strength

# github.com/Disservin/fastchess, app/tests/elo_test.cpp: losses, draws, wins, or pairs by points
PUBLISHED_STRENGTHS = [
    ((89, 123, 76), {"nelo": -20.76, "nelo_error": 40.13, "los": 0.1553}),
    (
        (96, 111, 136),
        {"nelo": 49.77, "nelo_error": 36.77, "elo": 40.70, "elo_error": 30.43, "los": 0.9960},
    ),
    ((356, 0, 34), {"nelo": -508.44, "nelo_error": 34.48}),
    (
        (34, 54, 31 + 32, 64, 75),
        {"nelo": 57.94, "nelo_error": 28.28, "elo": 55.58, "elo_error": 27.65, "los": 1.0},
    ),
    (
        (332, 433, 457 + 41, 333, 334),
        {"nelo": -9.17, "nelo_error": 10.96, "elo": -8.64, "elo_error": 10.33, "los": 0.0505},
    ),
    (
        (7895, 8757, 5485 + 200, 568, 9999),
        {"nelo": -19.01, "nelo_error": 2.65, "elo": -21.04, "elo_error": 2.95},
    ),
]
# the same, app/tests/sprt_test.cpp: model, elo0, elo1, counts, LLR; without its two
# samples of one kind of result only, where the value is the tolerance of a solver
PUBLISHED_RATIOS = [
    ("normalized", 0, 2, (36027, 68692, 36433), 0.92),
    ("normalized", -1.75, 0.25, (10650, 20431, 10871), 2.30),
    ("logistic", 0.5, 2.5, (21184, 40708, 21404), -1.57),
    ("logistic", 0, 2, (57030, 106593, 57433), -2.59),
    ("normalized", 0, 2, (365, 16618, 36029 + 200, 16974, 390), 2.25),
    ("normalized", -1.75, 0.25, (127, 4883, 10311 + 401, 5150, 104), 3.01),
    ("logistic", 0.5, 2.5, (223, 9863, 20279 + 1000, 10037, 246), -3.07),
    ("logistic", 0, 2, (871, 26175, 55003 + 980, 26678, 821), -4.98),
]


@pytest.mark.parametrize(("counts", "published"), PUBLISHED_STRENGTHS)
def test_strength_is_as_published(counts: tuple[int, ...], published: dict[str, float]) -> None:
    actual = strength(counts)
    assert actual is not None
    for name, value in published.items():
        assert getattr(actual, name) == pytest.approx(value, rel=0.01), name


@pytest.mark.parametrize(("model", "elo0", "elo1", "counts", "ratio"), PUBLISHED_RATIOS)
def test_log_likelihood_ratio_is_as_published(
    model: str, elo0: float, elo1: float, counts: tuple[int, ...], ratio: float
) -> None:
    assert Sprt(elo0, elo1, model=model).llr(counts) == pytest.approx(ratio, rel=0.01)


def test_walds_bounds() -> None:
    # log(0.05 / 0.95) and log(0.95 / 0.05), the ±2.94 of every fishtest page
    assert Sprt(0, 5).bounds == pytest.approx((-2.94, 2.94), abs=0.005)


def test_a_test_decides_at_the_bounds() -> None:
    test = Sprt(0, 100)
    assert test.decision((0, 0, 0, 0, 0)) is None
    assert test.decision((0, 0, 10, 20, 200)) == "H1"
    assert test.decision((200, 20, 10, 0, 0)) == "H0"


def test_a_perfect_score_has_a_lower_bound_and_no_upper_one() -> None:
    few, many = strength((0, 0, 1)), strength((0, 0, 0, 0, 100))
    assert few is not None
    assert many is not None
    assert math.isinf(few.elo)
    assert (few.high, many.high) == (math.inf, math.inf)
    assert few.low < 0 < 400 < many.low
    assert few.los < 0.9 < many.los


def test_results_that_are_all_alike_are_not_certain() -> None:
    """Two pairs of a win and a loss each have no variance at all."""
    actual = strength((0, 0, 2, 0, 0))
    assert actual is not None
    assert (actual.elo, actual.los, actual.elo_error) == (0.0, 0.5, math.inf)
    assert actual.low == pytest.approx(-actual.high)
    assert 200 < actual.high < 600


def test_the_interval_of_few_results_is_wilsons_as_published() -> None:
    # 0 of 20: 0 to 0.1611 (R. Newcombe, Statistics in Medicine 17, 1998, table I, method 3)
    actual = strength((20, 0, 0))
    assert actual is not None
    assert actual.low == -math.inf
    assert expected_score(actual.high) == pytest.approx(0.1611, abs=1e-4)


def test_elo_and_expected_score_are_inverse() -> None:
    assert elo(expected_score(123.4)) == pytest.approx(123.4)
    assert expected_score(200) == pytest.approx(0.7597, abs=1e-4)
