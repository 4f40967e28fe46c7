"""`hopsow awari`: the launcher of the Awari course, two players on a board."""

from __future__ import annotations

import sys

from hopsow.agents import KINDS, PROGRAMS, make
from hopsow.agents.engine import EngineAgent
from hopsow.agents.options import MAX_DEPTH, seconds, whole
from hopsow.agents.simple import MinimaxAgent
from hopsow.arena.contest import entrants
from hopsow.cli.seats import HUMAN
from hopsow.cli.terminal import CPU_S, TextGame
from hopsow.files import open_regular
from hopsow.games import Position, start
from hopsow.protocols import awari as awari_setup
from hopsow.records import Record

HELP = """\
usage: hopsow awari [--text | --no-browser] [--cpu S] [P1 P2 BOARD [MAXDEPTH]]

Play Awari. P1 is South and moves first. Without arguments two people play on the default board.
People play in the browser, or through standard input if that is not a terminal.

  P1, P2        agents: human (or HumanPlayer), random, greedy, minimax:depth=6, engine,
                py:MODULE:CLASS, ...; a command such as "java Main" speaks the engine protocol
  BOARD         a set-up file: stores of P1 and P2, pits of the top row, pits of the bottom row
  MAXDEPTH      the greatest search depth in plies, of built-in players and of classes of one's
                own that take a keyword depth
  --text        stay in the terminal, where undo, hint, resign and quit can be typed
  --no-browser  serve the board, and only print its address
  --cpu S       CPU time of a program or a class of one's own for each move in the terminal
                (default: 5); one that uses more, raises an error or plays no legal move loses

examples:
  hopsow awari
  hopsow awari human engine:level=4 board.txt
  hopsow awari minimax:depth=8 engine board.txt 12
  hopsow awari ./mine greedy board.txt
"""

TEXT, NO_BROWSER = FLAGS = ("--text", "--no-browser")
CPU = "--cpu"
HUMANS = (HUMAN, "HumanPlayer")  # the second is S5.10's name for a person
MOST_BYTES = 1 << 16  # a set-up file has some 30


def run(argv: list[str]) -> int:
    """Play a game to its end."""
    if argv in (["-h"], ["--help"]):
        print(HELP, end="")
        return 0
    argv, cpu = _cpu(argv)
    flags, words = [word for word in argv if word in FLAGS], [w for w in argv if w not in FLAGS]
    if len(words) not in (0, 3, 4):
        raise ValueError(f"found {len(words)} arguments, expected none or P1 P2 BOARD [MAXDEPTH]")
    position = _board(words[2]) if words else start("awari")
    depth = _depth(words[3]) if len(words) == 4 else None
    names = [_named(text, depth) for text in words[:2]] or [HUMAN, HUMAN]
    record = Record("awari", None, position)
    if _wants_board(flags, names):
        return _open(record, names, NO_BROWSER in flags)
    TextGame(record, names, cpu).play()
    south, north = record.position.stones[12:]
    print(f"{south} : {north}")
    return 0


def _wants_board(flags: list[str], names: list[str]) -> bool:
    """Whether a person is to play who sits at a terminal, or asks for an address."""
    if HUMAN not in names or TEXT in flags:
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


def _cpu(argv: list[str]) -> tuple[list[str], float]:
    """The arguments without `--cpu S`, and its seconds."""
    if CPU not in argv:
        return argv, CPU_S
    at = argv.index(CPU)
    try:
        return argv[:at] + argv[at + 2 :], seconds("".join(argv[at + 1 : at + 2]))
    except ValueError as error:
        raise ValueError(f"{CPU}: {error}") from None


def _depth(text: str) -> int:
    try:
        return whole(1, MAX_DEPTH)(text)
    except ValueError as error:
        raise ValueError(f"MAXDEPTH: {error}") from None


def _named(text: str, depth: int | None) -> str:
    """The agent that a text names, searching no deeper than it is allowed to."""
    if text in HUMANS:
        return HUMAN
    spec = entrants.named(text, "awari")
    kind, *options = spec.split(":")
    if depth is None or kind in PROGRAMS:
        return spec
    if kind not in KINDS or kind == entrants.CLASS:  # its process finds out whether it has a depth
        is_given = any(word.startswith("depth=") for word in options)
        return spec if is_given else f"{spec}:depth?={depth}"
    agent = make(spec, "awari")
    if kind == "greedy" or not isinstance(agent, MinimaxAgent | EngineAgent):
        return spec
    others = [word for word in options if not word.startswith("depth=")]
    return ":".join([kind, *others, f"depth={min(depth, agent.depth or depth)}"])
