"""Which node of a cluster does which task.

The dispatcher chooses the node itself, because it knows more than Ray: which nodes have lost
tasks, and how long tasks take. A node gets as many batches of tasks as it has processors; short
tasks share a batch, and where they are short the next batch waits at the node already. Whatever was
on a node that is lost goes elsewhere, and what comes twice is passed on once. When nothing is left
to hand out, a free node does again what another one has been at for long.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import ray
from ray.exceptions import NodeDiedError, RayError, RayTaskError, TaskUnschedulableError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from hopsow.arena.run import courier, node
from hopsow.arena.run.courier import Line
from hopsow.arena.run.shipping import Need

LOOK_S = 1.0  # between two looks at the list of nodes
WAIT_S = 0.1  # for something to happen
BATCH_S = 1.0  # what a batch of short tasks should take
MOST_IN_BATCH = 100
MOST_KILLS = 5  # of the process that does a task, after which the task is lost
MOST_IN_A_ROW = 3  # tasks killed on a node that finishes none
NO_NODE_S = 60.0  # without any node, after which nothing more is expected
SLOW_S, SLOW_TIMES = 5.0, 4.0  # a task is slow after so long, and so many times the longest
SWEEP_S = 10.0

carry_out = ray.remote(num_cpus=1, max_retries=0, num_returns="streaming")(node.carry_out)
sweep = ray.remote(num_cpus=0, max_retries=0)(node.sweep)


@dataclass(eq=False)
class Errand:
    """A task on its way; `kills` are the processes that were killed over it."""

    number: int
    packed: bytes
    digests: set[str]
    needs: tuple[Need, ...]
    kills: int = 0
    copies: int = 0  # batches that it is part of
    since: float = 0.0  # when it was last handed out
    is_over: bool = False


@dataclass(eq=False)
class Node:
    """A machine of the cluster; `killed` are tasks that were killed there since one was over, and
    `lacks` is what tasks have needed and not found."""

    id: str
    processors: int
    batches: int = 0
    lacks: dict[Need, str] = field(default_factory=dict)
    killed: set[int] = field(default_factory=set)
    is_lost: bool = False

    def suits(self, errand: Errand) -> bool:
        """Whether the node has what a task needs, as far as is known."""
        return not any(need in self.lacks for need in errand.needs)

    @property
    def place(self) -> NodeAffinitySchedulingStrategy:
        return NodeAffinitySchedulingStrategy(self.id, soft=False)


@dataclass(eq=False)
class Batch:
    """Tasks that a node does one after another; those that are over are gone."""

    node: Node
    errands: deque[Errand]


class Dispatch:
    """One lot of tasks, from the first to the last."""

    def __init__(self, line: Line, do: node.Do, archives: dict[str, Any]) -> None:
        self._line, self._do, self._archives = line, do, archives
        self._nodes: dict[str, Node] = {}
        self._todo: deque[Errand] = deque()
        self._batches: dict[Any, Batch] = {}  # by the generators of their results
        self._open = 0  # errands that are not over
        self._asked = self._has_all = False
        self._looked = 0.0
        self._last_node = time.monotonic()  # when there was one
        self._problem = ""  # the last one of a node
        self._seconds: float | None = None  # that a task takes, lately
        self._longest = 0.0

    def close(self) -> None:
        """End what still runs, and remove what it leaves."""
        unfinished = [results for results, batch in self._batches.items() if batch.errands]
        if not unfinished:
            return
        for results in unfinished:
            with suppress(RayError, ValueError):
                ray.cancel(results, force=True)
        swept = [sweep.options(scheduling_strategy=each.place).remote() for each in self._usable()]
        with suppress(RayError):
            ray.wait(swept, num_returns=len(swept), timeout=SWEEP_S)

    def run(self) -> tuple[Any, ...]:
        """Do everything; the last word to the main process."""
        while True:
            while message := self._line.hear(0):
                word, *rest = message
                if word == courier.STOP:
                    return (courier.STOPPED,)
                if word == courier.ARCHIVE:
                    digest, content = rest
                    self._archives[digest] = ray.put(content)
                else:
                    self._take(rest[0])
            self._look()
            self._ask()
            self._hand_out()
            if self._has_all and not self._open:
                return (courier.DONE,)
            if self._has_all and not self._batches and (what := self._lacking()):
                return courier.FAILED, f" has no node with {what}"
            if time.monotonic() - self._last_node > NO_NODE_S:
                return courier.FAILED, f" has no node left that works{self._problem}"
            try:
                self._receive()
            except RayTaskError as error:
                return courier.RAISED, error.cause

    # -- tasks --------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Ask for tasks in time."""
        wanted = 2 * self._processors() * self._batch_size()
        if not self._asked and not self._has_all and self._doable() < wanted:
            self._line.say(courier.MORE, wanted)
            self._asked = True

    def _doable(self) -> int:
        """How many of the waiting tasks some node can do."""
        usable = list(self._usable())
        if not any(each.lacks for each in usable):
            return len(self._todo)
        return sum(any(each.suits(errand) for each in usable) for errand in self._todo)

    def _take(self, tasks: list[courier.Packed]) -> None:
        self._todo.extend(Errand(*task) for task in tasks)
        self._open += len(tasks)
        self._asked, self._has_all = False, not tasks

    def _batch_size(self) -> int:
        """How many tasks take about as long as a batch should."""
        if self._seconds is None:
            return 1
        return max(1, min(MOST_IN_BATCH, int(BATCH_S / max(self._seconds, 1e-6))))

    def _hand_out(self) -> None:
        is_short = self._seconds is not None and self._seconds < BATCH_S
        for each in self._usable():
            while each.batches < each.processors + is_short:
                errands = self._next(each)
                if not errands:
                    break
                self._send(each, errands)

    def _next(self, receiver: Node) -> list[Errand]:
        """The next batch; towards the end batches are small, so that all end together."""
        if not self._todo:
            slow = self._slow(receiver) if self._has_all else iter(())
            return list(islice(slow, self._batch_size()))
        share = -(-len(self._todo) // (2 * self._processors()))
        count = min(self._batch_size(), max(1, share))
        if not receiver.lacks:
            return [self._todo.popleft() for _ in range(min(count, len(self._todo)))]
        chosen = list(islice(filter(receiver.suits, self._todo), count))
        for errand in chosen:
            self._todo.remove(errand)
        return chosen

    def _slow(self, receiver: Node) -> Iterator[Errand]:
        """Tasks that another node has been at for long."""
        before = time.monotonic() - max(SLOW_S, SLOW_TIMES * self._longest)
        for batch in self._batches.values():
            if batch.node is not receiver:
                for errand in batch.errands:
                    if errand.copies < 2 and errand.since < before and receiver.suits(errand):
                        yield errand

    def _send(self, receiver: Node, errands: list[Errand]) -> None:
        for errand in errands:
            errand.copies += 1
            errand.since = time.monotonic()
        packed = [(each.number, each.packed, each.digests, each.needs) for each in errands]
        archives = {digest: self._archives[digest] for each in errands for digest in each.digests}
        placed = carry_out.options(scheduling_strategy=receiver.place)
        results = placed.remote(self._do, packed, archives)
        self._batches[results] = Batch(receiver, deque(errands))
        receiver.batches += 1

    # -- results ------------------------------------------------------------------------------

    def _receive(self) -> None:
        """Wait for a moment; then pass on everything that is there."""
        if not self._batches:
            self._line.wait(WAIT_S)
            return
        waiting = list(self._batches)
        if ray.wait(waiting, num_returns=1, timeout=WAIT_S)[0]:
            for results in ray.wait(waiting, num_returns=len(waiting), timeout=0)[0]:
                self._pass_on(results)

    def _pass_on(self, results: Any) -> None:
        batch = self._batches[results]
        try:
            number, word, rest = ray.get(next(results))
        except StopIteration:
            self._end(results)
            return
        except RayTaskError as error:
            if not isinstance(error.cause, ImportError):
                raise
            self._drop(batch.node, error.cause)
            self._end(results)
            return
        except RayError as error:
            if isinstance(error, NodeDiedError | TaskUnschedulableError):
                self._drop(batch.node, error)
            elif batch.errands:
                self._killed(batch, batch.errands.popleft())
            self._end(results)
            return
        errand = batch.errands[0]
        assert errand.number == number
        if word == node.KILLED:
            self._killed(batch, batch.errands.popleft())
        elif word == node.LACKS:
            need, what = rest
            batch.node.lacks[need] = what
            errand.needs = (*{*errand.needs, need},)
            self._put_back(batch.errands.popleft())
        elif word == courier.OVER:
            self._over(batch, batch.errands.popleft(), rest)
        elif not errand.is_over:
            self._line.say(word, number, rest)

    def _over(self, batch: Batch, errand: Errand, seconds: float) -> None:
        batch.node.killed.clear()
        before = seconds if self._seconds is None else self._seconds
        self._seconds = 0.8 * before + 0.2 * seconds
        self._longest = max(self._longest, seconds)
        self._finish(errand, courier.OVER)

    def _finish(self, errand: Errand, word: str) -> None:
        errand.copies -= 1
        if not errand.is_over:
            errand.is_over = True
            self._open -= 1
            self._line.say(word, errand.number)

    def _killed(self, batch: Batch, errand: Errand) -> None:
        """Try elsewhere, or give the task up; a node on which nothing else happens is dropped."""
        batch.node.killed.add(errand.number)
        errand.kills += 1
        if len(batch.node.killed) >= MOST_IN_A_ROW:
            self._drop(batch.node, ChildProcessError("its processes are killed"))
        if errand.kills >= MOST_KILLS:
            self._finish(errand, courier.LOST)
        else:
            self._put_back(errand)

    def _end(self, results: Any) -> None:
        """Forget a batch; what it has not done is done again."""
        batch = self._batches.pop(results)
        batch.node.batches -= 1
        for errand in reversed(batch.errands):
            self._put_back(errand)

    def _put_back(self, errand: Errand) -> None:
        errand.copies -= 1
        if not errand.is_over and not errand.copies:
            self._todo.appendleft(errand)

    # -- nodes --------------------------------------------------------------------------------

    def _look(self) -> None:
        """See who has come and who is gone."""
        now = time.monotonic()
        if now - self._looked < LOOK_S:
            return
        self._looked = now
        for each in ray.nodes():
            known = self._nodes.setdefault(
                each["NodeID"], Node(each["NodeID"], int(each["Resources"].get("CPU", 0)))
            )
            known.is_lost |= not each["Alive"]
        if any(self._usable()):
            self._last_node = now

    def _usable(self) -> Iterator[Node]:
        return (each for each in self._nodes.values() if each.processors and not each.is_lost)

    def _processors(self) -> int:
        return sum(each.processors for each in self._usable()) or 1

    def _lacking(self) -> str:
        """What keeps every node from the next task; nothing if some node can do it."""
        usable = list(self._usable())
        if not usable or any(each.suits(self._todo[0]) for each in usable):
            return ""
        needs = self._todo[0].needs
        lacks = {each.lacks[need] for each in usable for need in needs if need in each.lacks}
        return ", ".join(sorted(lacks))

    def _drop(self, lost: Node, why: BaseException) -> None:
        lost.is_lost = True
        line = next(iter(str(why).splitlines()), type(why).__name__)
        self._problem = f" (the last problem: {line})"
