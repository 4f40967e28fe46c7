"""The two seats at the board: how an agent of each kind is asked for a move.

A program's seat turns the record of the game into what the program understands, and the answer into
a legal move. It raises a Fault for everything else; `exchange` then still says what was sent and
received.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import traceback
from abc import ABC, abstractmethod
from pathlib import Path
from time import perf_counter
from typing import Any

from hopsow.agents import Agent
from hopsow.arena import stopwatch
from hopsow.arena.limits import FOREVER, Clock, Limits
from hopsow.arena.meter import METER
from hopsow.arena.program import TAIL, Program
from hopsow.arena.stopwatch import Exchange
from hopsow.arena.verdicts import Fault, Verdict
from hopsow.errors import AmbiguousMoveError, IllegalMoveError, ParseError
from hopsow.games import Move, Position
from hopsow.protocols import checkers as checkers_pipe
from hopsow.protocols import halma as halma_files
from hopsow.records import Record
from hopsow.texts import quoted

HANDSHAKE = Limits(cpu_game=30.0, wall_game=60.0)
LEAST_S = 0.01  # a time that is told to a program is positive
KEPT_TEXT = 8192


class HouseSeat:
    """An agent that runs inside the referee's process. It can be late, but not interrupted."""

    meter = stopwatch.METER

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.received: str | None = None  # an answer that was no move
        self.stderr = ""

    def crash(self, error: Exception) -> Fault:
        """The fault of an agent that raises an error."""
        self.stderr = "".join(traceback.format_exception(error))[-TAIL:]
        return Fault(Verdict.CRASH, f"{type(error).__name__}: {error}")

    def leave(self) -> dict[str, Any]:
        """End everything; what is worth keeping."""
        return {"stderr": self.stderr}


class ProgramSeat(ABC):
    """What all programs have in common."""

    meter = METER

    def __init__(self, program: Program) -> None:
        self.program = program
        self.exchange = Exchange()

    def sit(self) -> None:
        """Be ready to play; not on the clock."""
        _ = self.program.meter

    def ask(self, record: Record, clock: Clock) -> Move:
        """The program's move in the record's position; its time is charged to the clock."""
        self.exchange = Exchange()
        begun = perf_counter()
        try:
            answer = self._answer(record, clock)
        except Fault:
            with contextlib.suppress(Fault):  # what it did is worse than being late
                self._charge(clock, begun)
            raise
        # Time is looked at first: a legal move that arrives late still loses on time.
        self._charge(clock, begun)
        program = self.program
        if program.meter.peak > program.limits.memory:
            raise program.too_big(program.meter.peak)
        return self._read(answer, record.position)

    def _charge(self, clock: Clock, begun: float) -> None:
        program, exchange = self.program, self.exchange
        exchange.wall = perf_counter() - begun
        exchange.cpu = program.meter.cpu - program.cpu_mark
        exchange.memory = program.meter.peak
        program.charge(clock, exchange.wall)

    @abstractmethod
    def _answer(self, record: Record, clock: Clock) -> bytes:
        """Put the question, and wait for what comes back."""

    @abstractmethod
    def _read(self, answer: bytes, position: Position) -> Move:
        """The move that an answer names."""

    def leave(self) -> dict[str, Any]:
        self.program.close()
        return self.program.as_json()

    def sent(self, text: str) -> bytes:
        self.exchange.sent = text
        return text.encode()

    def received(self, data: bytes) -> bytes:
        self.exchange.received = data[:KEPT_TEXT].decode(errors="backslashreplace")
        return data


