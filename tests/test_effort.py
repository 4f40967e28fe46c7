"""Two runs draw the same random cases; another seed draws others."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from effort import seeded

ROOT = Path(__file__).parents[1]
LAW = "tests/agents/test_budget.py"
OTHER = "tests/arena/test_statistics.py"


def drawn(seed: str, *files: str) -> list[str]:
    """The cases that Hypothesis tries in a run of its own."""
    options = ["-q", "-s", "-p", "no:xdist", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--hypothesis-verbosity=verbose", *files],
        cwd=ROOT,
        env={**os.environ, "HOPSOW_SEED": seed},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    return [line.lstrip(".") for line in lines if " passed in " not in line and "%]" not in line]


@pytest.mark.parametrize("seed", ["", "7"])
def test_two_runs_draw_the_same_cases_whatever_ran_before(seed: str) -> None:
    cases = drawn(seed, LAW)
    assert sum(line.startswith("Test case:") for line in cases) >= 300
    assert drawn(seed, OTHER, LAW) == cases


def test_another_seed_draws_other_cases() -> None:
    assert drawn("7", LAW) != drawn("8", LAW)


def test_chance_depends_on_its_words() -> None:
    numbers = [seeded(*words).random() for words in [("a", 1), ("a", 1), ("a", 2)]]
    assert numbers[0] == numbers[1] != numbers[2]
