"""What a node of a cluster does with a task that it is given.

It runs in a worker process of Ray, which has threads of its own that use CPU time. So a task is
done in a process below it, as on any machine, where nobody else's time is charged.
"""

from __future__ import annotations

import pickle
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hopsow.arena.process.folders import folder, remove_abandoned
from hopsow.arena.referee.game import ends_the_run
from hopsow.arena.run import here
from hopsow.arena.run.parcels import unpack
from hopsow.arena.run.shipping import Need, missing

TOLD, OVER, LOST = "told", "over", "lost"  # what has happened to a task
LACKS = "lacks"  # what a node says instead of a result
DISK = ("disk", ""), "room on its disk"  # what a node may lack as well

Event = tuple[int, str, Any]  # the number of a task, what has happened, and its results
Do = Callable[[Any, here.Tell], None]


@dataclass(frozen=True, slots=True)
class Packed:
    """A task as it travels, the archives that it takes along, and what it needs of a node."""

    number: int
    content: bytes
    digests: tuple[str, ...]
    needs: tuple[Need, ...]
    is_watched: bool


_KILLED = object()
_pools: dict[Do, here.Pool] = {}  # one, which lasts from one task to the next


def carry_out(
    at: str, packed: tuple[Any, ...], watch: Any, archives: tuple[bytes, ...]
) -> tuple[str, Any]:
    """Do a task: the last result that it tells, in a list; or what the node lacks for it.

    Who watches hears how far it has come. `at` is the node's own name, and what is unpacked for
    the task is removed after it.
    """
    given = Packed(*packed)
    for need in given.needs:
        if what := missing(need):
            return LACKS, (at, need, what)
    do, task = pickle.loads(given.content)
    pool = _pool(do)
    told: list[Any] = []
    try:
        with ExitStack() as stack:
            for digest, archive in zip(given.digests, archives, strict=True):
                place = unpack(archive, digest, stack.enter_context(folder()))
                task = replace(task, places={**task.places, digest: str(place)})
            for _, result in pool.run(iter([(given.number, task)])):
                if result is _KILLED:
                    raise ChildProcessError("its process was killed")
                told = [result]
                if watch is not None and isinstance(result, task.progress):
                    watch.hear.remote(given.number, result)
    except BaseException as error:
        _pools.pop(do).close()
        if isinstance(error, OSError) and ends_the_run(error):
            return LACKS, (at, *DISK)
        raise
    return OVER, told


def _pool(do: Do) -> here.Pool:
    if do not in _pools:
        for other in [*_pools]:
            _pools.pop(other).close()
        remove_abandoned(Path(tempfile.gettempdir()))
        # A new process would run this one's script again, which is Ray's and of no use to it.
        vars(sys.modules["__main__"]).pop("__file__", None)
        _pools[do] = here.Pool(1, do, lambda task: _KILLED)
    return _pools[do]
