"""Gymnasium's own checks on the environments, and play against agents."""

import gymnasium
import hopsow
import numpy as np
import pytest
from effort import seeded
from gymnasium.utils.env_checker import check_env
from hopsow import draw
from hopsow.envs.gymnasium import BatchEnv, GameEnv
from hopsow.games import facts


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_gymnasium_is_content(game: str) -> None:
    check_env(GameEnv(game, max_plies=60, opening_plies=2), skip_render_check=True)


@pytest.mark.filterwarnings("error")
def test_a_registered_environment_can_be_drawn_in_every_way() -> None:
    """Gymnasium makes it again for each way that its class names."""
    check_env(gymnasium.make("hopsow/Awari-v0", max_plies=10).unwrapped)


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_environments_are_registered(game: str) -> None:
    title = facts(game).title
    env = gymnasium.make(f"hopsow/{title}-v0", opponent="greedy", max_plies=10)
    seen, info = env.reset(seed=1)
    assert seen.shape == hopsow.batch(game, 1).observations.shape[1:]
    assert info["action_mask"].any()


@pytest.mark.parametrize("opponent", ["random:seed=1", "greedy", "minimax:depth=2"])
@pytest.mark.parametrize("game", hopsow.GAMES)
def test_games_go_to_their_end(game: str, opponent: str) -> None:
    env = GameEnv(game, opponent, max_plies=60)
    chance = seeded(game, opponent)
    first = []
    for _ in range(2):
        env.reset()
        over = False
        first.append(int(env._side))
        while not over:
            mask = env.action_masks()
            assert mask.any()
            action = chance.choice(np.flatnonzero(mask).tolist())
            _, reward, terminated, truncated, info = env.step(action)
            over = terminated or truncated
            assert "illegal" not in info
        assert reward in (-1, 0, 1)
    assert sorted(first) == [0, 1]


def test_a_strong_opponent_wins() -> None:
    env = GameEnv("awari", "minimax:depth=3", side="north")
    chance = seeded("strong")
    rewards = []
    for _ in range(6):
        env.reset()
        over = False
        while not over:
            legal = np.flatnonzero(env.action_masks()).tolist()
            _, reward, terminated, truncated, _ = env.step(chance.choice(legal))
            over = terminated or truncated
        rewards.append(reward)
    assert sum(rewards) < -2


def test_an_illegal_action_loses_and_says_why() -> None:
    env = GameEnv("awari", "random:seed=1", side="south")
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(6)
    assert (reward, terminated) == (-1, True)
    assert "numbered from 0 to 5" in info["illegal"]


def test_a_game_is_printed_written_or_painted(capsys: pytest.CaptureFixture[str]) -> None:
    drawing = draw.text(hopsow.start("halma"))
    frames = {}
    for mode in (None, "ansi", "human", "rgb_array"):
        env = GameEnv("halma", side="black", render_mode=mode)
        env.reset(seed=1)
        frames[mode] = env.render()
    assert (frames[None], frames["ansi"], frames["human"]) == (drawing, drawing, None)
    assert capsys.readouterr().out == drawing + "\n"
    assert frames["rgb_array"].shape[2] == 3


def test_odd_options_get_a_sentence() -> None:
    with pytest.raises(ValueError, match="unknown side 'black', expected south or north"):
        GameEnv("awari", side="black")
    with pytest.raises(ValueError, match="unknown agent"):
        GameEnv("awari", "nobody")
    with pytest.raises(ValueError, match="unknown render mode"):
        GameEnv("awari", render_mode="film")
    with pytest.raises(ValueError, match="one seed"):
        BatchEnv("awari", 2).reset(seed=[1, 2])


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_a_vector_of_games_is_a_batch(game: str) -> None:
    vector = BatchEnv(game, 8, max_plies=30, opening_plies=2)
    batch = hopsow.batch(game, 8, seed=5, max_plies=30, opening_plies=2, mask=True)
    seen, infos = vector.reset(seed=5)
    ended = 0
    for _ in range(80):
        assert np.array_equal(seen, batch.observations)
        assert np.array_equal(infos["action_mask"], batch.mask)
        assert vector.observation_space.contains(seen)
        movers = batch.to_move.copy()
        actions = batch.sample()
        seen, rewards, terminated, truncated, infos = vector.step(actions)
        batch.step(actions)
        assert np.array_equal(terminated, batch.terminated)
        assert np.array_equal(truncated, batch.truncated)
        assert np.array_equal(rewards, batch.rewards[np.arange(8), movers])
        over = terminated | truncated
        assert over.any() == ("final_obs" in infos)
        for i in np.flatnonzero(over):
            assert not np.array_equal(infos["final_obs"][i], seen[i])
        ended += int(over.sum())
    assert ended > 0


def test_vectors_are_made_by_name() -> None:
    vector = gymnasium.make_vec(
        "hopsow/Awari-v0", num_envs=3, vectorization_mode="vector_entry_point"
    )
    seen, _ = vector.reset(seed=0)
    assert seen.shape == (3, 14)
