"""The games for Gymnasium: one against an agent, and many against oneself.

`GameEnv` is one side of one game, and any agent by its text plays the other. `BatchEnv` is a vector
of games in which the caller acts for whoever is to move.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from hopsow.agents import Agent, Clock, make
from hopsow.agents.options import MAX_SEED
from hopsow.envs import RENDER_FPS, RENDER_MODES, check_render_mode, render
from hopsow.errors import IllegalMoveError
from hopsow.games import GAMES, Position, actions, batch, facts, sides

Seen = NDArray[np.uint8]


class GameEnv(gymnasium.Env[Seen, np.int64]):
    """One side of a game against an agent.

    `side` is the side that the caller plays, by default both in turn, the first one first. The
    reward is 1 for a win and -1 for a loss; an illegal action loses, and `info["illegal"]` says
    why.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": RENDER_FPS}  # noqa: RUF012 (Gymnasium's)

    def __init__(
        self,
        game: str,
        opponent: str = "random",
        *,
        side: str | None = None,
        rules: str | None = None,
        opening_plies: int = 0,
        max_plies: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if side not in (None, *sides(game)):
            raise ValueError(f"unknown side {side!r}, expected {' or '.join(sides(game))}")
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self._game, self._opponent_text, self._side_text = game, opponent, side
        self._options: dict[str, Any] = {
            "rules": rules,
            "opening_plies": opening_plies,
            "max_plies": max_plies,
        }
        self._games = 0
        self._side = 0
        self._earlier: list[Position] = []
        self._opponent = make(opponent, game)
        self._begin(0)
        self.observation_space = spaces.Box(0, 255, self._batch.observations.shape[1:], np.uint8)
        self.action_space = spaces.Discrete(actions(game))

    def _begin(self, seed: int) -> None:
        self._batch = batch(self._game, 1, seed=seed, mask=True, auto_reset=False, **self._options)

    def _seeded(self, seed: int) -> Agent:
        """The opponent; where chance decides for it, and its text names no seed, with this one."""
        try:
            return make(f"{self._opponent_text}:seed={seed}", self._game)
        except ValueError:
            return make(self._opponent_text, self._game)

    def action_masks(self) -> NDArray[np.bool]:
        """The legal actions, as sb3-contrib's MaskablePPO asks for them."""
        legal: NDArray[np.bool] = self._batch.mask[0].copy()
        return legal

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a game; the seed decides the opening and which side comes first."""
        super().reset(seed=seed)
        if seed is None:
            self._batch.reset()
            self._games += 1
        else:
            self._begin(seed)
            self._games = 0
        named = self._side_text
        self._side = self._games % 2 if named is None else sides(self._game).index(named)
        self._earlier = []
        self._opponent = self._seeded(int(self.np_random.integers(MAX_SEED)))
        self._answer()
        return self._seen()

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Take an action; the opponent answers until it is the caller's turn again."""
        try:
            self._take(int(action))
        except IllegalMoveError as error:
            seen, info = self._seen()
            return seen, -1.0, True, False, {**info, "illegal": str(error)}
        self._answer()
        seen, info = self._seen()
        reward = float(self._batch.rewards[0, self._side])
        ended, cut = bool(self._batch.terminated[0]), bool(self._batch.truncated[0])
        if self.render_mode == "human":
            self.render()
        return seen, reward, ended, cut, info

    def _take(self, action: int) -> None:
        before = self._batch.turn(0)
        self._batch.step([action])
        if not self._batch.turn(0).actions:
            self._earlier.append(before.position)

    def _answer(self) -> None:
        """Let the opponent move while it is its turn and the game goes on."""
        batch = self._batch
        while batch.to_move[0] != self._side and not (batch.terminated[0] or batch.truncated[0]):
            position = batch.state(0)
            move = self._opponent.choose(position, Clock(earlier=tuple(self._earlier)))
            for action in position.actions(move):
                self._take(action)

    def _seen(self) -> tuple[Seen, dict[str, Any]]:
        return self._batch.observations[0].copy(), {"action_mask": self.action_masks()}

    def render(self) -> Any:
        """The position as the render mode says; without one, as text."""
        return render(self._batch.state(0), self.render_mode or "ansi")


class BatchEnv(VectorEnv[Seen, NDArray[np.int64], NDArray[Any]]):
    """Games side by side in which the caller acts for whoever is to move.

    The reward is that of the side that acted. `infos` has the mask of legal actions, the side to
    move, and what was seen last of games that have ended: they begin anew in the same step.
    """

    def __init__(self, game: str, num_envs: int, **options: Any) -> None:
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.num_envs = num_envs
        self._game, self._options = game, options
        self._begin(options.pop("seed", 0))
        shape = self._batch.observations.shape[1:]
        self.single_observation_space = spaces.Box(0, 255, shape, np.uint8)
        self.single_action_space = spaces.Discrete(actions(game))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _begin(self, seed: int) -> None:
        self._batch = batch(
            self._game, self.num_envs, seed=seed, mask=True, auto_reset=False, **self._options
        )

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin all games; one seed decides all openings."""
        if isinstance(seed, int):
            self._begin(seed)
        elif seed is None:
            self._batch.reset()
        else:
            raise ValueError("the games of a batch share one seed: give an int")
        return self._batch.observations.copy(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Seen, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take one action in each game."""
        batch = self._batch
        movers = batch.to_move.astype(np.intp)
        batch.step(actions)
        rewards = batch.rewards[np.arange(self.num_envs), movers].astype(np.float64)
        ended, cut = batch.terminated.copy(), batch.truncated.copy()
        over = ended | cut
        infos: dict[str, Any] = {}
        if over.any():
            final = np.full(self.num_envs, None, dtype=object)
            for game in np.flatnonzero(over):
                final[game] = batch.observations[game].copy()
            infos = {"final_obs": final, "_final_obs": over}
            batch.reset(over)
        return batch.observations.copy(), rewards, ended, cut, {**infos, **self._infos()}

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._batch.mask.copy(), "to_move": self._batch.to_move.copy()}


for _game in GAMES:
    gymnasium.register(
        f"hopsow/{facts(_game).title}-v0",
        "hopsow.envs.gymnasium:GameEnv",
        vector_entry_point="hopsow.envs.gymnasium:BatchEnv",
        kwargs={"game": _game},
    )
