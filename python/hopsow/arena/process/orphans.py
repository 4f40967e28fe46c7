"""What is left of a program whose supervisor was killed from below, in the open.

Its orphans then go to the nearest subreaper above, so this process becomes one: they turn up among
its own children, where no race can hide them. In a sandbox the supervisor is the first process of
its namespace; signals from below do not reach it, and with its end the kernel ends all others.
"""

from __future__ import annotations

import os
import signal
import time

from hopsow.arena.process.supervisor import PR_SET_CHILD_SUBREAPER, Tree, prctl, stat

PATIENCE_S = 60.0
QUIET_LOOKS = 3  # after which nobody is believed to be left
PAUSE_S = 0.001


class Nursery:
    """The children of this process that were there before a program was started."""

    def __init__(self) -> None:
        prctl(PR_SET_CHILD_SUBREAPER, 1)
        self._known = _children()

    def know(self, pid: int) -> None:
        """Count a child among those that are nobody's orphans."""
        self._known.add(pid)

    def clear(self, tree: Tree) -> None:
        """End the members of a tree that have lost their supervisor, and all that they started."""
        end, quiet = time.monotonic() + PATIENCE_S, 0
        while quiet < QUIET_LOOKS and time.monotonic() < end:
            tree.members = {pid: each for pid, each in tree.members.items() if each.lives()}
            tree.stop()
            orphans = [pid for pid in _children() - self._known if _is_foreign(pid)]
            for pid in orphans:
                _end(pid)
            quiet = 0 if orphans or tree.members else quiet + 1
            time.sleep(PAUSE_S)


def _children() -> set[int]:
    own = os.getpid()
    pids = (int(name) for name in os.listdir("/proc") if name.isdigit())
    return {pid for pid in pids if (fields := stat(pid)) is not None and int(fields[1]) == own}


def _is_foreign(pid: int) -> bool:
    """Whether a child is in a session of its own, as everything is that a supervisor starts."""
    fields = stat(pid)
    return fields is not None and int(fields[3]) != os.getsid(0)


def _end(pid: int) -> None:
    try:
        # Stopped first, it cannot fork while its own children are looked for.
        os.kill(pid, signal.SIGSTOP)
        below = Tree(pid)
        below.stop()
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    except (ProcessLookupError, ChildProcessError):
        pass
