"""A program in the format of the Halma course: started for every move, it reads `input.txt` and
writes `output.txt`."""

from __future__ import annotations

import errno
import os
import re
import stat
from difflib import get_close_matches
from itertools import pairwise
from typing import Any

from hopsow.arena.limits import FOREVER
from hopsow.arena.process.litter import remove
from hopsow.arena.process.program import Allowance, Program
from hopsow.arena.referee.clocks import Clock
from hopsow.arena.referee.programs import ProgramSeat
from hopsow.arena.referee.seat import Played, play, read_move
from hopsow.arena.verdicts import Fault, Verdict
from hopsow.games import Position
from hopsow.protocols import halma as halma_files
from hopsow.records import Record
from hopsow.texts import quoted

SPEAKS = "cmd"  # what a program speaks unless it says otherwise
KNOWN = ("input.txt", "playdata.txt")  # files that belong in the folder
MOVE = re.compile(r"\b\d+,\d+(?:-\d+,\d+)+\b")
LEAST_S = 0.01  # a time that is told to a program is positive
FOREVER_S = 1e9  # what a program is told that has no limit
NOT_A_FILE = "output.txt is not a file"


def check(rules: str | None) -> None:
    """All rule sets can be played."""


def _as_written(path: re.Match[str]) -> str:
    """A move of a sentence as output.txt writes it, so that a programmer need not translate it."""
    squares = [tuple(map(int, square.split(","))) for square in path[0].split("-")]
    legs = []
    for (x, y), (to_x, to_y) in pairwise(squares):
        letter = "E" if max(abs(x - to_x), abs(y - to_y)) == 1 else "J"
        legs.append(f"{letter} {x},{y} {to_x},{to_y}")
    return " then ".join(legs)


class CourseSeat(ProgramSeat):
    """`mode` is what input.txt says, and follows from the limits by default."""

    def __init__(self, program: Program, mode: str | None = None) -> None:
        super().__init__(program)
        self.mode = mode
        self.left_running = 0

    def _answer(self, record: Record, clock: Clock, allowed: Allowance) -> bytes:
        program, position = self.program, record.position
        mode = self.mode or ("GAME" if clock.limits.plays_bank else "SINGLE")
        seconds = self.seconds or max(LEAST_S, round(clock.bank, 3))
        seconds = FOREVER_S if seconds == FOREVER else seconds
        task = halma_files.HalmaTask(mode, position.to_move, seconds, position)
        self._put(self.sent(halma_files.write_input(task)))
        program.launch(clock.cpu, again=True)
        program.wait_exit(allowed)
        program.pending()
        printed = bytes(program.stdout.data)
        program.stdout.data.clear()
        self._stop_leftovers()
        answer = self._output()
        if answer is None:
            self.exchange.received = None
            raise self._hinted(program.silence(), printed)
        return self.received(answer)

    def _hinted(self, fault: Fault, printed: bytes) -> Fault:
        """A fault of a program without an answer, with what it did instead."""
        if fault.verdict is not Verdict.NO_ANSWER:
            return fault
        names = [name for name in os.listdir(self.program.directory) if name not in KNOWN]
        other = get_close_matches("output.txt", names, n=1, cutoff=0.5)
        if other:
            fault.reason += f": there is no output.txt, but {quoted(other[0])}"
        elif printed:
            fault.reason += ": there is no output.txt, and standard output is not read"
        else:
            fault.reason += ": there is no output.txt"
        return fault

    def _put(self, question: bytes) -> None:
        """Write input.txt into the folder, whatever the program has made of that."""
        path = self.program.directory / "input.txt"
        try:
            for each in (self.program.directory / "output.txt", path):
                if os.path.lexists(each):
                    remove(each)
            path.write_bytes(question)
            self.program.give(path)
        except OSError as error:
            if error.errno == errno.ENOSPC:
                self.program.blame_for_full_disk()
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
            if error.errno in (errno.ELOOP, errno.ENXIO):  # a link, a socket
                raise Fault(Verdict.BAD_FORMAT, NOT_A_FILE) from None
            raise Fault(Verdict.BAD_FORMAT, f"output.txt: {error.strerror}") from None
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise Fault(Verdict.BAD_FORMAT, NOT_A_FILE)
        with open(descriptor, "rb") as file:
            data = file.read(allowed + 1)
        if len(data) > allowed:
            self.received(data)
            raise Fault(Verdict.OUTPUT_FLOOD, f"wrote more than {allowed} bytes to output.txt")
        return data

    def _read(self, answer: bytes, position: Position) -> Played:
        status = self.program.exit_status

        def read() -> Played:
            return play(position, halma_files.parse_output(answer, position))

        try:
            return read_move(read, "output.txt")
        except Fault as fault:
            if status:  # a crash in the middle of writing is a crash
                raise self.program.silence() from None
            raise Fault(fault.verdict, MOVE.sub(_as_written, fault.reason)) from None

    def leave(self) -> dict[str, Any]:
        """End the program, and count what it left running."""
        return {**super().leave(), "left_running": self.left_running}


def course_seat(program: Program, mode: str | None) -> ProgramSeat:
    """The seat of a program that speaks the format."""
    return CourseSeat(program, mode)
