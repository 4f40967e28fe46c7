"""The games for PettingZoo: two agents that take turns (AEC).

Observation and mask are filled by the core. The observation is what the side to move sees,
whichever agent asks; the mask of the other agent is empty. An illegal action raises and changes
nothing; `pettingzoo.utils.wrappers.TerminateIllegalWrapper` makes it a loss.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv, register

from hopsow.envs import RENDER_FPS, RENDER_MODES, check_render_mode, render
from hopsow.games import GAMES, batch, facts, sides


class GameEnv(AECEnv, EzPickle):  # type: ignore[misc]
    """One game. Actions are numbered as those of positions are; in checkers each jump is one."""

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        *,
        rules: str | None = None,
        opening_plies: int = 0,
        max_plies: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self,
            game,
            rules=rules,
            opening_plies=opening_plies,
            max_plies=max_plies,
            render_mode=render_mode,
        )
        AECEnv.__init__(self)
        check_render_mode(render_mode)
        self.metadata = {
            "name": f"{game}_v0",
            "render_modes": RENDER_MODES,
            "render_fps": RENDER_FPS,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [*sides(game)]
        self.agents: list[str] = []
        self._options: dict[str, Any] = {
            "rules": rules,
            "opening_plies": opening_plies,
            "max_plies": max_plies,
        }
        self._game = game
        self._action = np.zeros(1, np.int64)
        self._begin(0)
        self._spaces = {agent: self._spaces_of_one() for agent in self.possible_agents}
        self._no_mask = np.zeros_like(self._mask)

    def _begin(self, seed: int) -> None:
        self._batch = batch(self._game, 1, seed=seed, mask=True, auto_reset=False, **self._options)
        self._observation = self._batch.observations[0]
        self._mask = self._batch.mask[0].view(np.int8)
        self._to_move = self._batch.to_move
        self._terminated = self._batch.terminated
        self._truncated = self._batch.truncated

    def _spaces_of_one(self) -> tuple[spaces.Dict, spaces.Discrete]:
        seen = spaces.Box(0, 255, self._observation.shape, np.uint8)
        mask = spaces.Box(0, 1, self._mask.shape, np.int8)
        observations = spaces.Dict({"observation": seen, "action_mask": mask})
        return observations, spaces.Discrete(self._mask.size)

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent can see."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of all actions."""
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the seed decides the random plies of its opening."""
        if seed is None:
            self._batch.reset()
        else:
            self._begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._to_move[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the side to move sees, and what the agent can do."""
        mask = self._mask if agent == self.agent_selection else self._no_mask
        return {"observation": self._observation.copy(), "action_mask": mask.copy()}

    def step(self, action: int | None) -> None:
        """Take an action for the agent whose turn it is."""
        if not self.agents:
            raise ValueError("no game has begun: call reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to move: an action is needed")
        self._action[0] = action
        self._batch.step(self._action)
        self._cumulative_rewards[agent] = 0.0
        self.agent_selection = self.possible_agents[self._to_move[0]]
        if self._terminated[0] or self._truncated[0]:
            self._end()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        rewards = self._batch.rewards[0].tolist()
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, bool(self._terminated[0]))
        self.truncations = dict.fromkeys(self.agents, bool(self._truncated[0]))
        self._accumulate_rewards()

    def render(self) -> Any:
        """The position as the render mode says."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render mode: make the environment with one")
            return None
        return render(self._batch.state(0), self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


for _game in GAMES:
    register("aec", f"hopsow/{facts(_game).name}_v0", GameEnv, kwargs={"game": _game})
