"""`hopsow awari`: the launcher of the Awari course, two players on a board."""

from __future__ import annotations

import sys

from hopsow import agents, draw
from hopsow.agents import Clock
from hopsow.agents.engine import EngineAgent
from hopsow.agents.human import HumanAgent
from hopsow.agents.options import MAX_DEPTH, whole
from hopsow.agents.outside import takes
from hopsow.agents.simple import MinimaxAgent
from hopsow.cli import colour
from hopsow.files import open_regular
from hopsow.games import Position, start
from hopsow.protocols import awari as awari_setup
from hopsow.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hopsow.agents import Agent

HELP = """\
usage: hopsow awari [--text | --no-browser] [P1 P2 BOARD [MAXDEPTH]]

Play Awari. P1 is South and moves first. Without arguments two people play on the default board.
People play in the browser, or through standard input if that is not a terminal.

  P1, P2        agents: human (or HumanPlayer), random, greedy, minimax:depth=6, engine,
                py:MODULE:CLASS, ...
  BOARD         a set-up file: stores of P1 and P2, pits of the top row, pits of the bottom row
  MAXDEPTH      the greatest search depth in plies, of built-in players and of classes of one's
                own that take a keyword depth
  --text        stay in the terminal
  --no-browser  serve the board, and only print its address

examples:
  hopsow awari
  hopsow awari human engine:level=4 board.txt
  hopsow awari minimax:depth=8 engine board.txt 12
"""

TEXT, NO_BROWSER = FLAGS = ("--text", "--no-browser")
HUMANS = ("human", "HumanPlayer")  # the second is S5.10's name for a person
MOST_BYTES = 1 << 16  # a set-up file has some 30


def run(argv: list[str]) -> int:
    """Play a game to its end."""
    if argv in (["-h"], ["--help"]):
        print(HELP, end="")
        return 0
    flags, words = [word for word in argv if word in FLAGS], [w for w in argv if w not in FLAGS]
    if len(words) not in (0, 3, 4):
        raise ValueError(f"found {len(words)} arguments, expected none or P1 P2 BOARD [MAXDEPTH]")
    position = _board(words[2]) if words else start("awari")
    depth = _depth(words[3]) if len(words) == 4 else None
    names = ["human" if name in HUMANS else _capped(name, depth) for name in words[:2]]
    names = names or ["human", "human"]
    record = Record("awari", None, position)
    if _wants_board(flags, names):
        return _open(record, names, NO_BROWSER in flags)
    players = dict(zip(position.sides, map(_player, names), strict=True))
    _play(record, players)
    return 0


def _wants_board(flags: list[str], names: list[str]) -> bool:
    """Whether a person is to play who sits at a terminal, or asks for an address."""
    if "human" not in names or TEXT in flags:
        return False
    return NO_BROWSER in flags or (sys.stdin is not None and sys.stdin.isatty())


def _open(record: Record, names: list[str], no_browser: bool) -> int:
    from argparse import Namespace

    from hopsow.cli import play

    return play.open_game(Namespace(port=None, no_browser=no_browser), record, names)


def _board(path: str) -> Position:
    try:
        with open_regular(path) as file:
            return awari_setup.parse(file.read(MOST_BYTES + 1))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _depth(text: str) -> int:
    try:
        return whole(1, MAX_DEPTH)(text)
    except ValueError as error:
        raise ValueError(f"MAXDEPTH: {error}") from None


def _capped(spec: str, depth: int | None) -> str:
    """The agent of a text, searching no deeper than it is allowed to."""
    agent = agents.make(spec, "awari")
    words = [word for word in spec.split(":") if not word.startswith("depth=")]
    if depth is None or words[0] == "greedy":
        return spec
    if isinstance(agent, MinimaxAgent | EngineAgent):
        depth = min(depth, agent.depth or depth)
    elif not takes(spec, "depth") or len(words) < spec.count(":") + 1:
        return spec  # it knows no depth, or has been given one
    return ":".join([*words, f"depth={depth}"])


def _player(name: str) -> Agent:
    return HumanAgent(draws=False) if name == "human" else agents.make(name, "awari")


def _play(record: Record, players: dict[str, Agent]) -> None:
    _draw(record.position)
    while record.outcome is None:
        position = record.position
        player = players[position.to_move]
        move = player.choose(position, Clock(earlier=record.positions[:-1]))
        record.play(move)
        print(f"{len(record.moves)}. {position.to_move} plays {move}\n")
        _draw(record.position)
    south, north = record.position.stones[12:]
    winner = record.outcome.winner
    who = f"{winner} has won" if winner else "draw"
    print(f"{who}, {south} : {north}, {record.outcome.reason}")


def _draw(position: Position) -> None:
    print(f"{colour.drawing(draw.text(position))}\n", flush=True)
