"""A program that speaks the engine protocol (UGI) for the whole game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hopsow.arena.limits import FOREVER, Limits
from hopsow.arena.process.program import Allowance, Program
from hopsow.arena.referee.clocks import Clock
from hopsow.arena.referee.programs import ProgramSeat, shown
from hopsow.arena.referee.seat import Played, legal
from hopsow.arena.verdicts import Fault, Verdict
from hopsow.games import Position
from hopsow.records import Record

HANDSHAKE = Limits(cpu_game=30.0, wall_game=60.0)


class UgiSeat(ProgramSeat):
    """An engine; `start` is the position before the first move."""

    def __init__(self, program: Program, start: Position) -> None:
        super().__init__(program)
        self.start = start
        self.clocks: Mapping[str, Clock] = {}

    def sit(self, clocks: Mapping[str, Clock], opponents: Sequence[Program]) -> None:
        """Start the engine and greet it."""
        super().sit(clocks, opponents)
        self.clocks = clocks
        self.program.launch(FOREVER)
        limits = Clock(HANDSHAKE)
        allowed = Allowance(limits.cpu, limits.wall)
        self._say("ugi")
        self._hear("ugiok", allowed)
        self._say(f"setoption name Game value {self.start.game}")
        self._say(f"setoption name Rules value {self.start.rules}")
        self._say("isready")
        self._hear("readyok", allowed)
        self._say("uginewgame")
        self.program.meter.look()
        self.program.used()  # by the handshake, which is not on the clock
        self.rest()

    def _say(self, line: str) -> None:
        self.program.send(f"{line}\n".encode())

    def _hear(self, word: str, allowed: Allowance) -> list[str]:
        """Skip lines up to the one that begins with a word."""
        while True:
            line = self.program.read_line(allowed)
            words = line.decode(errors="replace").split()
            if words and words[0] in (word, "bestmove"):
                self.received(line)
                if words[0] != word:
                    raise Fault(Verdict.BAD_FORMAT, f"answered before it was asked: {shown(line)}")
                return words

    def _answer(self, record: Record, clock: Clock, allowed: Allowance) -> bytes:
        program = self.program
        program.pending()
        while (line := program.stdout.take_line()) is not None:
            if line.split()[:1] == [b"bestmove"]:
                self.received(line)
                raise Fault(Verdict.BAD_FORMAT, f"answered before it was asked: {shown(line)}")
        moves = "".join(f" {move}" for move in record.moves)
        position = f"position fen {record.start}" + (f" moves{moves}" if moves else "")
        program.send(self.sent(f"{position}\n{self._go(record, clock)}\n"))
        words = self._hear("bestmove", allowed)
        program.meter.glance()
        return " ".join(words[1:]).encode()

    def _go(self, record: Record, clock: Clock) -> str:
        limits = clock.limits
        if limits.plays_bank:
            clocks = [self.clocks.get(side, clock) for side in record.start.sides]
            first, second = (_milliseconds(each.bank) for each in clocks)
            return f"go p1time {first} p2time {second} p1inc 0 p2inc 0"
        if limits.cpu_move is not None:
            return f"go cputime {_milliseconds(limits.cpu_move)}"
        if limits.wall_move is not None:
            return f"go movetime {_milliseconds(limits.wall_move)}"
        return "go"

    def _read(self, answer: bytes, position: Position) -> Played:
        text = answer.decode(errors="replace")
        if not text:
            raise Fault(Verdict.BAD_FORMAT, "bestmove names no move")
        return legal(position, text.split()[0])

    def leave(self) -> dict[str, Any]:
        """Say goodbye, and end the engine."""
        if self.program.is_running:
            self._say("quit")
        self.program.close_input()
        return super().leave()


def _milliseconds(seconds: float) -> int:
    return max(1, round(min(seconds, 1e6) * 1000))
