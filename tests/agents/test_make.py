"""Agents by name: what each text makes, and the sentence that a wrong one earns."""

import random
import subprocess
import sys
from pathlib import Path

import hopsow
import pytest
from hopsow import Move, Position, agents
from hopsow.agents import Agent, Clock

SPECS = [
    "random",
    "random:seed=7",
    "greedy",
    "minimax",
    "minimax:depth=1",
    "mcts:simulations=30",
    "engine:nodes=500",
]


def played(agent: Agent, position: Position, plies: int, seed: int = 0) -> list[Move]:
    """The agent's moves against a random opponent."""
    opponent = random.Random(seed)
    moves: list[Move] = []
    earlier: list[Position] = []
    for ply in range(plies):
        if position.outcome_after(earlier) is not None:
            break
        if ply % 2:
            move = opponent.choice(position.legal_moves)
        else:
            move = agent.choose(position, Clock(earlier=earlier))
            assert move in position.legal_moves
            moves.append(move)
        earlier.append(position)
        position = position.play(move)
    return moves


@pytest.mark.parametrize("game", hopsow.GAMES)
@pytest.mark.parametrize("spec", SPECS)
def test_every_agent_plays_every_game(spec: str, game: str) -> None:
    assert played(agents.make(spec, game), hopsow.start(game), 20)


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_same_seed_same_moves(game: str) -> None:
    one, two, other = (
        played(agents.make(f"random:seed={seed}", game), hopsow.start(game), 20)
        for seed in (1, 1, 2)
    )
    assert one == two != other


def test_random_without_a_seed_differs_from_game_to_game() -> None:
    games = {tuple(played(agents.make("random", "halma"), hopsow.start("halma"), 20)) for _ in "12"}
    assert len(games) == 2


def test_greedy_takes_the_most_stones() -> None:
    position = hopsow.parse("awari", "4-0-4-0-0-1-1-2-1-4-0-0-12-19-S")
    gains = {
        move: position.play(move).stones[12] - position.stones[12] for move in position.legal_moves
    }
    assert max(gains.values()) > 0
    assert gains[agents.make("greedy", "awari").choose(position, Clock())] == max(gains.values())


def test_minimax_sees_the_reply_that_greedy_walks_into() -> None:
    # 18-15 offers a man for nothing; any other move keeps it.
    position = hopsow.parse("checkers", "W:W18,25:B3,8")
    best = hopsow.minimax(position, 2)
    assert agents.make("minimax:depth=2", "checkers").choose(position, Clock()) == best


class Scripted:
    """An agent from elsewhere."""

    def __init__(self, index: str = "0") -> None:
        self.index = int(index)

    def choose(self, position: Position, clock: Clock) -> Move:
        return position.legal_moves[self.index]


class Mute:
    """No agent."""


def test_python_class_by_module_and_name() -> None:
    position = hopsow.start("awari")
    agent = agents.make(f"py:{__name__}:Scripted", "awari")
    assert agent.choose(position, Clock()) == position.legal_moves[0]
    agent = agents.make(f"py:{__name__}:Scripted:index=5", "awari")
    assert agent.choose(position, Clock()) == position.legal_moves[5]


MODULE = """
class Last:
    def choose(self, position, clock):
        return position.legal_moves[-1]
"""
ENTRY_POINTS = "[hopsow.agents]\nlast = last_agent:Last\nrandom = last_agent:Last\n"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package that registers agents, one of them under a name that is taken."""
    (tmp_path / "last_agent.py").write_text(MODULE)
    (tmp_path / "last_agent-1.dist-info").mkdir()
    (tmp_path / "last_agent-1.dist-info" / "METADATA").write_text("Name: last_agent\nVersion: 1\n")
    (tmp_path / "last_agent-1.dist-info" / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.usefixtures("package")
def test_packages_register_agents_but_cannot_take_a_name() -> None:
    position = hopsow.start("checkers")
    assert agents.make("last", "checkers").choose(position, Clock()) == position.legal_moves[-1]
    assert agents.names()[: len(agents.KINDS) + 1] == [*agents.KINDS, "last"]
    assert agents.names().count("random") == 1
    assert type(agents.make("random", "checkers")).__name__ != "Last"


def test_module_in_the_current_directory_is_found(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MODULE)
    code = "from hopsow import agents; agents.make('py:mine:Last', 'awari')"
    subprocess.run([sys.executable, "-P", "-c", code], cwd=tmp_path, check=True, timeout=60)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        (
            "",
            'unknown agent "", expected one of random, greedy, minimax, mcts, engine, human',
        ),
        ("deepblue:depth=3", 'unknown agent "deepblue:depth=3", expected one of random'),
        ("ugi:java -cp . Main", '"ugi:java -cp . Main" is a program: only the arena plays it'),
        ("random:seed=-1", 'the agent random: seed: found "-1", expected a whole number from 0'),
        ("random:depth=2", 'the agent random has no option "depth", expected seed'),
        ("greedy:depth=2", 'the agent greedy has no option "depth", expected no options'),
        ("minimax:3", 'found "3" in the name of an agent, expected KEY=VALUE'),
        (f"greedy:{'x' * 40}", f'found "{"x" * 40}" in the name of an agent'),
        ("minimax:depth=0", 'depth: found "0", expected a whole number from 1 to 100'),
        ("minimax:depth=٣", "depth: found"),
        ("minimax:depth=2:depth=3", 'found "depth=3", but depth has already been given'),
        ("engine:time=nan", 'time: found "nan", expected a positive number of seconds'),
        ("engine:time=0", 'time: found "0", expected a positive number of seconds'),
        ("human:name=x", "the agent human has no option"),
        ("py:os", 'found "py:os", expected py:MODULE:CLASS'),
        ("py:no_such_module:Agent", "No module named 'no_such_module'"),
        ("py:os:Agent", 'the module has no "Agent"'),
        (f"py:{__name__}:Mute", "has no choose(position, clock)"),
        (f"py:{__name__}:Scripted:speed=1", "cannot be created"),
    ],
)
def test_wrong_text_earns_a_sentence(spec: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$") as error:
        agents.make(spec, "awari")
    assert sentence in str(error.value)


def test_unknown_game_earns_a_sentence() -> None:
    with pytest.raises(ValueError, match='unknown game "chess", expected halma, checkers or awari'):
        agents.make("random", "chess")


@pytest.mark.parametrize(
    ("game", "text", "move"),
    [
        ("awari", "1-0-0-0-0-1-2-0-0-1-0-0-22-21-S", "F"),
        ("checkers", "W:W22,32:B18,11,1", "22x15x8"),
    ],
)
def test_tree_search_takes_what_wins(game: str, text: str, move: str) -> None:
    agent = agents.make("mcts:simulations=200:seed=1", game)
    assert str(agent.choose(hopsow.parse(game, text), Clock())) == move


def test_tree_search_beats_chance() -> None:
    won = 0
    for seed in range(4):
        player, opponent = (
            agents.make(f"mcts:simulations=100:seed={seed}", "awari"),
            agents.make(f"random:seed={seed}", "awari"),
        )
        record = hopsow.Record("awari")
        while record.outcome is None:
            mover = player if record.position.to_move == "south" else opponent
            record.play(mover.choose(record.position, Clock()))
        won += record.outcome.winner == "south"
    assert won == 4


def test_tree_search_has_nothing_to_choose_in_a_finished_game() -> None:
    position = hopsow.parse("awari", "0-0-0-0-0-0-0-0-0-0-0-0-20-28-S")
    with pytest.raises(ValueError, match="the game is over"):
        agents.make("mcts", "awari").choose(position, Clock())
