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

IS_LONG = bool(os.environ.get("HOPSOW_LONG"))  # `make test-long`
IS_WIDE = bool(os.environ.get("HOPSOW_WIDE"))  # the laws that `make test-heavy` holds once more
SEED = os.environ.get("HOPSOW_SEED", "")


def cases(quick: int, wide: int, long: int) -> int:
    """How many cases a random law tries: after every change, before a landing, overnight."""
    return long if IS_LONG else wide if IS_WIDE else quick


settings.register_profile(
    "default",
    deadline=None,
    max_examples=cases(100, 300, 30_000),
    database=None,
    derandomize=not SEED,  # otherwise pytest is given --hypothesis-seed
    print_blob=True,
)
settings.load_profile("default")

# Modules that import packages of extras, which are slow or not installed.
EXTRA = ("hopsow.arena.run.work", "hopsow.envs.", "hopsow.lab.learning", "hopsow.lab.solve.cuda.")

# Laws over arbitrary bytes are cheap to try.
many = settings(max_examples=cases(500, 3_000, 1_000_000))


def seeded(*words: object) -> Random:
    """Chance for one test: its words tell it from others, the seed of the run is added to them."""
    return Random(" ".join(map(str, [SEED, *words])))


def import_everything() -> None:
    """Import all of hopsow but what needs an extra.

    Hypothesis also tries the constants of the modules that are loaded, and without this those would
    depend on the tests that ran before.
    """
    for module in pkgutil.walk_packages(hopsow.__path__, "hopsow."):
        if not module.name.endswith("__main__") and not module.name.startswith(EXTRA):
            import_module(module.name)
