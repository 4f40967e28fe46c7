"""The tests themselves: what a run of them promises, tried on runs of their own."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from effort import seeded

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
LAW = "tests/engine/test_budget.py"
OTHER = "tests/arena/test_statistics.py"


def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """A run of some tests in a process of its own, whatever options this one was given."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    options["env"] = {**os.environ, **options.get("env", {}), "PYTEST_ADDOPTS": ""}
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, **options)


def drawn(seed: str, *files: str) -> list[str]:
    """The cases that Hypothesis tries."""
    environment = {"HOPSOW_SEED": seed}
    done = run("-s", "-p", "no:xdist", "--hypothesis-verbosity=verbose", *files, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    return [line.lstrip(".") for line in lines if " passed in " not in line and "%]" not in line]


@pytest.mark.parametrize("seed", ["", "7"])
def test_two_runs_draw_the_same_cases_whatever_ran_before(seed: str) -> None:
    cases = drawn(seed, LAW)
    assert sum(line.startswith("Test case:") for line in cases) >= 100
    assert drawn(seed, OTHER, LAW) == cases


def test_another_seed_draws_other_cases() -> None:
    assert drawn("7", LAW) != drawn("8", LAW)


def test_chance_depends_on_its_words() -> None:
    numbers = [seeded(*words).random() for words in [("a", 1), ("a", 1), ("a", 2)]]
    assert numbers[0] == numbers[1] != numbers[2]


@pytest.mark.xdist_group("together")
def test_groups_are_told_to_the_scheduler(request: pytest.FixtureRequest) -> None:
    """There are versions of pytest with which xdist passes over the groups, without a word."""
    is_grouped = request.config.getoption("loadgroup", default=False)
    assert request.node.nodeid.endswith("@together") == is_grouped


@pytest.mark.parametrize("workers", ["0", "1"])
def test_interrupts_reach_tests_that_were_started_with_interrupts_ignored(workers: str) -> None:
    ignore = lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)  # noqa: E731
    test = "tests/test_search.py::test_interrupt_ends_the_search"
    done = run("-n", workers, test, preexec_fn=ignore, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


LEAKY = """
import tempfile

def test_that_passes():
    assert tempfile.mkdtemp(prefix="forgotten-")
"""


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_run_fails_that_leaves_something_in_the_temporary_folder(
    workers: str, tmp_path: Path
) -> None:
    (tmp_path / "test_leaky.py").write_text(LEAKY)
    (tmp_path / "tmp").mkdir()
    paths = os.pathsep.join(map(str, (TESTS, TESTS / "support")))
    environment = {"PYTHONPATH": paths, "TMPDIR": str(tmp_path / "tmp")}
    done = run("-n", workers, "-p", "conftest", str(tmp_path), env=environment)
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    assert "1 passed" in done.stdout
    assert "left in the temporary folder: forgotten-" in done.stdout


def test_a_run_leaves_nothing_behind(tmp_path: Path) -> None:
    environment = {"TMPDIR": str(tmp_path)}
    done = run("-n", "1", LAW, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert list(tmp_path.iterdir()) == []
