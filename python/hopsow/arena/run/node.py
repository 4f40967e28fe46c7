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
from pathlib import Path
from typing import Any

from hopsow.arena.process.folders import remove_abandoned
from hopsow.arena.run import here
from hopsow.arena.run.courier import OVER, TOLD

KILLED = "killed"

Do = Callable[[Any, here.Tell], None]
Message = tuple[int, str, Any]  # the number of a task, what happened, and what belongs to it

_KILLED = object()
_pools: dict[Do, here.Pool] = {}  # one, which lasts from one call to the next


def carry_out(do: Do, tasks: list[tuple[int, bytes]]) -> Iterator[Message]:
    """Do tasks one after another; each result as it is told, and when a task is over its seconds.

    A task whose process is killed ends with that, and the next one gets another process.
    """
    pool = _pool(do)
    try:
        for number, packed in tasks:
            begun = time.monotonic()
            task = pickle.loads(packed)
            for _, result in pool.run(iter([(number, task)])):
                if result is _KILLED:
                    yield number, KILLED, None
                    break
                yield number, TOLD, pickle.dumps(result)
            else:
                yield number, OVER, time.monotonic() - begun
    except BaseException:
        _pools.pop(do).close()
        raise


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
