"""The games as environments of PettingZoo, Gymnasium and OpenSpiel.

Each of these packages is needed only by the module of its name; `hopsow[envs]` installs them all.
Importing a module registers the games with its package.
"""
