"""What all tests share."""

import effort
import pytest

effort.import_everything()


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Let Hypothesis draw from the seed of the run, where it has one."""
    if effort.SEED:
        config.option.hypothesis_seed = effort.SEED
