"""A class marked on this machine, or on the machines of a cluster.

Programs are built here in any case, since the games of the class need them as well. A student who
is marked elsewhere is one task there, with the program as it was built and with what is known so
far; what comes back names the files of this machine, and is written here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from hopsow.arena.classroom import marking, result
from hopsow.arena.classroom.marking import Job
from hopsow.arena.classroom.result import Journal, Result
from hopsow.arena.run import here, shipping
from hopsow.arena.run.parcels import pack
from hopsow.arena.run.place import Place
from hopsow.arena.run.shipping import Shipped


@dataclass(frozen=True, slots=True)
class Student:
    """A student to be asked, and what is known already."""

    job: Job
    known: Result


def run(todo: list[Job], at_once: int, place: Place = here) -> Iterator[tuple[Job, Result]]:
    """Do the work; a student's result comes after every step, the last one is done."""
    jobs = [(job, job) for job in todo]
    if place is here:
        yield from here.work(jobs, at_once, marking.mark, marking.lost)
        return
    yield from here.work(jobs, at_once, marking.prepare, marking.lost)
    students = []
    for job in todo:
        known = job.known()
        if known.is_done or known.wait:
            continue
        try:
            own = replace(job, settings=job.own_settings())
            students.append((job, _ship(own, known)))
        except ValueError as error:  # it is too big to be sent
            known.wait = str(error)
            Journal(job.file).write(known)
            yield job, known
    steps = {job.file: shipped.task.known.steps for job, shipped in students}
    journals = {job.file: Journal(job.file) for job, _ in students}
    for job, known in place.work(students, at_once, tell_student, _lost):
        # What a lost node had asked is asked again; until then what it told is kept.
        if known.steps >= steps[job.file]:
            steps[job.file] = known.steps
            journals[job.file].write(known)
        yield job, known


def _ship(job: Job, known: Result) -> Shipped:
    parcel = pack(known.command, frozenset())
    needs = [
        shipping.SAME_HOPSOW,
        (shipping.TABLES, shipping.known_tables()),  # of the opponents, and of who reviews games
        *shipping.needs_of(parcel, job.settings.sandbox),
    ]
    return Shipped(Student(job, known), (parcel,), tuple(needs), progress=Result)


def tell_student(shipped: Shipped, tell: here.Tell) -> None:
    """Ask a program that has arrived, and tell the result after every step as at home."""
    (parcel,) = shipped.parcels
    assert parcel is not None
    student: Student = shipped.task
    spec, place = parcel.spec, shipped.place_of(parcel)
    arrived = parcel.spec_in(place)

    def at_home(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: at_home(each) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [at_home(each) for each in value]
        if isinstance(value, str):
            return spec if value == arrived else parcel.as_at_home(value, place)
        return value

    known = replace(student.known, command=arrived)
    for _ in marking.blameless(known, marking.asked(student.job.settings, known)):
        tell(result.from_json(at_home(known.as_json())))


def _lost(shipped: Shipped) -> Result:
    return marking.lost(shipped.task.job)
