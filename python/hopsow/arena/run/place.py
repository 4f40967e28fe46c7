"""Where tasks are done: on this machine, or on the machines of a Ray cluster.

Both do the same to a task and keep nothing of it, so that the results do not depend on the place.
A place is named by a text: `here`, `ray` (a cluster on this machine, started and ended) or
`ray:ADDRESS` (one that is there).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.task import Task
from hopsow.arena.run import here
from hopsow.texts import quoted

if TYPE_CHECKING:
    from hopsow.arena.run.shipping import Shipped

K = TypeVar("K")

HERE, RAY = "here", "ray"
LOST = None  # instead of the result of a task whose worker was killed again and again
MISSING = "--on ray needs Ray: pip install 'hopsow[ray]'"


class Place(Protocol):
    """What does tasks; closing one of its generators ends everything that still runs."""

    def run(
        self,
        tasks: Iterable[tuple[Any, Task]],
        jobs: int = 1,
        progress: Callable[[Any, int], None] = here.unseen,
    ) -> Generator[tuple[Any, Evidence], None, None]:
        """Play tasks; each with its key as it is finished."""

    def work(
        self,
        tasks: Iterable[tuple[Any, Any]],
        jobs: int,
        do: Callable[[Any, here.Tell], None],
        lost: Callable[[Any], Any],
    ) -> Generator[tuple[Any, Any], None, None]:
        """Do tasks; each result that `do` tells with the key of its task."""


def check(name: str) -> None:
    """Refuse a text that names no place, or a place that cannot be used here."""
    kind, colon, address = name.partition(":")
    if kind not in (HERE, RAY) or (colon and (kind == HERE or not address)):
        raise ValueError(f"found {quoted(name)}, expected here, ray or ray:ADDRESS")
    if kind == RAY and find_spec("ray") is None:
        raise ValueError(MISSING)


def each(
    place: Place, tasks: Iterable[tuple[K, Shipped]], do: Callable[[Any, here.Tell], None]
) -> Iterator[tuple[K, Any]]:
    """Map tasks to what `do` tells of them, each with its key; an error if one cannot be done."""
    with closing(place.work(tasks, 1, do, lambda task: LOST)) as told:
        for key, result in told:
            if result is LOST:
                raise ChildProcessError(f"{key}: a worker was killed")
            yield key, result


@contextmanager
def at(name: str, is_resumed: bool = True) -> Iterator[Place]:
    """The place that a text names; what is started for it is ended afterwards.

    `is_resumed` says that the same command would go on if the place were lost.
    """
    check(name)
    if name == HERE:
        yield here
        return
    from hopsow.arena.run.ray import Ray

    with closing(Ray(name.partition(":")[2] or None, is_resumed)) as cluster:
        yield cluster
