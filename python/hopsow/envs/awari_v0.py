"""PettingZoo's environment of this game: `env()`, with the options of `GameEnv`."""

from functools import partial

from hopsow.envs.pettingzoo import GameEnv

env = raw_env = partial(GameEnv, "awari")
