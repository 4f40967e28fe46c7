"""What a program's processes have used: CPU time, memory, and how many there are.

The CPU time of a tree is what its living processes have used, what they have waited for, and what
the supervisor has reaped. A child whose parent ignores SIGCHLD vanishes from all three; what was
last seen of it is added.
"""

from __future__ import annotations

import mmap

from hopsow.arena.process.supervisor import LEDGER, Process, Tree

METER = "CPU clocks of all processes of the tree, and of those that ended"
TRIES = 5


class Meter:
    """Reads a tree. `cpu` is in seconds, `memory` and `peak` are in bytes."""

    def __init__(self, supervisor: int, ledger: mmap.mmap) -> None:
        self.supervisor = Process(supervisor, 0, 0)
        self.tree = Tree(supervisor)
        self._ledger = ledger
        self._forgotten_ns = 0
        self.cpu = 0.0
        self.memory = 0
        self.peak = 0

    @property
    def processes(self) -> int:
        """How many were there at the last look."""
        return len(self.tree.members)

    def expect(self, pid: int) -> None:
        """Count a process from its first moment, before the next look."""
        process = Process.read(pid)
        if process is not None:
            self.tree.members[pid] = process

    def look(self) -> None:
        """Find all processes and read them."""
        before = dict(self.tree.members)
        self.tree.look()
        for pid in before.keys() - self.tree.members.keys():
            self._remember(before[pid])
        self.glance()

    def glance(self) -> None:
        """Read the processes known from the last look: quick, and never too much."""
        for _ in range(TRIES):
            sequence, reaped_ns, largest = LEDGER.unpack_from(self._ledger)
            total = reaped_ns + self._forgotten_ns
            memory = 0
            for pid, process in list(self.tree.members.items()):
                if process.update():
                    total += process.own_ns + process.children_ns
                    memory += process.resident
                else:
                    del self.tree.members[pid]
                    self._remember(process)
            # Who was reaped while we were reading would count twice, or not at all.
            if sequence % 2 == 0 and LEDGER.unpack_from(self._ledger)[0] == sequence:
                break
        self.cpu = max(self.cpu, total / 1e9)
        self.memory = memory
        self.peak = max(self.peak, memory, largest)

    def _remember(self, gone: Process) -> None:
        parent = self.tree.members.get(gone.parent)
        if parent is not None and parent.loses_children():
            self._forgotten_ns += gone.own_ns + gone.children_ns
