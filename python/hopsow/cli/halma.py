"""`hopsow halma`: the agent of the Halma course, a process for each move.

All of the process counts as its time, so the clock is read from the start of the interpreter. What
the rules of repetition want to know of the game is kept in `playdata.txt`; without that file, or
with another game's, the agent plays from the board alone.
"""

from __future__ import annotations

import os
from stat import S_ISREG
from time import process_time

from hopsow.cli.thinking import Thinker
from hopsow.engine.budget import Clock, share
from hopsow.errors import ParseError
from hopsow.files import write_atomically
from hopsow.games import Position, parse
from hopsow.protocols.halma import HalmaTask, parse_input, write_output

HELP = """\
usage: hopsow halma [--no-book] [DIR]

Read DIR/input.txt, choose a move within the CPU time it allows, and write DIR/output.txt
(default: the current directory).

  --no-book  search the positions of the opening book, too

examples:
  hopsow halma
  hopsow halma game/
"""

NO_BOOK = "--no-book"
MOST_BYTES = 1 << 16  # an input.txt has some 300
# What writing the answer and ending the interpreter take, several times over.
EXIT_S = 0.015
MAX_POSITIONS = 60  # positions in playdata.txt


def run(argv: list[str]) -> int:
    """Answer one `input.txt`."""
    if argv in (["-h"], ["--help"]):
        print(HELP, end="")
        return 0
    plays_by_book = NO_BOOK not in argv
    argv = [word for word in argv if word != NO_BOOK]
    if len(argv) > 1:
        raise ValueError(f"found {len(argv)} arguments, expected at most a directory")
    folder = argv[0] if argv else ""
    task = _task(os.path.join(folder, "input.txt"))
    if task.position.outcome is not None:
        raise ValueError(f"input.txt: the game is over, {task.position.outcome.reason}")
    diary = os.path.join(folder, "playdata.txt")
    earlier = _earlier(diary, task.position) if task.mode == "GAME" else []
    limit, soft = _budget(task)
    thinker = Thinker("halma", limit, plays_by_book)
    move = thinker.best_move([*earlier, task.position], limit, soft)
    assert move is not None, "a game that is not over has a move"
    write_atomically(os.path.join(folder, "output.txt"), write_output(move))
    if task.mode == "GAME":
        _remember(diary, [*earlier, task.position, task.position.play(move)])
    return 0


def _task(path: str) -> HalmaTask:
    # A pipe of that name would be waited for until somebody writes to it.
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
        if not S_ISREG(os.fstat(file.fileno()).st_mode):
            raise ValueError(f"{path}: expected a file")
        text = file.read(MOST_BYTES + 1)
    if len(text) > MOST_BYTES:
        raise ValueError(f"{path}: found more than {MOST_BYTES} bytes, expected 19 lines")
    try:
        return parse_input(text)
    except ParseError as error:
        raise ValueError(f"{path}: {error}") from None


def _budget(task: HalmaTask) -> tuple[float, float]:
    """Seconds of search, and the share of them after which no deeper one begins."""
    clock = Clock(left=task.seconds) if task.mode == "GAME" else Clock(move=task.seconds)
    budget = share(task.position, clock, overhead=process_time() + EXIT_S)
    assert budget is not None, "the clock has a limit"
    return budget


def _earlier(path: str, position: Position) -> list[Position]:
    """The positions before this one, if the file is of this game: a play leads from it to here."""
    try:
        with open(path, "rb") as file:
            rows = file.read(MOST_BYTES).decode().splitlines()[-MAX_POSITIONS:]
        positions = [parse("halma", row, position.rules) for row in rows]
        after = positions[-1]
        is_this_game = any(after.play(move) == position for move in after.legal_moves)
        return positions if is_this_game else []
    except (OSError, ValueError, IndexError):
        return []


def _remember(path: str, positions: list[Position]) -> None:
    """Keep the positions if that is possible: the move stands in any case."""
    try:  # noqa: SIM105 (contextlib takes a millisecond to import)
        write_atomically(path, "".join(f"{position}\n" for position in positions[-MAX_POSITIONS:]))
    except OSError:
        pass
