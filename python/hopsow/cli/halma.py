"""`hopsow halma`: the agent of the Halma course, a process for each move.

All of the process counts as its time, so the clock is read from the start of the interpreter. The
positions of the game, which the rules of repetition ask for, are kept in `playdata.txt`, and in its
last line the seconds that were left before a move and those of its search: with the next input they
tell what else a move costs by the referee's clock. Without that file, or with another game's, the
agent plays from the board alone.
"""

from __future__ import annotations

import os
from time import process_time

from hopsow.cli.thinking import Thinker
from hopsow.engine.budget import Clock, share
from hopsow.files import open_regular, write_atomically
from hopsow.games import Position, parse
from hopsow.protocols.halma import SIZE, HalmaTask, parse_input, write_output

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
EXIT_S = 0.008
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
    earlier, cost = _earlier(diary, task) if task.mode == "GAME" else ([], 0.0)
    limit, soft = _budget(task, max(process_time() + EXIT_S, cost))
    begun = process_time()
    thinker = Thinker("halma", limit, plays_by_book)
    move = thinker.best_move([*earlier, task.position], limit, soft)
    searched = process_time() - begun
    assert move is not None, "a game that is not over has a move"
    write_atomically(os.path.join(folder, "output.txt"), write_output(move), durable=False)
    if task.mode == "GAME":
        positions = [*earlier, task.position, task.position.play(move)]
        _remember(diary, positions, f"{task.seconds} {searched}")
    return 0


def _task(path: str) -> HalmaTask:
    try:
        with open_regular(path) as file:
            text = file.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            raise ValueError(f"found more than {MOST_BYTES} bytes, expected 19 lines")
        return parse_input(text)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _budget(task: HalmaTask, overhead: float) -> tuple[float, float]:
    """Seconds of search, and the share of them after which no deeper one begins.

    `overhead` is what a move takes beside its search.
    """
    clock = Clock(left=task.seconds) if task.mode == "GAME" else Clock(move=task.seconds)
    budget = share(task.position, clock, overhead=overhead)
    assert budget is not None, "the clock has a limit"
    return budget


def _earlier(path: str, task: HalmaTask) -> tuple[list[Position], float]:
    """The positions before this one, and what the last move cost beside its search; if the file is
    of this game: a play leads from it to here.
    """
    try:
        with open_regular(path) as file:
            *rows, times = file.read(MOST_BYTES).decode().splitlines()
        left, searched = map(float, times.split())
        positions = [parse("halma", row, task.position.rules) for row in rows[-MAX_POSITIONS:]]
        cost, after = left - task.seconds - searched, positions[-1]
        if _leads(after, task.position) and cost < float("inf"):  # and a number
            return positions, cost
    except (OSError, ValueError, IndexError):
        pass
    return [], 0.0


def _leads(before: Position, after: Position) -> bool:
    """Whether a move leads from one position to the other; a ValueError says that it is illegal."""
    now = after.cells
    changed = [at for at, cell in enumerate(before.cells) if cell != now[at]]
    changed.sort(key=lambda at: now[at] != ".")  # a move leaves its first square empty
    start, *ends = (f"{at % SIZE},{at // SIZE}" for at in changed)
    return len(ends) == 1 and before.play(f"{start}-{ends[0]}") == after


def _remember(path: str, positions: list[Position], times: str) -> None:
    """Keep positions and times if that is possible: the move stands in any case."""
    rows = "".join(f"{position}\n" for position in positions[-MAX_POSITIONS:])
    try:  # noqa: SIM105 (contextlib takes a millisecond to import)
        write_atomically(path, f"{rows}{times}\n", durable=False)
    except OSError:
        pass
