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
from hopsow.arena.referee.seat import HouseSeat
from hopsow.arena.verdicts import Fault, Verdict
from hopsow.games import Move, Position, facts, parse, start
from hopsow.records import Record

CPU_S = 2.0  # for a move, where the course has no time for one


def limits_of(game: str) -> Limits:
    """What a check allows for each answer: what the course of the game does."""
    return Limits(cpu_move=facts(game).course_limits.get("cpu_move", CPU_S)).with_wall()


@dataclass(frozen=True, slots=True)
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

    def __init__(
        self,
        spec: str,
        game: str,
        sandbox: Sandbox,
        limits: Limits | None = None,
        rules: str | None = None,
    ) -> None:
        self.spec, self.game, self.sandbox = spec, game, sandbox
        self.limits = limits or limits_of(game)
        self.rules = rules
        self.exchange = Exchange()
        self.stderr = ""

    def examine(self, checks: Sequence[Check]) -> Iterator[Finding]:
        """Make one check after another."""
        for number, (title, check) in enumerate(checks, 1):
            self.exchange, self.stderr = Exchange(), ""
            try:
                check(self)
                yield Finding(number, title)
            except Fault as fault:
                last = self.exchange
                yield Finding(
                    *(number, title, fault.reason, fault.verdict.value),
                    *(last.sent, last.received, self.stderr),
                )

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
        records = [self._record(position, moves) for position in positions]
        if not entrants.is_program(self.spec):
            self._ask_house(records)
            return
        task = Task(
            *(self.game, (self.spec, "random")), rules=self.rules, mode=mode, limits=self.limits
        )
        with folder() as path:
            seat = program_seat(task, self.spec, path / "A", self.sandbox)
            seat.seconds = seconds
            try:
                seat.sit({}, ())
                for record in records:
                    seat.ask(record, Clock(self.limits))
            finally:
                self._leave(seat)

    def _record(self, position: Position, moves: tuple[str, ...]) -> Record:
        record = Record(self.game, self.rules, parse(self.game, str(position), self.rules))
        for move in moves:
            record.play(move)
        return record

    def _ask_house(self, records: Sequence[Record]) -> None:
        """Ask an agent that runs inside this process."""
        seat = HouseSeat(entrants.house_agent(self.spec, self.game))
        for record in records:
            clock = Clock(self.limits).for_agent(record)
            try:
                answer = seat.agent.choose(record.position, clock)
                if not isinstance(answer, Move) or answer not in record.position.legal_moves:
                    seat.played(record.position, answer)
            except Exception as error:
                fault = seat.fault(error)
                self.exchange = Exchange(sent=str(record.position), received=seat.exchange.received)
                self.stderr = seat.stderr
                raise fault from None

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


def _two_positions(examiner: Examiner) -> None:
    first = start(examiner.game, examiner.rules)
    examiner.ask(first, first.play(first.legal_moves[0]))


def _after_moves(examiner: Examiner) -> None:
    position, moves = start(examiner.game, examiner.rules), []
    for _ in range(4):
        moves.append(str(position.legal_moves[-1]))
        position = position.play(moves[-1])
    examiner.ask(start(examiner.game, examiner.rules), moves=tuple(moves))


POSITION_CHECKS: Sequence[Check] = [
    ("the start position", lambda e: e.ask(start(e.game, e.rules))),
    ("a position after some moves", _after_moves),
    ("two positions of one game", _two_positions),
]
