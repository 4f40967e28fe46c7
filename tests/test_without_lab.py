"""The product stands without the lab; `make test-product` runs all of its tests so."""

from pathlib import Path

import pytest
import without_lab

EVERYTHING = """
import sys
from importlib.util import find_spec

import effort

assert find_spec("hopsow.lab") is None
effort.import_everything()
assert not [name for name in sys.modules if name.startswith("hopsow.lab")]
"""


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("product")
    without_lab.copy(folder)
    return folder


def test_every_module_can_be_imported(product: Path) -> None:
    paths = "import sys; sys.path[:0] = ['tests/support']\n"
    assert without_lab.run(product, "-c", paths + EVERYTHING).returncode == 0


def test_the_command_line_says_that_the_lab_is_missing(
    product: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert without_lab.run(product, "-m", "hopsow", "--help").returncode == 0
    assert "the verbs of lab cannot be loaded" in capfd.readouterr().out
    assert without_lab.run(product, "-m", "hopsow", "lab", "solve", "awari").returncode == 2
    said = capfd.readouterr().err
    assert said == "hopsow: the verbs of lab cannot be loaded: No module named 'hopsow.lab'\n"


def test_games_are_played_and_the_layers_hold(product: Path) -> None:
    played = ("match", "awari", "greedy", "engine:depth=2", "--games", "2", "--no-evidence")
    assert without_lab.run(product, "-m", "hopsow", *played).returncode == 0
    tests = ("tests/test_layers.py", "tests/agents", "tests/engine/test_book.py")
    words = ("-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *tests)
    assert without_lab.run(product, *words).returncode == 0
