"""A program walked through the course format of its game, one numbered check after another.

Every check asks something that the format promises, and shows, where the answer is wrong, what was
sent, what came back, and which rule that broke.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hopsow.arena.contest import Task, command, program_seat
from hopsow.arena.folders import folder
from hopsow.arena.limits import Clock, Limits
from hopsow.arena.program import Program
from hopsow.arena.sandbox import Sandbox
from hopsow.arena.seats import HalmaFilesSeat, ProgramSeat
from hopsow.arena.stopwatch import Exchange
from hopsow.arena.verdicts import Fault, Verdict
from hopsow.games import Position, parse, start
from hopsow.protocols import checkers as checkers_pipe
from hopsow.records import Record

CPU_S = 2.0
TINY_S = 0.01
FRACTION_S = 1.2345678901234567
LIMITS = Limits(cpu_move=CPU_S).with_wall()


@dataclass(frozen=True)
class Finding:
    """What a check found; `problem` is None where the program did as it should."""

    number: int
    title: str
    problem: str | None = None
    verdict: str | None = None
    sent: str | None = None
    received: str | None = None
    stderr: str = ""


class Examiner:
    """Asks one program. Each question goes to a fresh program in an empty folder."""

    def __init__(self, spec: str, game: str, sandbox: Sandbox, limits: Limits = LIMITS) -> None:
        self.spec, self.game, self.sandbox, self.limits = spec, game, sandbox, limits
        self.exchange = Exchange()
        self.stderr = ""

    def examine(self) -> Iterator[Finding]:
        """All checks of the program's protocol."""
        if self.spec.startswith("ugi:"):
            checks = UGI_CHECKS
        else:
            checks = {"halma": HALMA_CHECKS, "checkers": CHECKERS_CHECKS}[self.game]
        for number, (title, check) in enumerate(checks, 1):
            self.exchange, self.stderr = Exchange(), ""
            try:
                check(self)
                yield Finding(number, title)
            except Fault as fault:
                kept = self.exchange
                yield Finding(
                    *(number, title, fault.reason, fault.verdict.value),
                    *(kept.sent, kept.received, self.stderr),
                )

    def ask(
        self,
        *positions: Position,
        mode: str | None = None,
        seconds: float | None = None,
        moves: tuple[str, ...] = (),
    ) -> None:
        """Ask for a legal move in each of the positions, in one game."""
        task = Task(self.game, (self.spec, "random"), mode=mode, limits=self.limits)
        with folder() as path:
            seat = program_seat(task, self.spec, path / "A", self.sandbox)
            if seconds is not None and isinstance(seat, HalmaFilesSeat):
                seat.told = seconds
            try:
                seat.sit()
                for position in positions:
                    record = Record(self.game, position.rules, position)
                    for move in moves:
                        record.play(move)
                    seat.ask(record, Clock(self.limits))
            finally:
                self._leave(seat)

    def _leave(self, seat: ProgramSeat) -> None:
        self.exchange = seat.exchange
        seat.program.close()
        self.stderr = seat.program.stderr.decode(errors="replace")

    def converse(self, words: tuple[str, ...], talk: Callable[[Program], None]) -> None:
        """Start the program with more words on its command line, and talk to it directly."""
        with folder() as path:
            argv = [*command(self.spec), *words]
            program = Program(argv, path, self.limits, self.sandbox)
            try:
                program.launch(CPU_S)
                talk(program)
            finally:
                program.close()
                self.stderr = program.stderr.decode(errors="replace")

    def send(self, program: Program, text: str) -> None:
        """Send, and remember what was sent."""
        self.exchange.sent = (self.exchange.sent or "") + text
        program.send(text.encode())

    def hear(self, program: Program) -> str:
        """A line from the program."""
        line = program.read_line(Clock(self.limits)).decode(errors="replace")
        self.exchange.received = (self.exchange.received or "") + line
        return line

    def expect_exit(self, program: Program, why: str) -> None:
        """Wait for the end, with status 0."""
        begun = time.monotonic()
        try:
            status = program.wait_exit(Clock(self.limits))
        except Fault as fault:
            waited = f"still there after {time.monotonic() - begun:.0f} s"
            raise Fault(
                fault.verdict, f"{why}: expected the end of the program, {waited}"
            ) from None
        if status != 0:
            raise Fault(Verdict.CRASH, f"{why}: ended with status {status}, expected 0")


Check = tuple[str, Callable[[Examiner], None]]


def _halma(text: str) -> Position:
    return parse("halma", text)


HALMA_START = start("halma")
HALMA_WHITE = start("halma", first="white")
# One man left in the camp, and every way out of it is a chain of at least three jumps.
HALMA_CHAIN = _halma(
    "1b4b9/b1w2w10/wb1w1bbb8/5b1b8/4w1bb8/bbb1wbb9/2w2b1w8/b3b11/16/16/6w2w2ww2/5w10/3w9w2/2w3w9/"
    "13ww1/16 b"
)
# No man can leave the camp in one play: one of them must move further from the corner.
HALMA_INSIDE = _halma(
    "b1w2b10/16/3w3b8/w15/3w12/wbb2b1w8/2b7bbb3/4w1w1b3bb2/8bb6/8bbbb4/5w10/3w8w1w1/5w1w5w2/"
    "2w5w2w4/9w6/16 b"
)
# A man in the camp is shut in: the others are free to move.
HALMA_SHUT_IN = _halma(
    "w4w10/w2wbbw9/4bbb9/3bb1bb8/7b8/1wb3wb8/2bb3b8/bb3wbb8/16/16/5w1w4ww2/2w13/6w1w1w5/8w7/"
    "4w3w7/16 b"
)
# All but one man at home: men in the opposing camp must not leave it.
HALMA_END = _halma(
    "wwww12/wwww12/www13/ww14/w15/2w13/2w13/3w12/16/5w1w8/8b7/14bb/13bbb/12bbb1/11bbbbb/11bbbbb b"
)

