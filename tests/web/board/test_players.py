"""Whom a client may play against: what runs inside the package, and what others registered."""

from importlib.metadata import EntryPoint

import hopsow
import pytest
from hopsow import agents
from hopsow.agents import outside
from hopsow.web.answers import Answers, Asker
from hopsow.web.board import messages, players
from served import finished


class Steady:
    """A registered agent: always the first legal move."""

    def choose(self, position: hopsow.Position, clock: agents.Clock) -> object:
        return position.legal_moves[0]


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> str:
    point = EntryPoint("steady", f"{__name__}:Steady", outside.ENTRY_POINTS)
    monkeypatch.setattr(outside, "registered", lambda: {"steady": point})
    # Whatever was asked before, the names are looked for anew.
    monkeypatch.setattr(players, "_names", players._names.__wrapped__)
    return "steady"


def test_registered_agents_are_offered_and_accepted(steady: str) -> None:
    assert steady in [agent.name for agent in players.listed()]
    assert players.check(steady) == steady
    with pytest.raises(players.PlayerError, match="no options here"):
        players.check(f"{steady}:file=x")


def test_everything_offered_is_accepted() -> None:
    for agent in players.listed():
        assert players.check(agent.name) == agent.name


@pytest.mark.parametrize(
    "spec", ["engine:level=1", "engine:level=10", "engine:time=0.5", "engine:time=0.5:book=none"]
)
def test_engines_are_chosen_by_level_or_time(spec: str) -> None:
    assert players.check(spec) == spec


def test_an_agent_is_told_its_clock_and_what_was_played(
    steady: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clocks = []

    def choose(_: Steady, position: hopsow.Position, clock: agents.Clock) -> object:
        clocks.append(clock)
        return position.legal_moves[0]

    monkeypatch.setattr(Steady, "choose", choose)
    line = messages.Line(game="awari", moves=["F", "a"])
    question = messages.Answer(line=line, agent=steady, seconds_left=7.5, increment=2)
    answers = Answers()
    played = finished(answers.answer(question, Asker()))
    answers.workers.close()
    assert len(played.view.moves) == 3
    start = hopsow.start("awari")
    assert list(clocks[0].earlier) == [start, start.play("F")]
    assert (clocks[0].left, clocks[0].increment, clocks[0].counts_cpu) == (7.5, 2, False)


def test_an_agent_is_lent_to_one_game_at_a_time_and_kept() -> None:
    lender = players.Agents()
    with lender.borrow("random", "awari") as one, lender.borrow("random", "awari") as other:
        assert one is not other
    with lender.borrow("random", "awari") as again:
        assert again in (one, other)
    with lender.borrow("random", "halma") as halma:
        assert halma not in (one, other)
