"""What all tests share: the seed of the run, a temporary folder to be left empty, and signals."""

import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import effort
import pytest

effort.import_everything()

PACKAGES = Path(__file__).parents[1] / "python"
# Known to the process that began the run, not to its workers.
FOLDER = pytest.StashKey[Path]()
PROBLEM = pytest.StashKey[str]()


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Give the run its seed, where it has one, and a temporary folder of its own."""
    if effort.SEED:
        config.option.hypothesis_seed = effort.SEED
    if not hasattr(config, "workerinput"):  # workers inherit it
        folder = config.stash[FOLDER] = Path(tempfile.mkdtemp(prefix="hopsow-tests-"))
        config.option.basetemp = config.option.basetemp or str(folder / "pytest")
        os.environ["TMPDIR"] = tempfile.tempdir = str(folder / "tmp")
        (folder / "tmp").mkdir()
        # The scripted programs know the rules from Hopsow, which no program sees otherwise.
        os.environ["HOPSOW_SHOW"] = os.pathsep.join([sys.prefix, str(PACKAGES)])
        os.environ["HOPSOW_LIBRARY"] = str(folder / "library.db")
        os.environ["HOPSOW_REFEREE_KEY"] = str(folder / "referee.key")
        os.environ["HOPSOW_GAMES"] = str(folder / "games.db")
        # What PyTorch and Stable-Baselines keep among temporary files is theirs.
        os.environ["TORCHINDUCTOR_CACHE_DIR"] = str(folder / "torch")
        os.environ["SB3_LOGDIR"] = str(folder / "sb3")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Build the wheel first: it takes longest, and other workers have enough to do meanwhile."""
    items.sort(key=lambda item: item.path.name != "test_wheel.py")


@pytest.hookimpl(wrapper=True)
def pytest_sessionfinish(session: pytest.Session) -> Iterator[None]:
    """Let the run fail where something is left in the temporary folder."""
    yield  # workers end here
    if folder := session.config.stash.get(FOLDER, None):
        left = sorted(path.name for path in (folder / "tmp").iterdir())
        if left:
            session.config.stash[PROBLEM] = f"left in the temporary folder: {', '.join(left)}"
            session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED
        if session.exitstatus == pytest.ExitCode.OK:
            shutil.rmtree(folder)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say what was left, and where the files of a failed run are."""
    if problem := config.stash.get(PROBLEM, None):
        terminalreporter.write_line(problem, red=True)
    if (folder := config.stash.get(FOLDER, None)) and folder.exists():
        terminalreporter.write_line(f"the files of this run are in {folder}")


@pytest.fixture(scope="session", autouse=True)
def interruptible() -> Iterator[None]:
    """Let SIGINT interrupt the tests and the processes that they start.

    A run started by `nohup`, or with `&` in a script, ignores it, and so would all its children.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