HALMA_CHECKS: list[Check] = [
    ("the start position as BLACK, GAME", lambda e: e.ask(HALMA_START, mode="GAME")),
    ("the start position as WHITE, GAME", lambda e: e.ask(HALMA_WHITE, mode="GAME")),
    ("the start position, SINGLE", lambda e: e.ask(HALMA_START, mode="SINGLE")),
    ("a tiny time of 0.01 seconds", lambda e: e.ask(HALMA_START, mode="SINGLE", seconds=TINY_S)),
    ("a time with decimals", lambda e: e.ask(HALMA_START, mode="GAME", seconds=FRACTION_S)),
    ("men in the camp must leave it, by a chain of jumps", lambda e: e.ask(HALMA_CHAIN)),
    ("nobody can leave the camp: further from the corner", lambda e: e.ask(HALMA_INSIDE)),
    ("a man shut in the camp: any other man", lambda e: e.ask(HALMA_SHUT_IN)),
    ("men in the opposing camp stay there", lambda e: e.ask(HALMA_END)),
    ("two moves of one game, started anew for each", lambda e: e.ask(HALMA_START, HALMA_WHITE)),
]


def _checkers(text: str) -> Position:
    return parse("checkers", text)


CHECKERS_START = start("checkers")
LINE = checkers_pipe.write(checkers_pipe.PipeState(CHECKERS_START, "begin"))


def _init(examiner: Examiner) -> None:
    """With `init` the program speaks first, and plays white."""

    def talk(program: Program) -> None:
        line = examiner.hear(program)
        if line.split() != LINE.split():
            raise Fault(Verdict.BAD_FORMAT, f"expected {LINE.strip()}")
        after = checkers_pipe.after(CHECKERS_START, CHECKERS_START.move("11-15"))
        examiner.send(program, checkers_pipe.write(after))
        _legal(examiner.hear(program), after.position)

    examiner.converse(("init",), talk)


def _legal(line: str, position: Position) -> None:
    try:
        checkers_pipe.parse_answer(line, position)
    except ValueError as error:
        raise Fault(Verdict.ILLEGAL_MOVE, str(error)) from None


def _ends(text: str) -> Callable[[Examiner], None]:
    """A side that cannot move, or has no plies left, says so and ends."""
    position = _checkers(text)

    def check(examiner: Examiner) -> None:
        def talk(program: Program) -> None:
            state = checkers_pipe.PipeState(position, "null")
            examiner.send(program, checkers_pipe.write(state))
            expected = checkers_pipe.write(checkers_pipe.end(position))
            if examiner.hear(program).split() != expected.split():
                raise Fault(Verdict.BAD_FORMAT, f"expected {expected.strip()}")
            examiner.expect_exit(program, "after its end marker")

        examiner.converse((), talk)

    return check


def _reads_end(examiner: Examiner) -> None:
    def talk(program: Program) -> None:
        examiner.send(program, ".....w............w...W.....w... -3 w 50\n")
        examiner.expect_exit(program, "after reading an end marker")

    examiner.converse((), talk)


def _end_of_input(examiner: Examiner) -> None:
    def talk(program: Program) -> None:
        program.close_input()
        examiner.expect_exit(program, "at the end of its input")

    examiner.converse((), talk)


CHECKERS_CHECKS: list[Check] = [
    ("the start position as red", lambda e: e.ask(CHECKERS_START)),
    ("a reply as white", lambda e: e.ask(CHECKERS_START, moves=("11-15",))),
    ("init: prints the start line and plays white", _init),
    ("several moves of one game", lambda e: e.ask(CHECKERS_START, CHECKERS_START.play("9-13"))),
    ("a capture is mandatory", lambda e: e.ask(_checkers("B:W18,30:B14,1"))),
    ("a double jump is finished", lambda e: e.ask(_checkers("W:W22,31:B18,10"))),
    ("a king jumps backward", lambda e: e.ask(_checkers("W:WK7,31:B10,18,19"))),
    ("crowning ends the turn", lambda e: e.ask(_checkers("W:W11,31:B8,7,12"))),
    ("a man is crowned by a step", lambda e: e.ask(_checkers("B:W9:B25"))),
    ("one ply is left before the draw", lambda e: e.ask(_checkers("B:WK32:BK1,K5:H49"))),
    ("red without moves says that white has won", _ends("B:W9,14:B5")),
    ("white without men says that red has won", _ends("W:W:B5")),
    ("counter 0 is a draw", _ends("B:WK32:BK1:H50")),
    ("ends after reading an end marker", _reads_end),
    ("ends at the end of its input", _end_of_input),
]


def _ugi_two(examiner: Examiner) -> None:
    first = start(examiner.game)
    examiner.ask(first, first.play(first.legal_moves[0]))


def _ugi_moves(examiner: Examiner) -> None:
    position, moves = start(examiner.game), []
    for _ in range(4):
        moves.append(str(position.legal_moves[-1]))
        position = position.play(moves[-1])
    examiner.ask(start(examiner.game), moves=tuple(moves))


UGI_CHECKS: list[Check] = [
    ("the start position", lambda e: e.ask(start(e.game))),
    ("a position after some moves", _ugi_moves),
    ("two positions of one game", _ugi_two),
]
