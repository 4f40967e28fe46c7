"""The engine as an agent: its limits, the clock, its levels, and being stopped."""

import threading
from collections.abc import Iterable
from typing import Any

import hopsow
import pytest
from hopsow import Move, Position, Record, agents
from hopsow.agents import Agent, Clock
from hopsow.agents.engine import EngineAgent
from hopsow.engine import Searcher
from hopsow.engine.budget import CPU_GRACE_S, WALL_GRACE_S, share
from hopsow.games import facts

LEVEL_NUMBERS = range(1, 11)


def winner_of(record: Record, first: Agent, second: Agent) -> Agent | None:
    """Play a game to its end."""
    players = dict(zip(record.start.sides, (first, second), strict=True))
    while record.outcome is None:
        clock = Clock(earlier=record.positions[:-1])
        record.play(players[record.position.to_move].choose(record.position, clock))
    return players.get(record.outcome.winner or "")


@pytest.mark.parametrize("game", hopsow.GAMES)
class TestLimits:
    def test_depth_and_nodes_alone_need_no_clock(self, game: str) -> None:
        position = hopsow.start(game)
        chosen = agents.make("engine:depth=3", game).choose(position, Clock())
        assert chosen == hopsow.search(position, depth=3).move
        chosen = agents.make("engine:nodes=400", game).choose(position, Clock())
        assert chosen == hopsow.search(position, nodes=400).move

    def test_a_game_that_is_over_has_no_move(self, game: str) -> None:
        with pytest.raises(ValueError, match="the game is over"):
            agents.make("engine", game).choose(hopsow.parse(game, facts(game).finished), Clock())


def test_no_time_left_still_gives_a_move() -> None:
    position = hopsow.start("halma")
    move = agents.make("engine", "halma").choose(position, Clock(left=0.0, counts_cpu=True))
    assert move in position.legal_moves


def test_the_engine_is_told_what_led_to_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    class Listener(Searcher):
        def search(self, positions: Iterable[Position], **limits: Any) -> hopsow.Report:
            self.positions = list(positions)
            return super().search(self.positions, depth=1)

    agent, listener, record = EngineAgent("awari", book="none"), Listener("awari"), Record("awari")
    monkeypatch.setattr(agent, "searcher", listener)
    for move in ("C", "b"):
        record.play(move)
    agent.choose(record.position, Clock(earlier=record.positions[:-1]))
    assert listener.positions == list(record.positions)


@pytest.mark.parametrize("clock", [Clock(move=5.0, counts_cpu=True), Clock(move=5.0)])
def test_the_limit_of_a_move_includes_what_precedes_its_search(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A first move with 0.5 s took 0.505 s while other games were starting on the machine."""
    given: list[float] = []
    elapsed = 0.0

    class Slow(Searcher):
        def prepare(self, seconds: float) -> None:
            super().prepare(seconds)
            nonlocal elapsed
            elapsed = 0.5

        def search(self, positions: Iterable[Position], **limits: Any) -> hopsow.Report:
            given.append(limits["cpu"] if clock.counts_cpu else limits["time"])
            return super().search(positions, depth=1)

    for name in ("process_time", "perf_counter"):
        monkeypatch.setattr(f"hopsow.agents.engine.{name}", lambda: elapsed)
    agent = EngineAgent("awari", book="none")
    monkeypatch.setattr(agent, "searcher", Slow("awari"))
    agent.choose(hopsow.start("awari"), clock)
    budget = share(hopsow.start("awari"), clock, CPU_GRACE_S if clock.counts_cpu else WALL_GRACE_S)
    assert budget is not None
    assert given == [budget.limit - 0.5]


# Black is nearly eight plies ahead, and its men stand among white's.
AHEAD = (
    "2ww12/3w1w10/3wb11/6w9/4wb10/4b1b1b7/5w10/6bb1b6/3wb11/6w1wbwb4/16/6wb1w1w1w2/12bbbb/10ww4/"
    "10b1bb2/10w5 b"
)


def test_the_agent_at_full_strength_plans_and_others_search() -> None:
    position = hopsow.parse("halma", AHEAD)
    levels = facts("halma").levels
    depths = [
        Searcher("halma", 1).search([position], nodes=2000, plays=plays, level=level).depth
        for plays, level in ((True, levels[-1]), (False, levels[-1]), (True, levels[-2]))
    ]
    assert depths[0] == 12  # six plays and six answers
    assert max(depths[1:]) < 12
    plan = Searcher("halma", 1).search([position], nodes=2000, plays=True).move
    assert EngineAgent("halma", nodes=2000).choose(position, Clock()) == plan


def test_stop_ends_the_search_with_a_move() -> None:
    agent = EngineAgent("halma", time=100.0, book="none")
    position = hopsow.start("halma")
    moves: list[Move] = []
    thread = threading.Thread(target=lambda: moves.append(agent.choose(position, Clock())))
    thread.start()
    while thread.is_alive():
        agent.stop()
        thread.join(0.01)
    assert moves[0] in position.legal_moves


def opening(game: str, seed: int) -> Position:
    """The start after a few random moves."""
    position = hopsow.start(game)
    chance = agents.make(f"random:seed={seed}", game)
    for _ in range(4):
        position = position.play(chance.choose(position, Clock()))
    return position


class TestLevels:
    @pytest.mark.parametrize("game", hopsow.GAMES)
    def test_there_are_ten_and_only_the_last_is_at_full_strength(self, game: str) -> None:
        levels = facts(game).levels
        assert len(levels) == len(LEVEL_NUMBERS)
        assert all(level.depth or level.nodes for level in levels[:-1])
        assert levels[-1][:3] == (None, None, 0.0)

    @pytest.mark.parametrize("level", LEVEL_NUMBERS)
    def test_every_level_plays_every_game(self, level: int) -> None:
        for game in hopsow.GAMES:
            position = opening(game, level)
            agent = agents.make(f"engine:level={level}:time=0.02", game)
            assert agent.choose(position, Clock()) in position.legal_moves

    def test_seed_makes_the_chances_repeatable(self) -> None:
        def moves(seed: int) -> list[Move]:
            agent = agents.make(f"engine:level=1:seed={seed}", "checkers")
            return [agent.choose(opening("checkers", n), Clock()) for n in range(20)]

        assert moves(1) == moves(1) != moves(2)

    @pytest.mark.parametrize("game", ["checkers", "awari"])
    def test_level_seven_beats_level_two(self, game: str) -> None:
        won = 0
        for seed in range(10):
            strong = agents.make(f"engine:level=7:seed={seed}", game)
            weak = agents.make(f"engine:level=2:seed={seed}", game)
            begin = Record(game, None, opening(game, seed // 2))
            pair = (strong, weak) if seed % 2 else (weak, strong)
            won += winner_of(begin, *pair) is strong
        assert won >= 7

    @pytest.mark.parametrize("level", ["0", "11", "high"])
    def test_other_levels_earn_a_sentence(self, level: str) -> None:
        with pytest.raises(ValueError, match="expected a whole number from 1 to 10"):
            agents.make(f"engine:level={level}", "halma")
