"""The clocks of a game: what each side has used of its limits, and the stopwatch that measures
built-in agents.

All CPU time since the last answer counts for the next one: a side that thinks while the opponent is
to move pays for it.

Built-in agents run inside the referee's own process. The wall clock is read after every move. The
CPU clock of a process costs more to read than a simple agent needs for its move, so it is read only
when the last reading is older than a millisecond: the move that has just ended is then charged with
the CPU time since that reading minus the wall time of the moves before it, which is what those are
charged with. So every charge is right to a millisecond. The referee's own work between two moves, a
microsecond, counts as the mover's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from operator import sub
from time import perf_counter, process_time
from typing import overload

from hopsow import agents
from hopsow.arena.limits import FOREVER, Limits
from hopsow.arena.verdicts import Fault, Verdict
from hopsow.games import Position
from hopsow.records import Record

FINE_S = 0.001
METER = "CPU clock of the referee's process, to a millisecond"


class Earlier(Sequence[Position]):
    """The positions before the present one of a game that goes on; looked up only when asked for,
    because most agents never do."""

    def __init__(self, record: Record) -> None:
        self._record = record

    def __len__(self) -> int:
        return len(self._record.moves)

    @overload
    def __getitem__(self, index: int) -> Position: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Position, ...]: ...
    def __getitem__(self, index: int | slice) -> Position | tuple[Position, ...]:
        return self._record.positions[:-1][index]

    def __iter__(self) -> Iterator[Position]:
        return iter(self._record.positions[:-1])


class Clock:
    """What one side has used of its limits. `cpu` and `wall` are what is left for the next move."""

    __slots__ = ("cpu_used", "limits", "wall_used")

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.cpu_used = 0.0
        self.wall_used = 0.0

    def for_agent(self, record: Record) -> agents.Clock:
        """The clock that a built-in agent gets before its move."""
        limits = self.limits
        counts_cpu = limits.cpu_move is not None or limits.cpu_game is not None
        move = limits.cpu_move if counts_cpu else limits.wall_move
        left = self.bank if limits.plays_bank else None
        return agents.Clock(left, 0.0, move, counts_cpu, Earlier(record))

    @property
    def cpu(self) -> float:
        return _left(self.limits.cpu_move, self.limits.cpu_game, self.cpu_used)

    @property
    def wall(self) -> float:
        return _left(self.limits.wall_move, self.limits.wall_game, self.wall_used)

    @property
    def least(self) -> float:
        """What may surely be used before any limit is reached."""
        used = self.cpu_used if self.cpu_used > self.wall_used else self.wall_used
        sure = self.limits.shortest - used
        return sure if sure > 0 else min(self.cpu, self.wall)

    @property
    def bank(self) -> float:
        """What is left for the rest of the game, or for this move where there is no bank."""
        banks = [(self.limits.cpu_game, self.cpu_used), (self.limits.wall_game, self.wall_used)]
        left = [bank - used for bank, used in banks if bank is not None]
        return min(left) if left else min(self.cpu, self.wall)

    def charge(self, cpu: float, wall: float) -> None:
        """Count a move's time; who has used more than there was, has lost on time."""
        cpu_left, wall_left = self.cpu, self.wall
        self.cpu_used += cpu
        self.wall_used += wall
        if cpu > cpu_left:
            raise Fault(Verdict.CPU_TIME, f"used {cpu:.3f} s of CPU time, {cpu_left:.3f} s left")
        if wall > wall_left:
            raise Fault(Verdict.WALL_TIME, f"took {wall:.3f} s, {wall_left:.3f} s left")


def _left(per_move: float | None, per_game: float | None, used: float) -> float:
    bank = FOREVER if per_game is None else per_game - used
    return min(FOREVER if per_move is None else per_move, bank)


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

    `clocks` are those of the agents that it charges. `marks` begins with the start of the game,
    `movers` are the agents whose moves ended at the marks after it. `known` is what is known of a
    move, counted from 1, beyond its marks.
    """

    __slots__ = ("_charged", "_clocks", "known", "marks", "movers", "paused")
    _cpu = 0.0  # of this process when it was last read
    _read = float("-inf")  # when that was

    def __init__(self, clocks: Mapping[str, Clock]) -> None:
        self._clocks = clocks
        self._charged = 0  # moves
        self.known: dict[int, Exchange] = {}
        self.marks: list[float] = []
        self.movers: list[str] = []
        self.paused = 0.0  # seconds so far that are nobody's; marks are made without them

    @contextmanager
    def pause(self) -> Iterator[None]:
        """What happens meanwhile is charged to nobody."""
        cpu, begun = process_time(), perf_counter()
        yield
        self.paused += perf_counter() - begun
        Stopwatch._cpu += process_time() - cpu

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
        for clock in self._clocks.values():
            if clock.least < pause:
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
        clock = self._clocks.get(self.movers[-1])
        if clock is not None:
            exchange = Exchange(used, self.marks[-1] - self.marks[-2])
            self.known[last] = exchange
            clock.charge(exchange.cpu, exchange.wall)

    def settle(self, last: int | None = None) -> None:
        """Charge the moves up to the last with their wall time; none of them is late."""
        end = len(self.movers) if last is None else last
        if end <= self._charged:
            return
        marks = self.marks[self._charged : end + 1]
        movers = self.movers[self._charged : end]
        used = dict.fromkeys(movers, 0.0)
        for mover, seconds in zip(movers, map(sub, marks[1:], marks), strict=False):
            used[mover] += seconds
        for mover, clock in self._clocks.items():
            clock.cpu_used += used.get(mover, 0.0)
            clock.wall_used += used.get(mover, 0.0)
        self._charged = end

    def exchange(self, number: int) -> Exchange:
        """What a move took."""
        known = self.known.get(number)
        if known is None:
            wall = self.marks[number] - self.marks[number - 1]
            known = Exchange(wall, wall)
        return known
