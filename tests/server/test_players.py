"""Whom a client may play against: what runs inside the package, and what others registered."""

from importlib.metadata import EntryPoint

import hopsow
import pytest
from hopsow import agents
from hopsow.agents import outside
from hopsow.server import players


class Steady:
    """A registered agent: always the first legal move."""

    def choose(self, position: hopsow.Position, clock: agents.Clock) -> object:
        return position.legal_moves[0]


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> str:
    point = EntryPoint("steady", f"{__name__}:Steady", agents.ENTRY_POINTS)
    monkeypatch.setattr(outside, "registered", lambda: {"steady": point})
    return "steady"


def test_registered_agents_are_offered_and_accepted(steady: str) -> None:
    assert steady in [agent["name"] for agent in players.listed()]
    assert players.check(steady) == steady
    with pytest.raises(players.PlayerError, match="no options here"):
        players.check(f"{steady}:file=x")


def test_everything_offered_is_accepted() -> None:
    for agent in players.listed():
        assert players.check(agent["name"]) == agent["name"]


@pytest.mark.parametrize("spec", ["engine:level=1", "engine:level=10", "engine:time=0.5"])
def test_engines_are_chosen_by_level_or_time(spec: str) -> None:
    assert players.check(spec) == spec


def test_an_agent_is_lent_to_one_game_at_a_time_and_kept() -> None:
    lender = players.Agents()
    with lender.borrow("random", "awari") as one, lender.borrow("random", "awari") as other:
        assert one is not other
    with lender.borrow("random", "awari") as again:
        assert again in (one, other)
    with lender.borrow("random", "halma") as halma:
        assert halma not in (one, other)
