"""PettingZoo's own tests on the environments, and games that end as records do."""

import importlib
import pickle
import warnings
from typing import Any

import hopsow
import numpy as np
import pettingzoo
import pytest
from effort import seeded
from hopsow.envs.pettingzoo import GameEnv
from pettingzoo.utils import wrappers

with warnings.catch_warnings():  # it imports environments of its own in a way that it deprecates
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

CYCLES = 60


def module(game: str) -> Any:
    return importlib.import_module(f"hopsow.envs.{game}_v0")


# Its classic games have dictionaries as observations, too; it knows those by their names. Our
# agents are called what the sides are called.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:We recommend agents to be named:UserWarning")
@pytest.mark.parametrize("game", hopsow.GAMES)
def test_api(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(module(game).env(max_plies=80, opening_plies=3), num_cycles=CYCLES)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_seeds(game: str) -> None:
    seed_test(lambda: module(game).env(opening_plies=4), num_cycles=CYCLES)


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_rendering(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(module(game).env)
    env = module(game).env(render_mode="ansi")
    env.reset()
    assert env.render() == hopsow.draw.text(hopsow.start(game))
    env = module(game).env(render_mode="rgb_array")
    env.reset()
    frame = env.render()
    assert (frame.dtype, frame.shape[2]) == (np.uint8, 3)
    assert frame.tobytes() == hopsow.draw.picture(hopsow.start(game)).tobytes()


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_games_end_as_records_do(game: str) -> None:
    env = module(game).env(max_plies=120)
    chance = seeded(game)
    for _ in range(5):
        env.reset()
        record, turn = hopsow.Record(game), hopsow.Turn(hopsow.start(game))
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            if terminated or truncated:
                outcome = record.outcome
                assert terminated == (outcome is not None)
                assert truncated == (outcome is None and len(record.moves) == 120)
                winner = outcome.winner if outcome else None
                assert reward == (0 if winner is None else 1 if winner == agent else -1)
                env.step(None)
                continue
            assert agent == record.position.to_move
            legal = np.flatnonzero(seen["action_mask"])
            assert legal.tolist() == [*turn.legal_actions]
            action = chance.choice(legal.tolist())
            env.step(action)
            turn = turn.push(action)
            if turn.move is not None:
                record.play(turn.move)
                turn = hopsow.Turn(record.position)
        assert env.agents == []


def test_environments_are_registered() -> None:
    env = pettingzoo.make("aec", "hopsow/awari_v0", rules="abapa")
    env.reset()
    assert env.possible_agents == ["south", "north"]
    assert env.metadata["name"] == "awari_v0"


def test_illegal_actions_raise_and_change_nothing() -> None:
    env = GameEnv("awari")
    env.reset()
    env.step(0)
    env.step(0)
    before = env.observe(env.agent_selection)
    with pytest.raises(hopsow.IllegalMoveError, match="action 0 is illegal: pit A is empty"):
        env.step(0)
    after = env.observe(env.agent_selection)
    assert all(np.array_equal(before[name], after[name]) for name in before)


def test_wrappers_make_an_illegal_action_a_loss() -> None:
    env = wrappers.TerminateIllegalWrapper(GameEnv("awari"), illegal_reward=-1)
    env.reset()
    for _ in range(3):
        env.step(0)
    assert env.terminations == {"south": True, "north": True}
    assert env.rewards == {"south": -1, "north": 0}


def test_the_waiting_agent_can_do_nothing() -> None:
    env = GameEnv("awari")
    env.reset()
    assert env.observe("south")["action_mask"].all()
    assert not env.observe("north")["action_mask"].any()


def test_odd_uses_get_a_sentence() -> None:
    with pytest.raises(ValueError, match="no game has begun"):
        GameEnv("awari").step(0)
    env = GameEnv("awari")
    env.reset()
    with pytest.raises(ValueError, match="south is to move: an action is needed"):
        env.step(None)
    with pytest.raises(ValueError, match="unknown render mode 'film'"):
        GameEnv("awari", render_mode="film")


def test_environments_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(GameEnv("checkers", rules="tournament")))
    env.reset()
    assert env.observe("red")["action_mask"].sum() == 7
