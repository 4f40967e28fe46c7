"""The tasks that a Ray cluster has.

Ray decides where a task is done, and does it again if its process or its node is lost. Added to
that is what only Hopsow knows: which nodes lack what a task needs.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import astuple, replace
from itertools import chain
from typing import Any

import ray
from ray.exceptions import RayError, RayTaskError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from hopsow.arena.run.node import LACKS, LOST, TOLD, Event, Packed
from hopsow.arena.run.shipping import Need

RETRIES = 4  # of a task whose process or node is killed; then it is lost
AHEAD = 4  # tasks for each processor that the cluster knows of
WAIT_S = 0.2
LOOK_S = 1.0  # between two looks at the list of nodes


class Watch:
    """An actor that hears how far tasks have come; of each what was said last."""

    def __init__(self) -> None:
        self._said: dict[int, Any] = {}

    def hear(self, number: int, said: Any) -> None:
        self._said[number] = said

    def look(self) -> dict[int, Any]:
        """What was said since the last look."""
        said, self._said = self._said, {}
        return said


class Work:
    """Tasks from the first to the last."""

    def __init__(self) -> None:
        self._carry_out = _remote()
        here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
        self._new_watch = ray.remote(Watch).options(num_cpus=0, scheduling_strategy=here).remote
        self._watch: Any = None
        self._archives: dict[str, Any] = {}
        self._tasks: dict[Any, tuple[Packed, set[str]]] = {}  # and the nodes that cannot do it
        self._stuck: list[Packed] = []  # that no node can do
        self._lacks: dict[Need, dict[str, str]] = {}  # by node, in words
        self._nodes: dict[str, float] = {}  # with their processors
        self._looked = 0.0

    def do(self, archives: dict[str, bytes], tasks: list[Packed]) -> Iterator[Event]:
        """Do tasks, with these archives or earlier ones; an error if no node can do the rest."""
        self._archives |= {digest: ray.put(content) for digest, content in archives.items()}
        self._lacks.clear()  # memory or a program may be there by now
        waiting = deque(tasks)
        while waiting or self._tasks:
            self._look()
            while waiting and self._wants_more():
                self._begin(waiting.popleft())
            yield from chain.from_iterable(map(self._over, self._ready()))
            yield from self._heard()
        if self._stuck:
            lacks = (self._lacks.get(need, {}) for need in self._stuck[0].needs)
            what = {what for each in lacks for what in each.values()}
            raise ConnectionError(f" has no node with {', '.join(sorted(what))}")

    def _wants_more(self) -> bool:
        """Whether more tasks would keep the cluster busy."""
        return len(self._tasks) < AHEAD * int(sum(self._nodes.values()) or 1)

    def _begin(self, task: Packed) -> None:
        avoided = {node for need in task.needs for node in self._lacks.get(need, ())}
        if self._nodes and avoided.issuperset(self._nodes):
            self._stuck.append(task)
            return
        if task.is_watched and self._watch is None:
            self._watch = self._new_watch()
        where = {"ray.io/node-id": f"!in({','.join(sorted(avoided))})"} if avoided else None
        contents = [self._archives[digest] for digest in task.digests]
        watch = self._watch if task.is_watched else None
        ref = self._carry_out.options(label_selector=where).remote(astuple(task), watch, *contents)
        self._tasks[ref] = task, avoided

    def _ready(self) -> list[Any]:
        refs = [*self._tasks]
        if refs and ray.wait(refs, num_returns=1, timeout=WAIT_S)[0]:
            return [*ray.wait(refs, num_returns=len(refs), timeout=0)[0]]
        return []

    def _over(self, ref: Any) -> Iterator[Event]:
        task, _ = self._tasks.pop(ref)
        try:
            word, rest = ray.get(ref)
        except RayError as error:
            # An error that the task has raised is of its own class, too.
            if isinstance(error, RayTaskError) and not isinstance(error, ChildProcessError):
                raise
            word, rest = LOST, None
        if word != LACKS:
            yield task.number, word, rest
            return
        node, need, what = rest
        self._lacks.setdefault(need, {})[node] = what
        self._begin(replace(task, needs=(*{*task.needs, need},)))

    def _heard(self) -> Iterator[Event]:
        if self._watch is not None:
            numbers = {task.number for task, _ in self._tasks.values()}
            for number, said in ray.get(self._watch.look.remote()).items():
                if number in numbers:
                    yield number, TOLD, [said]

    def _look(self) -> None:
        """See which nodes there are, and whether each task has one that can do it."""
        now = time.monotonic()
        if now - self._looked < LOOK_S:
            return
        self._looked = now
        alive = (each for each in ray.nodes() if each["Alive"])
        self._nodes = {each["NodeID"]: each["Resources"].get("CPU", 0.0) for each in alive}
        self._nodes = {node: count for node, count in self._nodes.items() if count}
        hopeless = [ref for ref, (_, avoided) in self._tasks.items() if avoided >= {*self._nodes}]
        self._cancel(hopeless)
        waiting = self._stuck + [self._tasks.pop(ref)[0] for ref in hopeless]
        self._stuck = []
        for task in waiting:
            self._begin(task)

    def _cancel(self, refs: list[Any]) -> None:
        for ref in refs:
            with suppress(RayError, ValueError):
                ray.cancel(ref, force=True)


def _remote() -> Any:
    # Not a function of this module, so that Ray sends its code: a node may have no Hopsow.
    def carry_out(task: Any, watch: Any, *contents: bytes) -> tuple[str, Any]:
        import ray

        at = ray.get_runtime_context().get_node_id()
        try:
            from hopsow.arena.run import node
        except ImportError:
            return "lacks", (at, task[3][0], "Hopsow")  # the first need of every task
        return node.carry_out(at, task, watch, contents)

    options = {"max_retries": RETRIES, "retry_exceptions": [ChildProcessError]}
    return ray.remote(num_cpus=1, name="carry_out", **options)(carry_out)
