"""What a package of a stranger can add, by entry points: agents, verbs and table builders."""

from pathlib import Path

import hopsow
import pytest
from hopsow import agents, tables
from hopsow.agents import Clock
from hopsow.tables import builders
from hopsow.web.board import players
from shell import complaint, output

AGENT = """
class First:
    def choose(self, position, clock):
        return position.legal_moves[0]


class Nth(First):
    def __init__(self, number):
        self.number = number

    def choose(self, position, clock):
        return position.legal_moves[self.number]


def make(name, words, game):
    if len(words) != 1:
        raise ValueError(f"found {len(words)} words, expected {name}:NUMBER")
    return Nth(int(words[0]))
"""
VERBS = """
WHAT = "greet and part"
VERBS = {"hello": "greet", "bye": "part"}


def run(argv):
    if argv == ["bye"]:
        raise ValueError("not yet")
    print("hello", *argv[1:])
    return 0
"""
BUILDER = """
from pathlib import Path
from tempfile import TemporaryDirectory

from hopsow import tables


def check(game, rules):
    if game != "awari":
        raise ValueError(f"{game} cannot be built on an abacus")


def build(game, size, folder, *, rules, memory, threads, progress):
    with TemporaryDirectory() as place:
        tables.build(game, size, Path(place), rules=rules)
        for stones in range(size + 1):
            (name,) = tables.table_files(game, stones, rules)
            values = tables.read_values(Path(place) / name)
            tables.write_table(game, folder, stones, values, threads, rules)
"""
ENTRY_POINTS = """
[hopsow.agents]
first = stranger_agent:First
nth = stranger_agent
[hopsow.verbs]
stranger = stranger_verbs
broken = stranger_nowhere
[hopsow.table_builders]
abacus = stranger_builder
"""


@pytest.fixture(autouse=True)
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package of somebody else."""
    (tmp_path / "stranger_agent.py").write_text(AGENT)
    (tmp_path / "stranger_verbs.py").write_text(VERBS)
    (tmp_path / "stranger_builder.py").write_text(BUILDER)
    about = tmp_path / "stranger-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Name: stranger\nVersion: 1\n")
    (about / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(players, "_names", players._names.__wrapped__)


def test_a_module_reads_the_words_of_its_agents() -> None:
    position = hopsow.start("awari")
    assert agents.make("nth:2", "awari").choose(position, Clock()) == position.legal_moves[2]
    with pytest.raises(ValueError, match="found 0 words, expected nth:NUMBER"):
        agents.make("nth", "awari")


def test_the_board_offers_no_agent_that_reads_further_words() -> None:
    assert "first" in [agent.name for agent in players.listed()]
    assert "nth" not in [agent.name for agent in players.listed()]
    for spec in ("nth", "nth:2"):
        with pytest.raises(players.PlayerError, match="a registered agent"):
            players.check(spec)


def test_verbs_stand_below_the_name_of_their_package() -> None:
    shown = output("--help")
    assert "\nstranger:\n  stranger hello greet\n  stranger bye  part\n" in shown
    assert output("stranger", "hello", "you") == "hello you\n"
    assert complaint("stranger", "bye") == "not yet"
    assert '-a stranger -d "greet and part"' in output("completion", "fish")


def test_a_package_that_cannot_be_loaded_leaves_the_rest_alone() -> None:
    sentence = "the verbs of broken cannot be loaded: No module named 'stranger_nowhere'"
    assert f"\nbroken:\n  broken        {sentence}\n" in output("--help")
    assert complaint("broken") == sentence
    assert output("perft", "awari", "1") == "6\n"


def test_tables_are_built_by_the_builder_of_a_device(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    given = ("--size", "2", "--device", "abacus", "--tables", str(folder))
    output("tables", "build", "awari", *given, "--json")
    assert [each.name for each in tables.files(folder)] == ["00", "01", "02"]  # type: ignore[union-attr]
    assert tables.verify("awari", 2, folder) is None
    assert complaint("tables", "build", "checkers", *given) == (
        "checkers cannot be built on an abacus"
    )
    with pytest.raises(ValueError, match='unknown device "loom", expected cpu or abacus'):
        builders.builder("loom")
