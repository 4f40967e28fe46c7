"""A program walked through the course format of its game, one numbered check after another.

Every check asks something that the format promises, and shows, where the answer is wrong, what was
sent, what came back, and which rule that broke.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from hopsow.arena.contest import entrants
from hopsow.arena.contest.task import Task, program_seat
from hopsow.arena.limits import Limits
from hopsow.arena.process.folders import folder
from hopsow.arena.process.program import Allowance, Program
from hopsow.arena.process.sandbox import Sandbox
from hopsow.arena.referee.clocks import Clock, Exchange
from hopsow.arena.referee.programs import ProgramSeat
from hopsow.arena.verdicts import Fault, Verdict
from hopsow.games import Position, room, start
from hopsow.records import Record

CPU_S = 2.0
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
        for number, (title, check) in enumerate(self._checks(), 1):
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

    def _checks(self) -> Sequence[Check]:
        if self.spec.startswith("ugi:"):
            return UGI_CHECKS
        checks: Sequence[Check] = room("hopsow.arena.course", self.game).CHECKS
        return checks

    def ask(
        self,
        *positions: Position,
        mode: str | None = None,
        seconds: float | None = None,
        moves: tuple[str, ...] = (),
    ) -> None:
        """Ask for a legal move in each of the positions, in one game.

        `mode` and `seconds` are what the question says, where the format says such things.
        """
        task = Task(self.game, (self.spec, "random"), mode=mode, limits=self.limits)
        with folder() as path:
            seat = program_seat(task, self.spec, path / "A", self.sandbox)
            seat.seconds = seconds
            try:
                seat.sit({}, ())
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
        self.stderr = seat.program.said

    def converse(self, words: tuple[str, ...], talk: Callable[[Program], None]) -> None:
        """Start the program with more words on its command line, and talk to it directly."""
        with folder() as path:
            argv = [*entrants.command(self.spec), *words]
            program = Program(argv, path, self.limits, self.sandbox)
            try:
                program.launch(CPU_S)
                talk(program)
            finally:
                program.close()
                self.stderr = program.said

    def send(self, program: Program, text: str) -> None:
        """Send, and remember what was sent."""
        self.exchange.sent = (self.exchange.sent or "") + text
        program.send(text.encode())

    def hear(self, program: Program) -> str:
        """A line from the program."""
        line = program.read_line(self._allowed()).decode(errors="replace")
        self.exchange.received = (self.exchange.received or "") + line
        return line

    def _allowed(self) -> Allowance:
        clock = Clock(self.limits)
        return Allowance(clock.cpu, clock.wall)

    def expect_exit(self, program: Program, why: str) -> None:
        """Wait for the end, with status 0."""
        begun = time.monotonic()
        try:
            status = program.wait_exit(self._allowed())
        except Fault as fault:
            waited = f"still there after {time.monotonic() - begun:.0f} s"
            raise Fault(
                fault.verdict, f"{why}: expected the end of the program, {waited}"
            ) from None
        if status != 0:
            raise Fault(Verdict.CRASH, f"{why}: ended with status {status}, expected 0")


Check = tuple[str, Callable[[Examiner], None]]


def _ugi_two(examiner: Examiner) -> None:
    first = start(examiner.game)
    examiner.ask(first, first.play(first.legal_moves[0]))


def _ugi_moves(examiner: Examiner) -> None:
    position, moves = start(examiner.game), []
    for _ in range(4):
        moves.append(str(position.legal_moves[-1]))
        position = position.play(moves[-1])
    examiner.ask(start(examiner.game), moves=tuple(moves))


UGI_CHECKS: Sequence[Check] = [
    ("the start position", lambda e: e.ask(start(e.game))),
    ("a position after some moves", _ugi_moves),
    ("two positions of one game", _ugi_two),
]


def as_program(text: str, game: str) -> str:
    """The agent that a command is, unless it is named as one already."""
    speaks = room("hopsow.arena.course", game).SPEAKS
    spec = text if entrants.is_program(text) else f"{speaks}:{text}"
    entrants.check(spec, game)
    return spec
