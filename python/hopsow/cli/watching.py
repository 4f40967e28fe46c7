"""Letting people watch games while they are played: `--serve`.

The page is served by a process of its own, which reads the database and nothing else: whoever plays
is charged for nothing of it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from socket import socket
from tempfile import TemporaryDirectory
from typing import Any

from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.match import Match, Runner
from hopsow.arena.contest.task import Task
from hopsow.arena.contest.tournament import Key, Tournament
from hopsow.arena.process.supervisor import ends_with
from hopsow.arena.results import ratings
from hopsow.arena.results.database import Database
from hopsow.arena.results.running import Running, Telling
from hopsow.cli.arguments import Arguments
from hopsow.cli.serve import LOOPBACK, PORT, announce

Tell = Callable[[Any, int], None]

STILL_SHOWN = "all is played, and still shown (Ctrl-C ends it)"


def add_serving(arguments: Arguments) -> None:
    """Let a contest be watched."""
    watched = arguments.add_argument_group("watching in a browser")
    watched.add_argument(
        "--serve", action="store_true", help="show the games while they are played"
    )
    watched.add_argument("--host", metavar="H", default=LOOPBACK, help=f"default: {LOOPBACK}")
    watched.add_argument("--port", metavar="N", type=int, default=PORT, help=f"default: {PORT}")


@contextmanager
def served(
    given: argparse.Namespace, database: Path, report: Path | None = None
) -> Iterator[Callable[[], None]]:
    """Show what a database holds; what is given waits until nobody wants to see it any more."""
    if not given.serve:
        yield lambda: None
        return
    from hopsow.web import run as server

    ratings.require()
    listener = server.listen(given.host, given.port)
    token = announce(listener)
    context = multiprocessing.get_context("spawn")
    process = context.Process(
        target=_serve, args=(listener, database, report, token, os.getpid()), daemon=True
    )
    process.start()
    listener.close()

    def wait() -> None:
        print(STILL_SHOWN, flush=True)
        process.join()

    try:
        yield wait
    finally:
        process.terminate()
        process.join()


@contextmanager
def watched(given: argparse.Namespace, database: Path) -> Iterator[Callable[[Telling], Runner]]:
    """What makes a runner write its games where they can be seen, if that is asked for."""
    if not given.serve:
        yield lambda run: run
        return
    with closing(Running(database)) as running:
        yield running.watched


@contextmanager
def shown(
    given: argparse.Namespace, match: Match, folder: Path | None
) -> Iterator[tuple[Callable[[Telling, Tell], Runner], Callable[[], None]]]:
    """How to play a match so that it is seen, if that is asked for, and what waits at its end.

    Its games are then kept in a database as those of a tournament are, in a folder or for a while.
    """
    if not given.serve:
        yield (lambda run, tell: partial(run, progress=tell)), lambda: None
        return
    with ExitStack() as stack:
        place = folder or Path(stack.enter_context(TemporaryDirectory(prefix="hopsow-match-")))
        path = place / "match.db"
        one, two = match.agents
        names = (one, two) if one != two else (f"{one} (A)", f"{two} (B)")
        contest = Tournament(
            name=f"{one} - {two}",
            game=match.game,
            agents=dict(zip(names, match.agents, strict=True)),
            rules=match.rules,
            format="match",
            games=match.games,
            seed=match.seed,
            openings=match.openings,
            draws=match.draws,
            adjudicate=match.adjudicate,
            limits=match.limits,
        )
        database = stack.enter_context(Database(path, contest.identity))
        database.describe(name=contest.name, total=match.games)
        wait = stack.enter_context(served(given, path))

        def seen(run: Telling, tell: Tell) -> Runner:
            return partial(_kept, database, names, run, tell)

        yield seen, wait


def _kept(
    database: Database,
    names: tuple[str, str],
    run: Telling,
    tell: Tell,
    tasks: Iterable[tuple[int, Task]],
    jobs: int,
) -> Generator[tuple[int, Evidence], None, None]:
    """Play the games of a match, and keep them as those of a tournament."""

    def play(
        tasks: Iterable[tuple[Key, Task]], jobs: int, progress: Tell = lambda key, plies: None
    ) -> Generator[tuple[Key, Evidence], None, None]:
        def both(key: Key, plies: int) -> None:
            progress(key, plies)
            tell(key[3], plies)

        return run(tasks, jobs, progress=both)

    keyed = (((0, *names, number), task) for number, task in tasks)
    with (
        closing(Running(database.path)) as running,
        closing(running.watched(play)(keyed, jobs)) as games,
    ):
        for key, evidence in games:
            database.add(key, evidence)
            yield key[3], evidence


def _serve(
    listener: socket, database: Path, report: Path | None, token: str | None, parent: int
) -> None:
    if not ends_with(parent, signal.SIGTERM):
        return
    from hopsow.web import run as server

    server.serve_live(listener, database, report, token)
