"""How hard the random tests try, and from which seed.

A run draws the same cases every time, whatever the machine and the order of the tests, so that it
fails where it failed. `make test-long` draws many more, from a new seed that it prints.
"""

import os
import pkgutil
from importlib import import_module
from random import Random

import hopsow
from hypothesis import settings

IS_LONG = bool(os.environ.get("HOPSOW_LONG"))
SEED = os.environ.get("HOPSOW_SEED", "")

settings.register_profile(
    "default",
    deadline=None,
    max_examples=30_000 if IS_LONG else 300,
    database=None,
    derandomize=not SEED,  # otherwise pytest is given --hypothesis-seed
    print_blob=True,
)
settings.load_profile("default")

# What needs PyTorch or Ray, which take seconds to import.
SLOW = ("hopsow.arena.run.work", "hopsow.envs.learn.", "hopsow.nets.train")

# Laws over arbitrary bytes are cheap to try.
many = settings(max_examples=1_000_000 if IS_LONG else 3_000)


def seeded(*words: object) -> Random:
    """Chance for one test: its words tell it from others, the seed of the run is added to them."""
    return Random(" ".join(map(str, [SEED, *words])))


def import_everything() -> None:
    """Import all of hopsow, but for what takes seconds.

    Hypothesis also tries the constants of the modules that are loaded, and without this those would
    depend on the tests that ran before.
    """
    for module in pkgutil.walk_packages(hopsow.__path__, "hopsow."):
        if not module.name.endswith("__main__") and not module.name.startswith(SLOW):
            import_module(module.name)
