"""What a node of a cluster does with the tasks that it is given.

It runs in a worker process of Ray, which has threads of its own that use CPU time. So a task is
done in a process below it, as on any machine, where nobody else's time is charged.
"""

from __future__ import annotations

import pickle
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from hopsow.arena.process.folders import folder, remove_abandoned
from hopsow.arena.referee.game import ends_the_run
from hopsow.arena.run import here
from hopsow.arena.run.courier import OVER, TOLD, Packed
from hopsow.arena.run.parcels import unpack
from hopsow.arena.run.shipping import missing

DISK = "disk"  # what a node may lack as well
KILLED, LACKS = "killed", "lacks"

Do = Callable[[Any, here.Tell], None]
Message = tuple[int, str, Any]  # the number of a task, what happened, and what belongs to it

_KILLED = object()
_pools: dict[Do, here.Pool] = {}  # one, which lasts from one call to the next


def carry_out(do: Do, tasks: list[Packed], archives: dict[str, Any]) -> Iterator[Message]:
    """Do tasks one after another; each result as it is told, and when a task is over its seconds.

    A task whose process is killed ends with that, and the next one gets another process. A task is
    not done where the node lacks something for it. What is unpacked for the tasks is removed after
    the last of them.
    """
    pool = _pool(do)
    unpacked = Unpacked(archives)
    try:
        for number, packed, digests, needs in tasks:
            begun = time.monotonic()
            lacking = next(((need, what) for need in needs if (what := missing(need))), None)
            if lacking is not None:
                yield number, LACKS, lacking
                continue
            task = pickle.loads(packed)
            if digests:
                task = task._replace(places={each: unpacked[each] for each in digests})
            for _, result in pool.run(iter([(number, task)])):
                if result is _KILLED:
                    yield number, KILLED, None
                    break
                yield number, TOLD, pickle.dumps(result)
            else:
                seconds = time.monotonic() - begun
                if number == tasks[-1][0]:
                    unpacked.remove()  # now: when all is over, this process may be ended at once
                yield number, OVER, seconds
    except OSError as error:
        _pools.pop(do).close()
        if not ends_the_run(error):
            raise
        yield number, LACKS, ((DISK, ""), "room on its disk")
    except BaseException:
        _pools.pop(do).close()
        raise
    finally:
        unpacked.remove()


class Unpacked:
    """Archives that are unpacked when first asked for, into a folder of their own."""

    def __init__(self, archives: dict[str, Any]) -> None:
        self._archives = archives
        self._places: dict[str, str] = {}
        self._stack = ExitStack()

    def __getitem__(self, digest: str) -> str:
        if digest not in self._places:
            import ray

            place = self._stack.enter_context(folder())
            content = ray.get(self._archives[digest])
            self._places[digest] = str(unpack(content, digest, place))
        return self._places[digest]

    def remove(self) -> None:
        """Remove them all."""
        self._stack.close()


def _pool(do: Do) -> here.Pool:
    if do not in _pools:
        for other in [*_pools]:
            _pools.pop(other).close()
        # A new process would run this one's script again, which is Ray's and of no use to it.
        vars(sys.modules["__main__"]).pop("__file__", None)
        _pools[do] = here.Pool(1, do, lambda task: _KILLED)
    return _pools[do]


def sweep() -> None:
    """Remove what killed processes have left on this node."""
    remove_abandoned(Path(tempfile.gettempdir()))
