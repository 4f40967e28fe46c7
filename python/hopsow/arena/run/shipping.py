"""Games and other work on their way to another machine: with the programs that take part, and what
a node must have.

What a node lacks is nobody's fault: the work is then done elsewhere. It must have the same
version of Hopsow, the sandbox that programs would run in at home, their interpreters, and, where a
built-in agent or the referee may look into tables, the same tables.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from hopsow import __version__, tables
from hopsow.arena.contest import entrants
from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.task import Task
from hopsow.arena.process.sandbox import Sandbox
from hopsow.arena.referee.adjudication import OFF
from hopsow.arena.referee.game import AGENTS
from hopsow.arena.run import here
from hopsow.arena.run.parcels import Parcel, content_of, pack
from hopsow.arena.run.seldom import Seldom

HOPSOW, SANDBOX, PROGRAM, FILE = "Hopsow", "sandbox", "program", "file"
TABLES, MEMORY = "tables", "memory"

Need = tuple[str, str]  # a kind, and which one
SAME_HOPSOW = HOPSOW, __version__


@dataclass(frozen=True, slots=True)
class Shipped:
    """A task, the programs that take part in it, and on the node where their files lie, by digest.

    Of a game the parcels are those of its two agents, None for one that is built in.
    """

    task: Any
    parcels: tuple[Parcel | None, ...]
    needs: tuple[Need, ...]
    places: dict[str, str] = field(default_factory=dict)
    progress: type | None = None  # of the results that say how far it has come, if somebody asks

    @property
    def digests(self) -> set[str]:
        """The archives that it takes along."""
        return {parcel.digest for parcel in self.parcels if parcel is not None}

    def contents(self) -> Iterator[tuple[str, bytes]]:
        """Those archives, on the machine that it comes from."""
        return ((digest, content_of(digest)) for digest in self.digests)

    def files(self) -> list[str]:
        """The words of the parcels on the node: of a single file its name."""
        return [
            word
            for parcel in self.parcels
            if parcel is not None
            for word in parcel.words_in(self.place_of(parcel))
        ]

    def place_of(self, parcel: Parcel) -> Path:
        """Where the files of a program lie on the node."""
        return Path(self.places[parcel.digest])


def ship(task: Task, is_watched: bool = False) -> Shipped:
    """Make a game ready to travel."""
    a, b = (
        pack(spec, _others(task, index)) if entrants.is_program(spec) else None
        for index, spec in enumerate(task.agents)
    )
    progress = int if is_watched else None
    return Shipped(task, (a, b), tuple(_needs(task, (a, b))), progress=progress)


def _others(task: Task, index: int) -> frozenset[str]:
    return frozenset((task.agents[1 - index], *task.others)) - {task.agents[index]}


def _needs(task: Task, parcels: tuple[Parcel | None, ...]) -> Iterator[Need]:
    yield SAME_HOPSOW
    if None in parcels or task.adjudicate != OFF:
        yield TABLES, known_tables()
    for parcel in parcels:
        if parcel is not None:
            yield from needs_of(parcel, task.sandbox)


def needs_of(parcel: Parcel, sandbox: str) -> Iterator[Need]:
    """What a node must have to run a program."""
    yield SANDBOX, f"{sandbox} {Sandbox.choose(sandbox).kind}"
    yield from ((PROGRAM, name) for name in parcel.programs)
    yield from ((FILE, name) for name in parcel.files)


def missing(need: Need) -> str | None:
    """What this machine lacks of what a game needs, in words."""
    kind, name = need
    if kind == HOPSOW:
        return None if name == __version__ else f"Hopsow {name} (it has {__version__})"
    if kind == SANDBOX:
        wanted, at_home = name.split()
        try:
            chosen = Sandbox.choose(wanted)
        except ValueError as error:
            return f"{at_home} ({error})"
        return None if chosen.kind == at_home else f"{at_home} ({chosen.why})"
    if kind == TABLES:
        return None if name == known_tables() else "the same tables"
    if kind == MEMORY:
        free = tables.free_memory()
        is_enough = free is None or free >= int(name)
        return None if is_enough else f"{tables.amount(int(name))} of free memory"
    there = shutil.which(name) if kind == PROGRAM else os.path.exists(name)
    return None if there else name


@cache
def known_tables() -> str:
    """The files of tables on this machine, by a hash of their names and sizes."""
    files = sorted(tables.default_folder().glob(f"*{tables.SUFFIX}"))
    listed = [f"{path.name} {path.stat().st_size}" for path in files if path.is_file()]
    return sha256("\n".join(listed).encode()).hexdigest()


def need_of_memory(amount: int) -> Need:
    """So many bytes that are free."""
    return MEMORY, str(amount)


def tell_game(shipped: Shipped, tell: here.Tell) -> None:
    """Play a game whose programs have arrived; its evidence is that of a game at home."""
    arrived = [parcel and parcel.spec_in(shipped.place_of(parcel)) for parcel in shipped.parcels]
    specs = [new or old for new, old in zip(arrived, shipped.task.agents, strict=True)]
    task = replace(shipped.task, agents=(specs[0], specs[1]), others=())
    is_watched = shipped.progress is not None
    if is_watched:
        tell(0)
    with Seldom(tell, here.TELL_S) as progress:
        evidence = here.play(task, progress if is_watched else None)
    tell(_as_at_home(shipped, evidence))


def _as_at_home(shipped: Shipped, evidence: Evidence) -> Evidence:
    def named(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: named(each) for key, each in value.items()}
        if isinstance(value, str):
            for parcel in shipped.parcels:
                if parcel is not None:
                    value = parcel.as_at_home(value, shipped.place_of(parcel))
        return value

    agents = dict(zip(AGENTS, shipped.task.agents, strict=True))
    texts = {"reason": named(evidence.reason), "left": named(evidence.left)}
    return replace(evidence, agents=agents, **texts)


def lost_game(shipped: Shipped) -> Evidence:
    """The evidence of a game whose process was killed."""
    return here.lost_game(shipped.task)
