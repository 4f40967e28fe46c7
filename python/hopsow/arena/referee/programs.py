"""What the seats of all programs have in common.

A program's seat turns the record of the game into what the program understands, and the answer into
a legal move. It raises a Fault for everything else; `exchange` then still says what was sent and
received.
"""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any

from hopsow.agents import Clock as AgentClock
from hopsow.arena.process.meter import METER
from hopsow.arena.process.program import Allowance, Program
from hopsow.arena.referee.clocks import Clock, Exchange, Stopwatch
from hopsow.arena.referee.seat import Played, Question
from hopsow.arena.verdicts import Fault
from hopsow.games import Position
from hopsow.records import Record
from hopsow.texts import quoted

KEPT_TEXT = 8192


class ProgramSeat(ABC):
    """A program that is asked over pipes or files."""

    meter = METER
    is_watched = False

    def __init__(self, program: Program) -> None:
        self.program = program
        self.programs: Sequence[Program] = (program,)
        self.exchange = Exchange()
        self.seconds: float | None = None  # what it is told to have left; by default the truth

    def sit(self, clocks: Mapping[str, Clock], opponents: Sequence[Program]) -> None:
        """Wait for the supervisor."""
        self.program.neighbours = list(opponents)
        _ = self.program.meter

    def question(self, record: Record, clock: Clock, watch: Stopwatch) -> Question:
        """Ask, and let the watch know what the program took."""

        def ask(_: Position, __: AgentClock) -> Played:
            played = self.ask(record, clock)
            watch.known[len(watch.marks)] = self.exchange
            return played

        return ask

    def ask(self, record: Record, clock: Clock) -> Played:
        """The program's move in the record's position; its time is charged to the clock."""
        self.exchange = Exchange()
        begun = perf_counter()
        allowed = Allowance(clock.cpu, clock.wall)
        self.program.resume()
        try:
            answer = self._answer(record, clock, allowed)
        except Fault:
            with contextlib.suppress(Fault):  # what it did is worse than being late
                self._charge(clock, begun)
            raise
        self.rest()
        # Time is looked at first: a legal move that arrives late still loses on time.
        self._charge(clock, begun)
        program = self.program
        if program.meter.peak > program.limits.memory:
            raise program.too_big(program.meter.peak)
        program.weigh()
        return self._read(answer, record.position)

    def rest(self) -> None:
        """Who is not to move takes nobody's time, its own or the opponent's."""
        if not self.program.limits.ponder:
            self.program.pause()

    def _charge(self, clock: Clock, begun: float) -> None:
        program, exchange = self.program, self.exchange
        exchange.wall = perf_counter() - begun
        exchange.cpu = program.used()
        exchange.memory = program.meter.peak
        clock.charge(exchange.cpu, max(0.0, exchange.wall - program.kept_off))
        program.cpu_allowed = clock.cpu

    @abstractmethod
    def _answer(self, record: Record, clock: Clock, allowed: Allowance) -> bytes:
        """Put the question, and wait for what comes back."""

    @abstractmethod
    def _read(self, answer: bytes, position: Position) -> Played:
        """The move that an answer names."""

    def played(self, position: Position, answer: object) -> Played:
        """Every answer of a program was read and played already."""
        assert isinstance(answer, tuple)
        return answer

    def fault(self, error: Exception) -> Exception:
        """Faults of programs are told as such; anything else is an error of ours."""
        return error

    def leave(self) -> dict[str, Any]:
        """End the program."""
        self.program.close()
        return self.program.as_json()

    def sent(self, text: str) -> bytes:
        """Remember what was sent."""
        self.exchange.sent = text
        return text.encode()

    def received(self, data: bytes) -> bytes:
        """Remember what came back."""
        self.exchange.received = data[:KEPT_TEXT].decode(errors="backslashreplace")
        return data


def shown(data: bytes) -> str:
    """Bytes of a program, quoted in a sentence."""
    return quoted(data.decode(errors="replace").strip("\n"))
