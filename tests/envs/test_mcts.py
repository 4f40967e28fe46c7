"""Tree search over a batch: what the caller's estimates make of it."""

from typing import Any

import hopsow
import numpy as np
import pytest
from effort import seeded
from hopsow.tables import Tables
from numpy.typing import NDArray

TABLES = Tables()
METHODS = ["puct", "gumbel"]


def searched(batch: hopsow.Batch, simulations: int, **options: Any) -> hopsow.Mcts:
    """A search that thinks nothing of any state."""
    search = hopsow.mcts(batch, simulations, **options)
    while waiting := search.descend():
        indptr, actions = search.legal
        assert search.observations.shape == (waiting, *batch.observations.shape[1:])
        assert len(indptr) == waiting + 1
        search.put(np.zeros(len(actions)), np.zeros(waiting))
    return search


def exact(looker: hopsow.Batch, seen: NDArray[np.uint8]) -> float:
    """What the tables say of a position of Awari, which looks alike from both sides."""
    stones = [int(number) for number in seen]
    looker.set_state(0, hopsow.set_up("awari", stones=stones, to_move="south"))
    _, results, _ = looker.values(TABLES)
    return float(results[0])


@pytest.mark.parametrize("method", METHODS)
def test_exact_values_make_perfect_play(method: str) -> None:
    choices = TABLES.choices("awari", seeded("mcts").getrandbits(32), 9, 40)
    batch, looker = hopsow.batch("awari", len(choices)), hopsow.batch("awari", 1)
    for i, (position, _) in enumerate(choices):
        batch.set_state(i, position)
    random = batch.regret(batch.sample(), TABLES)
    search = hopsow.mcts(batch, 32, method=method)
    while search.descend():
        values = [exact(looker, seen) for seen in search.observations]
        search.put(np.zeros(len(search.legal[1])), values)
    best, _, _ = search.decisions()
    assert np.mean(random) > 0.2
    assert np.mean(batch.regret(best, TABLES)) < 0.05


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("game", hopsow.GAMES)
def test_decisions_are_in_the_order_of_the_batch(game: str, method: str) -> None:
    batch = hopsow.batch(game, 5, opening_plies=8, seed=2, threads=2)
    before = batch.observations.copy()
    best, policy, values = searched(batch, 20, method=method).decisions()
    indptr, actions = batch.legal
    assert len(policy) == len(actions)
    for i in range(5):
        own = slice(indptr[i], indptr[i + 1])
        assert best[i] in actions[own]
        assert policy[own].sum() == pytest.approx(1, abs=1e-4)
    assert np.abs(values).max() <= 1
    assert np.array_equal(batch.observations, before)


@pytest.mark.parametrize("method", METHODS)
def test_threads_change_nothing(method: str) -> None:
    one, two = (
        searched(hopsow.batch("awari", 9, opening_plies=6, threads=n), 30, method=method, seed=4)
        for n in (1, 2)
    )
    for first, second in zip(one.decisions(), two.decisions(), strict=True):
        assert np.array_equal(np.asarray(first), np.asarray(second))


def test_preferences_decide_where_values_do_not() -> None:
    batch = hopsow.batch("awari", 3)
    search = hopsow.mcts(batch, 16)
    while waiting := search.descend():
        logits = np.zeros((waiting, hopsow.actions("awari")))
        logits[:, 3] = 4.0
        search.put(logits, np.zeros(waiting))
    best, policy, _ = search.decisions()
    assert best.tolist() == [3, 3, 3]
    assert (policy.reshape(3, 6).argmax(1) == 3).all()


@pytest.mark.parametrize("method", METHODS)
def test_what_tables_know_needs_no_estimate(method: str) -> None:
    choices = TABLES.choices("awari", seeded("known").getrandbits(32), 9, 40)
    batch = hopsow.batch("awari", len(choices))
    for i, (position, _) in enumerate(choices):
        batch.set_state(i, position)
    search = hopsow.mcts(batch, 32, method=method, tables=TABLES)
    assert search.descend() == len(choices)
    search.put(np.zeros(len(search.legal[1])), np.zeros(len(choices)))
    assert search.descend() == 0
    assert np.mean(batch.regret(search.decisions()[0], TABLES)) < 0.05


def test_where_there_is_no_choice_nothing_is_searched() -> None:
    batch = hopsow.batch("awari", 1)
    batch.set_state(0, hopsow.parse("awari", "0-0-0-0-0-1-0-0-0-1-0-0-22-21-S"))
    search = hopsow.mcts(batch, 1000)
    assert search.descend() == 1
    search.put([0.0], [0.25])
    assert search.descend() == 0
    best, policy, values = search.decisions()
    assert (best.tolist(), policy.tolist(), values.tolist()) == ([5], [1.0], [0.25])


def test_finished_games_are_left_alone() -> None:
    batch = hopsow.batch("awari", 2, max_plies=3, auto_reset=False)
    batch.step([0, 0])
    batch.step([0, 0])
    batch.reset([True, False])
    batch.step(batch.sample())
    assert batch.truncated.tolist() == [False, True]
    best, policy, _ = searched(batch, 8).decisions()
    assert best[1] == 0
    assert len(policy) == len(batch.legal[1])


def test_random_games_find_a_win() -> None:
    batch = hopsow.batch("awari", 1)
    batch.set_state(0, hopsow.parse("awari", "1-0-0-0-0-1-2-0-0-1-0-0-22-21-S"))
    search = hopsow.mcts(batch, 200)
    search.play_out()
    assert search.decisions()[0].tolist() == [5]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"simulations": 0}, "simulations must be from 1"),
        ({"method": "alpha"}, 'unknown method "alpha", expected puct or gumbel'),
        ({"exploration": -1}, "exploration is a number from 0 upwards"),
        ({"considered": 0}, "considered must be from 1"),
        ({"seed": -1}, "seed must be from 0"),
    ],
)
def test_odd_options(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        hopsow.mcts(hopsow.batch("awari", 1), **{"simulations": 4, **options})


@pytest.mark.parametrize(
    ("logits", "values", "sentence"),
    [
        (np.zeros(12), [0.0], "2 states wait, and 1 values"),
        (np.zeros(11), [0.0, 0.0], "12 actions are legal, not 11"),
        (np.zeros((2, 3, 4)), [0.0, 0.0], "rows of numbers"),
        (np.full(12, np.nan), [0.0, 0.0], "finite numbers"),
        (np.zeros(12), [0.0, np.inf], "finite numbers"),
    ],
)
def test_odd_estimates(logits: NDArray[Any], values: list[float], sentence: str) -> None:
    search = hopsow.mcts(hopsow.batch("awari", 2), 4)
    assert search.descend() == 2
    with pytest.raises(ValueError, match=sentence):
        search.put(logits, values)
    search.put(np.zeros(12), [0.0, 0.0])  # the states still wait
    assert search.descend() == 2