class HalmaFilesSeat(ProgramSeat):
    """A program that is started for every move, reads `input.txt` and writes `output.txt`."""

    def __init__(self, program: Program, mode: str | None = None) -> None:
        super().__init__(program)
        self.mode = mode
        self.told: float | None = None  # the seconds in input.txt; by default what is left
        self.left_running = 0

    def _answer(self, record: Record, clock: Clock) -> bytes:
        program, position = self.program, record.position
        mode = self.mode or ("GAME" if clock.limits.plays_bank else "SINGLE")
        seconds = self.told or max(LEAST_S, round(clock.bank, 3))
        seconds = 1e9 if seconds == FOREVER else seconds
        task = halma_files.HalmaTask(mode, position.to_move, seconds, position)
        self._put(self.sent(halma_files.write_input(task)))
        program.launch(clock.cpu, again=True)
        program.wait_exit(clock)
        program.discard_output()
        self._stop_leftovers()
        answer = self._output()
        if answer is None:
            self.exchange.received = None
            raise program.silence()
        return self.received(answer)

    def _put(self, question: bytes) -> None:
        """Write input.txt into the folder, whatever the program has made of that."""
        path = self.program.directory / "input.txt"
        try:
            _remove(self.program.directory / "output.txt")
            _remove(path)
            path.write_bytes(question)
        except OSError as error:
            if error.errno == errno.ENOSPC:
                raise OSError(error.errno, error.strerror, str(path)) from None
            raise Fault(Verdict.CRASH, f"spoilt its folder, input.txt: {error.strerror}") from None

    def _stop_leftovers(self) -> None:
        """One process a move: who is still there when it ends is stopped, and was charged."""
        self.program.meter.look()
        if self.program.meter.processes:
            self.left_running += self.program.meter.processes
            self.program.stop()

    def _output(self) -> bytes | None:
        """The bytes of output.txt, which may be anything, a pipe without end included."""
        path, allowed = self.program.directory / "output.txt", self.program.limits.output
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Fault(Verdict.BAD_FORMAT, f"output.txt: {error.strerror}") from None
        with open(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise Fault(Verdict.BAD_FORMAT, "output.txt is not a file")
            data = file.read(allowed + 1)
        if len(data) > allowed:
            self.received(data)
            raise Fault(Verdict.OUTPUT_FLOOD, f"wrote more than {allowed} bytes to output.txt")
        return data

    def _read(self, answer: bytes, position: Position) -> Move:
        status = self.program.exit_status
        try:
            return _move(lambda: halma_files.parse_output(answer, position), "output.txt")
        except Fault:
            if status:  # a crash in the middle of writing is a crash
                raise self.program.silence() from None
            raise

    def leave(self) -> dict[str, Any]:
        return {**super().leave(), "left_running": self.left_running}


class CheckersPipeSeat(ProgramSeat):
    """A program that reads states and answers them, a line each, for the whole game."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.base = 0  # the dialect in which it numbers the cells

    def _answer(self, record: Record, clock: Clock) -> bytes:
        program = self.program
        if not program.is_running and program.exit_status is None:
            program.launch(clock.cpu)
        early = program.pending()
        if early:
            self.received(early)
            raise Fault(Verdict.BAD_FORMAT, f"answered before it was asked: {_shown(early)}")
        program.send(self.sent(self._line(record)))
        line = self.received(program.read_line(clock))
        program.meter.glance()
        more = program.pending()
        if more:
            self.received(line + more)
            raise Fault(Verdict.BAD_FORMAT, f"line 2: wrote more than one line: {_shown(more)}")
        return line

    def _line(self, record: Record) -> str:
        last = str(record.moves[-1]) if record.moves else "begin"
        return checkers_pipe.write(checkers_pipe.PipeState(record.position, last, self.base))

    def _read(self, answer: bytes, position: Position) -> Move:
        def read() -> Move:
            move = checkers_pipe.parse_answer(answer, position)
            assert isinstance(move, Move), "the referee asks no side that cannot move"
            return move

        move = _move(read, "line")
        canonical = checkers_pipe.write(checkers_pipe.after(position, move)).split()[1]
        self.base = int(answer.split()[1].decode() != canonical)
        return move


class UgiSeat(ProgramSeat):
    """A program that speaks the engine protocol (UGI) for the whole game."""

    def __init__(self, program: Program, start: Position) -> None:
        super().__init__(program)
        self.start = start
        self.clocks: dict[str, Clock] = {}  # by side; the referee fills it in

    def sit(self) -> None:
        super().sit()
        clock = Clock(HANDSHAKE)
        self.program.launch(FOREVER)
        self._say("ugi")
        self._hear("ugiok", clock)
        self._say(f"setoption name Game value {self.start.game}")
        self._say(f"setoption name Rules value {self.start.rules}")
        self._say("isready")
        self._hear("readyok", clock)
        self._say("uginewgame")
        self.program.meter.look()
        self.program.cpu_mark = self.program.meter.cpu

    def _say(self, line: str) -> None:
        self.program.send(f"{line}\n".encode())

    def _hear(self, word: str, clock: Clock) -> list[str]:
        """Skip lines up to the one that begins with a word."""
        while True:
            line = self.program.read_line(clock)
            words = line.decode(errors="replace").split()
            if words and words[0] in (word, "bestmove"):
                self.received(line)
                if words[0] != word:
                    raise Fault(Verdict.BAD_FORMAT, f"answered before it was asked: {_shown(line)}")
                return words

    def _answer(self, record: Record, clock: Clock) -> bytes:
        program = self.program
        program.pending()
        while (line := program.take_line()) is not None:
            if line.split()[:1] == [b"bestmove"]:
                self.received(line)
                raise Fault(Verdict.BAD_FORMAT, f"answered before it was asked: {_shown(line)}")
        moves = "".join(f" {move}" for move in record.moves)
        position = f"position fen {record.start}" + (f" moves{moves}" if moves else "")
        program.send(self.sent(f"{position}\n{self._go(record, clock)}\n"))
        words = self._hear("bestmove", clock)
        program.meter.glance()
        return " ".join(words[1:]).encode()

    def _go(self, record: Record, clock: Clock) -> str:
        limits = clock.limits
        if limits.plays_bank:
            sides = record.start.sides
            clocks = [self.clocks.get(side, clock) for side in sides]
            first, second = (_milliseconds(each.bank) for each in clocks)
            return f"go p1time {first} p2time {second} p1inc 0 p2inc 0"
        if limits.cpu_move is not None:
            return f"go cputime {_milliseconds(limits.cpu_move)}"
        if limits.wall_move is not None:
            return f"go movetime {_milliseconds(limits.wall_move)}"
        return "go"

    def _read(self, answer: bytes, position: Position) -> Move:
        text = answer.decode(errors="replace")
        if not text:
            raise Fault(Verdict.BAD_FORMAT, "bestmove names no move")
        return legal(position, text.split()[0])

    def leave(self) -> dict[str, Any]:
        if self.program.is_running:
            self._say("quit")
        self.program.close_input()
        return super().leave()


Seat = HouseSeat | ProgramSeat


def legal(position: Position, text: str) -> Move:
    """The legal move that a text means."""
    return _move(lambda: position.move(text), "move")


def _move(read: Any, what: str) -> Move:
    try:
        move: Move = read()
    except ParseError as error:
        raise Fault(Verdict.BAD_FORMAT, f"{what}: {error}") from None
    except (IllegalMoveError, AmbiguousMoveError) as error:
        raise Fault(Verdict.ILLEGAL_MOVE, str(error)) from None
    return move


def _shown(data: bytes) -> str:
    return quoted(data.decode(errors="replace").strip("\n"))


def _milliseconds(seconds: float) -> int:
    return max(1, round(min(seconds, 1e6) * 1000))


def _remove(path: Path) -> None:
    """Remove whatever stands there."""
    with contextlib.suppress(FileNotFoundError):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
