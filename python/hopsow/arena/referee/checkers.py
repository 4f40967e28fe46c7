"""A program in the format of the checkers course: it reads states and answers them, a line each,
for the whole game."""

from __future__ import annotations

import re

from hopsow.arena.limits import FOREVER
from hopsow.arena.process.program import Allowance, Program
from hopsow.arena.referee.clocks import Clock
from hopsow.arena.referee.programs import ProgramSeat, shown
from hopsow.arena.referee.seat import Played, read_move
from hopsow.arena.verdicts import Fault, Verdict
from hopsow.games import Outcome, Position
from hopsow.protocols import checkers as checkers_pipe
from hopsow.records import Record

SPEAKS = "cmd"  # what a program speaks unless it says otherwise


# Between squares; a jump over so many pieces has as many x.
MOVE = re.compile(r"\b\d+(?:-\d+|(?:x\d+)+)\b")
NOT_HERE = "; only answers belong on standard output, everything else on standard error"


def is_state(line: bytes) -> bool:
    """Whether a line begins as an answer does, with a board."""
    return len(line.split(b" ", 1)[0]) == checkers_pipe.CELLS


def pipe_move(move: str, base: int = 0) -> str:
    """A move in the numbers of the pipe; squares are counted from 1, its cells from `base`."""
    squares = re.findall(r"\d+", move)
    cells = (str(int(square) - 1 + base) for square in squares)
    return "_".join([str(move.count("x")), *cells])


def check(rules: str | None) -> None:
    """Refuse rule sets of which the pipe knows nothing."""
    if rules not in (None, checkers_pipe.RULES):
        raise ValueError(f"the checkers pipe knows only the rules {checkers_pipe.RULES}")


class CourseSeat(ProgramSeat):
    """One process for the whole game."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.base = 0  # the dialect in which it numbers the cells

    def _answer(self, record: Record, clock: Clock, allowed: Allowance) -> bytes:
        program = self.program
        if not program.is_running and program.exit_status is None:
            # The process lives for the whole game, so the time of one move is no limit to it.
            program.launch(clock.limits.cpu_game or FOREVER)
        early = program.pending()
        if early:
            self.received(early)
            raise Fault(Verdict.BAD_FORMAT, f"answered before it was asked: {shown(early)}")
        program.send(self.sent(self._line(record)))
        line = self.received(program.read_line(allowed))
        program.meter.glance()
        more = program.pending()
        if more:
            self.received(line + more)
            reason = f"line 2: wrote more than one line: {shown(more)}"
            raise Fault(Verdict.BAD_FORMAT, reason + self._hint(line if is_state(more) else more))
        return line

    def _hint(self, line: bytes) -> str:
        return "" if is_state(line) else NOT_HERE

    def _translated(self, fault: Fault, answer: bytes) -> Fault:
        """The same fault, with what the programmer needs to understand it: a hint where the line is
        no answer at all, and moves as the pipe writes them."""
        hint = self._hint(answer)
        if fault.verdict is Verdict.ILLEGAL_MOVE:
            hint = "".join(
                f"; {move} is {pipe_move(move, self.base)} here"
                for move in dict.fromkeys(MOVE.findall(fault.reason))
            )
        return Fault(fault.verdict, fault.reason + hint)

    def _line(self, record: Record) -> str:
        last = str(record.moves[-1]) if record.moves else None
        state = checkers_pipe.asking(record.position, last)
        return checkers_pipe.write(state._replace(base=self.base))

    def _read(self, answer: bytes, position: Position) -> Played:
        def read() -> Played:
            played = checkers_pipe.parse_played(answer, position)
            assert not isinstance(played, Outcome), "the referee asks no side that cannot move"
            self.base = played.base
            return played.move, played.position

        try:
            return read_move(read, "the answer")
        except Fault as fault:
            raise self._translated(fault, answer) from None


def course_seat(program: Program, mode: str | None) -> ProgramSeat:
    """The seat of a program that speaks the format."""
    return CourseSeat(program)
