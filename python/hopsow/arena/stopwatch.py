"""The time that agents of the house take for their moves, inside the referee's own process.

Every move ends with one look at the clock on the wall. The CPU clock of a process costs more to
read than a simple agent needs for its move, so it is read only when the last reading is older than
a millisecond: the move that has just ended is then charged with the CPU time since that reading,
less what the moves before it took on the wall, which is what they are charged with. So every charge
is right to a millisecond. The referee's own work between two moves, a microsecond, counts as the
mover's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter, process_time

from hopsow.arena.limits import Clock

FINE_S = 0.001
METER = "CPU clock of the referee's process, to a millisecond"


@dataclass(slots=True)
class Exchange:
    """What one move took: seconds, bytes, and the texts that went to and fro."""

    cpu: float = 0.0
    wall: float = 0.0
    memory: int | None = None
    sent: str | None = None
    received: str | None = None


class Stopwatch:
    """Marks the instants at which moves end, and charges the clocks before that could be too late.

    `clocks` are those of the side that moves first and of the other; None is one that somebody else
    charges. `marks` begins with the start of the game. `known` is what is known of a move, counted
    from 1, beyond its marks.
    """

    __slots__ = ("_charged", "_clocks", "known", "marks")
    _cpu = 0.0  # of this process when it was last read
    _read = float("-inf")  # when that was

    def __init__(self, clocks: Sequence[Clock | None]) -> None:
        self._clocks = clocks
        self._charged = 0  # moves
        self.known: dict[int, Exchange] = {}
        self.marks: list[float] = []

    def start(self) -> float:
        """Begin the game; the instant at which a charge is due."""
        now = perf_counter()
        if now - Stopwatch._read > FINE_S:
            Stopwatch._cpu, Stopwatch._read = process_time(), now
        self.marks.append(now)
        return self.due

    @property
    def due(self) -> float:
        """From this instant on, a mark is to be followed by `charge`."""
        pause = FINE_S
        for clock in self._clocks:
            if clock is not None and clock.least < pause:
                pause = clock.least
        return self.marks[-1] + pause

    def charge(self) -> None:
        """Charge all moves; a Fault if the last one took too long.

        Those before it cannot have: one of their marks would have been due.
        """
        last, cpu = len(self.marks) - 1, process_time()
        used = max(0.0, cpu - Stopwatch._cpu - (self.marks[-2] - Stopwatch._read))
        Stopwatch._cpu, Stopwatch._read = cpu, self.marks[-1]
        self.settle(last - 1)
        self._charged = last
        clock = self._clocks[(last - 1) % 2]
        if clock is not None:
            exchange = Exchange(used, self.marks[-1] - self.marks[-2])
            self.known[last] = exchange
            clock.charge(exchange.cpu, exchange.wall)

    def settle(self, last: int | None = None) -> None:
        """Charge the moves up to the last with their time on the wall; none of them is late."""
        marks = self.marks[self._charged : None if last is None else last + 1]
        odd, even = marks[1::2], marks[::2]
        for clock, ends, begins in (
            (self._clocks[self._charged % 2], odd, even),
            (self._clocks[1 - self._charged % 2], even[1:], odd),
        ):
            if clock is not None and ends:
                used = sum(ends) - sum(begins[: len(ends)])
                clock.cpu_used += used
                clock.wall_used += used
        self._charged += max(0, len(marks) - 1)

    def exchange(self, number: int) -> Exchange:
        """What a move took."""
        known = self.known.get(number)
        if known is None:
            wall = self.marks[number] - self.marks[number - 1]
            known = Exchange(wall, wall)
        return known
