"""What a program's processes have used: CPU time, memory, and how many there are.

CPU time is counted up to three times, and the largest figure holds. The kernel's own counter
(perf_event_open, inherited by everything the supervisor starts) and the account of a control group
miss nothing, but not every system lets us have them. The last figure comes from /proc: what the
living processes have used, what they have waited for, and what the supervisor has reaped. There a
child vanishes whose parent lets the kernel reap it (SIG_IGN, SA_NOCLDWAIT): what was last seen of a
process that is gone, and appears in nobody's account, is added.
"""

from __future__ import annotations

import mmap
import os
import struct
import sys
from collections.abc import Sequence
from contextlib import suppress

from hopsow.arena.process.groups import Group
from hopsow.arena.process.shared import besides, held
from hopsow.arena.process.supervisor import LEDGER, TICK_NS, Process, Tree, cpu_clock

METER = "CPU clocks of all processes of the tree, and of those that ended"
TRIES = 5
TABLE_SHARE = 256  # bytes mapped for each byte of their tables, of 512 and 4096
COUNT = struct.Struct("=Q")


class KernelCounters:
    """What the kernel counts of all that a supervisor starts: by the descriptor of an event, by a
    control group, by both or by neither. `own_ns` is what the supervisor itself had used before."""

    def __init__(
        self, supervisor: int, own_ns: int, event: int | None, group: Group | None
    ) -> None:
        self.event, self.group = event, group
        self._supervisor, self._own_ns = supervisor, own_ns

    def used_ns(self) -> int:
        """The larger figure, without the supervisor's own time; 0 where nothing is counted."""
        counted = 0 if self.group is None else self.group.used_ns()
        with suppress(OSError):
            if self.event is not None:
                counted = max(counted, COUNT.unpack(os.read(self.event, COUNT.size))[0])
            return counted - (cpu_clock(self._supervisor) - self._own_ns) if counted else 0
        return 0

    def close(self) -> None:
        """Let go of the event; the group is its owner's."""
        if self.event is not None:
            os.close(self.event)
            self.event = None


class Meter:
    """Reads a tree. `cpu` is in seconds, `memory` and `peak` are in bytes.

    `kernel` are its counters. `scratch` are the folders of the supervisor's world that lie
    in memory. Below `enough` bytes it does not matter that processes share some of theirs.
    """

    def __init__(
        self,
        supervisor: int,
        ledger: mmap.mmap,
        kernel: KernelCounters | None = None,
        scratch: Sequence[str] = (),
        enough: int = sys.maxsize,
    ) -> None:
        self.supervisor = Process(supervisor, 0, 0)
        self.tree = Tree(supervisor)
        self.cpu = 0.0
        self.memory = 0
        self.peak = 0
        self.threads = 0
        self._ledger = ledger
        self._scratch = [f"/proc/{supervisor}/root{folder}" for folder in scratch]
        self._enough = enough
        self._kernel = kernel
        self._lost_ns = 0  # that appears in nobody's account
        self._vanished_ns = 0  # last seen of those that have gone since the last look
        self._unsettled_ns = 0  # of it, what had appeared nowhere at the last look
        self._reaped_ns = 0  # at the last look
        self._waited_ns: dict[int, int] = {}  # for children, by process, at the last look

    @property
    def processes(self) -> int:
        """How many were there at the last look."""
        return len(self.tree.members)

    def close(self) -> None:
        """Let go of the counters."""
        if self._kernel is not None:
            self._kernel.close()
            self._kernel = None

    def look(self) -> None:
        """Find all processes and read them."""
        before = dict(self.tree.members)
        self.tree.look()
        for pid in before.keys() - self.tree.members.keys():
            self._vanished_ns += before[pid].total_ns
        reaped_ns = self._read_processes()
        gained = reaped_ns - self._reaped_ns
        for pid, process in self.tree.members.items():
            if pid in self._waited_ns:
                gained += process.children_ns - self._waited_ns[pid]
        # A process may be gone before its time is in an account, but not for long: only what is
        # still nowhere at the second look is lost. Accounts of children are rounded to ticks.
        slack = 2 * TICK_NS * (1 + len(self.tree.members))
        self._lost_ns += max(0, self._unsettled_ns - gained - slack)
        self._unsettled_ns = max(0, self._vanished_ns - gained)
        self._vanished_ns = 0
        self._reaped_ns = reaped_ns
        self._waited_ns = {pid: each.children_ns for pid, each in self.tree.members.items()}

    def glance(self) -> None:
        """Read the processes known from the last look: quick, and never too much."""
        self._read_processes()

    def _read_processes(self) -> int:
        """Read those that are known; what the supervisor has reaped."""
        for _ in range(TRIES):
            sequence, reaped_ns, largest = LEDGER.unpack_from(self._ledger)
            total = reaped_ns + self._lost_ns
            memory = threads = 0
            for pid, process in list(self.tree.members.items()):
                if process.update():
                    total += process.total_ns
                    memory += process.resident
                    threads += process.threads
                else:
                    del self.tree.members[pid]
                    self._vanished_ns += process.total_ns
            # Who was reaped while we were reading would count twice, or not at all.
            if sequence % 2 == 0 and LEDGER.unpack_from(self._ledger)[0] == sequence:
                break
        counted_ns = 0 if self._kernel is None else self._kernel.used_ns()
        self.cpu = max(self.cpu, total / 1e9, counted_ns / 1e9)
        memory += self._scratch_used()
        if memory > self._enough:
            memory = self._scratch_used() + sum(
                process.proportional() for process in self.tree.members.values()
            )
        self.memory = memory
        self.threads = threads
        self.peak = max(self.peak, memory, largest)
        return int(reaped_ns)

    def weigh(self) -> int:
        """The memory with what processes share without a file and what tables of pages take, which
        takes longer to find, and is looked for only where it could be too much."""
        members = self.tree.members
        could_be = sum(process.mapped for process in members.values())
        if could_be <= self._enough:
            return self.memory
        if could_be > TABLE_SHARE * (self._enough - self.memory):
            self.memory += sum(process.page_tables() for process in members.values())
        shared = held(members, self._enough - self.memory)
        if shared:
            rest = sum(map(besides, members.values()))
            self.memory = max(self.memory, shared + rest + self._scratch_used())
            self.peak = max(self.peak, self.memory)
        return self.memory

    def run_delays(self) -> dict[tuple[int, str], int]:
        """For how many nanoseconds each thread was ready to run and kept off the processors; those
        that let others go first wait by their own will."""
        delays = {}
        for pid, process in self.tree.members.items():
            if process.is_humbler_than(self.supervisor):
                continue
            folder = f"/proc/{pid}/task"
            with suppress(OSError):
                for thread in os.listdir(folder):
                    with open(f"{folder}/{thread}/schedstat", "rb") as file:
                        delays[pid, thread] = int(file.read().split()[1])
        return delays

    def _scratch_used(self) -> int:
        used = 0
        for folder in self._scratch:
            with suppress(OSError):
                system = os.statvfs(folder)
                used += (system.f_blocks - system.f_bfree) * system.f_frsize
        return used
