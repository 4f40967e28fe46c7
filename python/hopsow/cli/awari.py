"""`hopsow awari`: the launcher of the Awari course, two players on a board."""

from __future__ import annotations

import sys

from hopsow import agents, draw
from hopsow.agents import Clock
from hopsow.agents.engine import EngineAgent
from hopsow.agents.human import HumanAgent
from hopsow.agents.options import MAX_DEPTH, whole
from hopsow.agents.simple import MinimaxAgent
from hopsow.cli import colour
from hopsow.errors import ParseError
from hopsow.games import Position, start
from hopsow.protocols import awari as awari_setup
from hopsow.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hopsow.agents import Agent

HELP = """\
usage: hopsow awari [P1 P2 BOARD [MAXDEPTH]]

Play Awari. P1 is South and moves first. Without arguments two people play on the default board, in
the browser, or through standard input if that is not a terminal.

  P1, P2    agents: human (or HumanPlayer), random, greedy, minimax:depth=6, engine, ...
  BOARD     a set-up file: stores of P1 and P2, pits of the top row, pits of the bottom row
  MAXDEPTH  the greatest search depth of built-in players, in plies

examples:
  hopsow awari
  hopsow awari human engine:level=4 board.txt
  hopsow awari minimax:depth=8 engine board.txt 12
"""

HUMANS = ("human", "HumanPlayer")  # the second is S5.10's name for a person
MOST_BYTES = 1 << 16  # a set-up file has some 30


def run(argv: list[str]) -> int:
    """Play a game to its end."""
    if argv in (["-h"], ["--help"]):
        print(HELP, end="")
        return 0
    if not argv and sys.stdin is not None and sys.stdin.isatty():
        from hopsow.cli import play

        return play.run(["awari", "--people"])
    if len(argv) not in (0, 3, 4):
        raise ValueError(f"found {len(argv)} arguments, expected none or P1 P2 BOARD [MAXDEPTH]")
    position = _board(argv[2]) if argv else start("awari")
    depth = _depth(argv[3]) if len(argv) == 4 else None
    names = argv[:2] or ["human", "human"]
    players = {side: _player(name, depth) for side, name in zip(position.sides, names, strict=True)}
    _play(Record("awari", None, position), players)
    return 0


def _board(path: str) -> Position:
    with open(path, "rb") as file:
        text = file.read(MOST_BYTES + 1)
    try:
        return awari_setup.parse(text)
    except ParseError as error:
        raise ValueError(f"{path}: {error}") from None


def _depth(text: str) -> int:
    try:
        return whole(1, MAX_DEPTH)(text)
    except ValueError as error:
        raise ValueError(f"MAXDEPTH: {error}") from None


def _player(name: str, depth: int | None) -> Agent:
    if name in HUMANS:
        return HumanAgent(draws=False)
    agent = agents.make(name, "awari")
    if depth is not None and isinstance(agent, MinimaxAgent | EngineAgent):
        agent.depth = min(depth, agent.depth or depth)
    return agent


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
