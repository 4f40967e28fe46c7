"""Nothing else of hopsow needs the packages of the environments."""

import subprocess
import sys

PROGRAM = """
import sys
for name in ("numpy", "pettingzoo", "gymnasium", "pyspiel", "torch"):
    sys.modules[name] = None
import pkgutil
import hopsow
from importlib import import_module
for module in pkgutil.walk_packages(hopsow.__path__, "hopsow."):
    if not module.name.endswith("__main__") and not module.name.startswith(EXTRA):
        import_module(module.name)
import hopsow.envs
"""
EXTRA = (
    *("hopsow.arena.run.work", "hopsow.envs.", "hopsow.lab.learning."),
    *("hopsow.lab.solve.cuda.", "hopsow.lab.solve.published"),
)


def test_only_the_environments_need_their_packages() -> None:
    program = PROGRAM.replace("EXTRA", repr(EXTRA))
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
