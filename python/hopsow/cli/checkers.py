"""`hopsow checkers`: the agent of the checkers course, a line in and a line out for each move."""

from __future__ import annotations

import sys
from time import process_time

from hopsow.cli.thinking import Thinker
from hopsow.engine.budget import Clock, share
from hopsow.errors import ParseError
from hopsow.games import start
from hopsow.protocols import checkers as checkers_pipe
from hopsow.protocols.checkers import PipeState

HELP = """\
usage: hopsow checkers [init] [verbose] [fast] [nobook]

Read positions from standard input, one on each line, and answer with the position after a move.

  init     print the start position first, and play white
  verbose  draw every position on standard error
  fast     a tenth of a second of CPU time for each move instead of one second
  nobook   search the positions of the opening book, too

examples:
  hopsow checkers < states.txt
  mkfifo pipe; hopsow checkers init verbose fast < pipe | hopsow checkers fast > pipe
"""

WORDS = ("init", "verbose", "fast", "nobook")
SECONDS, FAST_SECONDS = 1.0, 0.1
EXIT_S = 0.015  # what writing the answer takes, and perhaps ending the interpreter
MOST_BYTES = 1 << 10  # a line has some 60


def run(argv: list[str]) -> int:
    """Answer lines until the game or the input ends."""
    if argv in (["-h"], ["--help"]):
        print(HELP, end="")
        return 0
    for word in argv:
        if word not in WORDS:
            raise ValueError(f"found {word!r}, expected init, verbose, fast or nobook")
    seconds = FAST_SECONDS if "fast" in argv else SECONDS
    Pipe(seconds, "verbose" in argv, "nobook" not in argv).play(begins="init" in argv)
    return 0


class Pipe:
    """One game on standard input and output."""

    def __init__(self, seconds: float, is_verbose: bool, plays_by_book: bool = True) -> None:
        self.clock = Clock(move=seconds)
        self.is_verbose = is_verbose
        self.thinker = Thinker("checkers", seconds, plays_by_book)
        self.lines = 0
        self.answered_at = 0.0  # in CPU time: starting the interpreter counts for the first move

    def play(self, begins: bool) -> None:
        """Answer until an end is read or written, the input ends, or SIGTERM comes."""
        if begins:
            self._write(PipeState(start("checkers", checkers_pipe.RULES), "begin"))
        while not self.thinker.is_told_to_end and (state := self._read()) is not None:
            if state.is_end:
                return
            answer = self._answer(state)
            self._write(answer)
            if answer.is_end:
                return

    def _read(self) -> PipeState | None:
        """The next line, or None at the end of the input."""
        line = sys.stdin.buffer.readline(MOST_BYTES)
        if not line:
            return None
        self.lines += 1
        try:
            state = checkers_pipe.parse(line)
        except ParseError as error:
            raise ParseError(error.problem, self.lines, error.column) from None
        self._draw(state)
        return state

    def _answer(self, state: PipeState) -> PipeState:
        position = state.position
        if position.outcome is not None:
            return checkers_pipe.end(position)
        budget = share(position, self.clock, process_time() - self.answered_at + EXIT_S)
        assert budget is not None, "the clock has a limit"
        move = self.thinker.best_move([position], *budget)
        assert move is not None, "a game that is not over has a move"
        return checkers_pipe.after(position, move)

    def _write(self, state: PipeState) -> None:
        sys.stdout.write(checkers_pipe.write(state))
        sys.stdout.flush()
        self.answered_at = process_time()
        self._draw(state)

    def _draw(self, state: PipeState) -> None:
        if self.is_verbose:
            from hopsow import draw

            text = f"{state.last}\n{draw.text(state.position)}\n\n"
            sys.stderr.write(text)
            sys.stderr.flush()
