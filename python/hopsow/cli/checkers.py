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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hopsow.cli.seats import Choose
    from hopsow.games import Move, Position

HELP = """\
usage: hopsow checkers [init] [verbose] [fast] [AGENT]

Read positions from standard input, one on each line, and answer with the position after a move.

  init     print the start position first, and play white
  verbose  draw every position on standard error
  fast     a tenth of a second of CPU time for each move instead of one second
  AGENT    who answers (default: the engine): random, engine:level=3, py:MODULE:CLASS,
           a command in the course's format, ...

examples:
  hopsow checkers < states.txt
  hopsow checkers engine:level=3 < states.txt
  mkfifo pipe; hopsow checkers init verbose fast < pipe | hopsow checkers fast > pipe
"""

GAME = "checkers"
WORDS = ("init", "verbose", "fast")
SECONDS, FAST_SECONDS = 1.0, 0.1
EXIT_S = 0.015  # what writing the answer takes, and perhaps ending the interpreter
MOST_BYTES = 1 << 10  # a line has some 60


def run(argv: list[str]) -> int:
    """Answer lines until the game or the input ends."""
    if argv in (["-h"], ["--help"]):
        print(HELP, end="")
        return 0
    agents = [word for word in argv if word not in WORDS]
    if len(agents) > 1:
        expected = "init, verbose, fast and one agent, a command of several words quoted"
        raise ValueError(f"found {' '.join(agents)!r}, expected {expected}")
    seconds = FAST_SECONDS if "fast" in argv else SECONDS
    is_verbose, begins = "verbose" in argv, "init" in argv
    if agents:
        _play_guest(agents[0], seconds, is_verbose, begins)
    else:
        Pipe(Player(seconds), is_verbose).play(begins)
    return 0


class Pipe:
    """One game on standard input and output."""

    def __init__(self, player: Player | Guest, is_verbose: bool) -> None:
        self.player = player
        self.is_verbose = is_verbose
        self.lines = 0

    def play(self, begins: bool) -> None:
        """Answer until an end is read or written, the input ends, or SIGTERM comes."""
        if begins:
            self._write(PipeState(start(GAME, checkers_pipe.RULES), "begin"))
        while not self.player.is_told_to_end and (state := self._read()) is not None:
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
            raise ParseError(error.why, self.lines, error.column) from None
        self._draw(state)
        return state

    def _answer(self, state: PipeState) -> PipeState:
        position = state.position
        if position.outcome is not None:
            return checkers_pipe.end(position)
        return checkers_pipe.after(position, self.player.choose(position))

    def _write(self, state: PipeState) -> None:
        sys.stdout.write(checkers_pipe.write(state))
        sys.stdout.flush()
        self.player.answered()
        self._draw(state)

    def _draw(self, state: PipeState) -> None:
        if self.is_verbose:
            from hopsow import draw

            text = f"{state.last}\n{draw.text(state.position)}\n\n"
            sys.stderr.write(text)
            sys.stderr.flush()


class Player:
    """The engine, which answers within so many seconds of CPU time."""

    def __init__(self, seconds: float) -> None:
        self.clock = Clock(move=seconds)
        self.thinker = Thinker(GAME, seconds, plays_by_book=False)
        self.answered_at = 0.0  # in CPU time: starting the interpreter counts for the first move

    def choose(self, position: Position) -> Move:
        """The best move that is found in time."""
        budget = share(position, self.clock, process_time() - self.answered_at + EXIT_S)
        assert budget is not None, "the clock has a limit"
        move = self.thinker.best_move([position], *budget)
        assert move is not None, "a game that is not over has a move"
        return move

    @property
    def is_told_to_end(self) -> bool:
        """Whether SIGTERM has come."""
        return self.thinker.is_told_to_end

    def answered(self) -> None:
        """From here on time counts for the next move."""
        self.answered_at = process_time()


class Guest:
    """Another agent; in a process of its own it is judged as in a match."""

    is_told_to_end = False

    def __init__(self, choose: Choose) -> None:
        self._choose = choose

    def choose(self, position: Position) -> Move:
        """Its move."""
        from hopsow.arena.verdicts import Fault
        from hopsow.records import Record

        try:
            return self._choose(Record(GAME, None, position))
        except Fault as fault:
            raise ValueError(f"{fault.verdict.value}: {fault.reason}") from None

    def answered(self) -> None:
        """Its own clock is charged for its moves alone."""


def _play_guest(text: str, seconds: float, is_verbose: bool, begins: bool) -> None:
    from contextlib import ExitStack

    from hopsow.arena.contest import entrants
    from hopsow.cli.seats import HUMAN, chooser

    if text.partition(":")[0] == HUMAN:
        raise ValueError("the agent human needs the input that positions are read from")
    try:
        spec = entrants.named(text, GAME)
    except ValueError as error:
        if text.isalpha():
            error = ValueError(f"found {text!r}, expected {', '.join(WORDS)} or an agent; {error}")
        raise error from None
    with ExitStack() as stack:
        guest = Guest(chooser(spec, start(GAME), stack, seconds, is_told=True))
        Pipe(guest, is_verbose).play(begins)
