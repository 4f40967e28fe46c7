"""How time is spread: never more than there is, and something left for every move to come."""

import hopsow
import pytest
from hopsow import Position
from hopsow.agents import Clock
from hopsow.engine.budget import LONGEST_S, RESERVE, moves_left, share
from hypothesis import given
from hypothesis import strategies as st

STARTS = [hopsow.start(game) for game in hopsow.GAMES]


def name(position: Position) -> str:
    return position.game


@given(
    st.sampled_from(STARTS),
    st.floats(1e-3, 1e300),
    st.none() | st.floats(1e-3, 1e300),
    st.floats(0, 10),
    st.floats(0, 1),
)
def test_a_move_gets_no_more_than_there_is(
    position: Position, left: float, move: float | None, increment: float, overhead: float
) -> None:
    budget = share(position, Clock(left, increment, move), overhead)
    assert budget is not None
    assert 0 <= budget.limit <= max(0.0, min(LONGEST_S, left - overhead, move or left))


@pytest.mark.parametrize("position", STARTS, ids=name)
@pytest.mark.parametrize("bank", [0.5, 10.0, 100.0])
def test_whoever_always_uses_its_limit_never_runs_out(position: Position, bank: float) -> None:
    left = bank
    for _ in range(500):  # in the start position, where most is still to come
        budget = share(position, Clock(left))
        assert budget is not None
        left -= budget.limit
        assert left > 0


def test_without_a_limit_there_is_no_budget() -> None:
    assert share(STARTS[0], Clock()) is None


def test_a_single_move_may_use_all_but_overhead_and_reserve() -> None:
    budget = share(STARTS[0], Clock(move=5.0), overhead=1.0)
    assert budget is not None
    assert budget.limit == pytest.approx(5.0 * (1 - RESERVE) - 1.0)
    assert budget.soft == 1.0


def test_a_limit_for_each_move_is_used_though_the_game_has_one_too() -> None:
    """Time that a move leaves is lost, unless it is the game that has little left."""
    for left, soft in ((10_000.0, 1.0), (2.0, 0.5)):
        budget = share(STARTS[0], Clock(left, move=0.1))
        assert budget is not None
        assert budget.soft == pytest.approx(soft)


def test_moves_left_shrink_towards_the_end() -> None:
    near = hopsow.parse(
        "halma",
        "wwwww11/wwwww11/wwww12/www13/w2w12/16/16/16/16/16/16/14b1/13bbb/12bbbb/11bbbbb/11bbbbb b",
    )
    assert 10 <= moves_left(near) < 15
    assert 80 <= moves_left(hopsow.start("halma")) <= 110
