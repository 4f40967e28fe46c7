"""What all tests share: the seed of the run, and signals that do what they usually do."""

import signal
from collections.abc import Iterator

import effort
import pytest

effort.import_everything()


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Let Hypothesis draw from the seed of the run, where it has one."""
    if effort.SEED:
        config.option.hypothesis_seed = effort.SEED


@pytest.fixture(scope="session", autouse=True)
def interruptible() -> Iterator[None]:
    """Let SIGINT interrupt the tests and the processes that they start.

    A run started by `nohup`, or with `&` in a script, ignores it, and so would all its children.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
