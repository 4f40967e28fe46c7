"""From files of games to the explorer's counts.

A file is cut into texts of one game each, where a result ends a line or tags begin, and workers
read them. A cut that is missed does no harm, since a text may hold many games; what is wrong in a
text costs the games of that text alone.
"""

from __future__ import annotations

import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import chain, islice
from multiprocessing import get_context
from typing import BinaryIO

from hopsow import exchange
from hopsow.errors import ParseError
from hopsow.games import GAMES, rule_sets
from hopsow.library.explorer import Explorer, ExplorerError, Intake
from hopsow.library.played import rows
from hopsow.messages import Message
from hopsow.records.played import RESULTS

JOBS = 2
MOST_BYTES_OF_GAME = 1 << 20
BYTES_AT_ONCE = 1 << 17  # for a worker
TEXTS_AT_ONCE = 500
ROWS_AT_ONCE = 1_000_000  # written at a time; more would take more memory
WRITE_S = 10.0  # after which what was read is written: a killed process loses no more
WRITES = 0.1  # of the time, at most: a large file takes long to write to
ENDS = tuple(result.encode() for result in RESULTS)

How = tuple[str | None, str | None, int]  # which game and rules, and how many plies of it


@dataclass(frozen=True, slots=True)
class Text:
    """A part of a file that holds one game, or several where nothing tells them apart."""

    line: int
    content: bytes
    digest: int


@dataclass(frozen=True, slots=True)
class Broken:
    """A game that cannot be read, and why."""

    line: int
    column: int
    problem: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a worker makes of some texts: those that can be read, their games and counts."""

    digests: list[int]
    games: int
    counts: dict[tuple[int, str], list[int]]
    broken: list[Broken]


@dataclass(slots=True)
class Taken:
    """What became of a file: games that are new, texts that were known, games that are broken."""

    games: int = 0
    known: int = 0
    broken: list[Broken] = field(default_factory=list)


def take_in(
    file: BinaryIO,
    explorer: Explorer,
    *,
    rules: str | None = None,
    plies: int | None = None,
    jobs: int = JOBS,
    progress: Callable[[Taken], object] = lambda taken: None,
    is_stopped: Callable[[], bool] = lambda: False,
    now: Callable[[], float] = time.monotonic,
) -> Taken:
    """Take the games of a file into the explorer; what is in it already stays as it is.

    Whoever stops it finds everything there that was read so far, and goes on with the same call;
    after a kill all but the last seconds is there.
    """
    game = None if rules is None else _game_with(rules)
    plies = explorer.begin(plies)
    taken = Taken()
    with explorer.opened() as database:
        intake = Intake(database)
        due = now() + WRITE_S
        portions = _portions(_new(texts(file), intake, taken))
        for reading in _readings(portions, (game, rules, plies), jobs, is_stopped):
            taken.games += reading.games
            taken.broken += reading.broken
            intake.add(reading.digests, reading.games, reading.counts)
            if len(intake) >= ROWS_AT_ONCE or now() >= due:
                begun = now()
                intake.write()
                due = now() + max(WRITE_S, (now() - begun) / WRITES)
            progress(taken)
        intake.write()
    return taken


def _game_with(rules: str) -> str | None:
    """The game of a rule set, where only one has a set of this name."""
    games = [game for game in GAMES if rules in rule_sets(game)]
    if not games:
        known = ", ".join(name for game in GAMES for name in rule_sets(game))
        raise ValueError(f"unknown rule set {rules!r}, expected one of {known}")
    return games[0] if len(games) == 1 else None


def texts(file: BinaryIO) -> Iterator[Text]:
    """The games of a file, each with the line on which it begins."""
    lines: list[bytes] = []
    size, number = 0, 0
    has_moves = is_comment = False
    for number, line in enumerate(iter(lambda: file.readline(MOST_BYTES_OF_GAME), b""), 1):
        is_tag = line.startswith(b"[") and not is_comment
        if (is_tag and has_moves) or size > MOST_BYTES_OF_GAME:
            yield from _text(lines, number)
            lines, size, has_moves = [], 0, False
        words = line.split()
        if not words and not lines:
            continue
        lines.append(line)
        size += len(line)
        if b"{" in line or b"}" in line:
            is_comment = line.rfind(b"{") > line.rfind(b"}")
        if is_tag or is_comment or not words or line.startswith(b"%"):
            continue
        has_moves = True
        if words[-1] in ENDS and b";" not in line:
            yield from _text(lines, number + 1)
            lines, size, has_moves = [], 0, False
    yield from _text(lines, number + 1)


def _text(lines: list[bytes], end: int) -> Iterator[Text]:
    content = b"".join(lines).replace(b"\r\n", b"\n")
    if bare := content.strip():
        digest = int.from_bytes(blake2b(bare, digest_size=8).digest(), signed=True)
        yield Text(end - len(lines), content, digest)


def _new(given: Iterable[Text], intake: Intake, taken: Taken) -> Iterator[Text]:
    """The texts that nobody has taken in before, each once."""
    given = iter(given)
    coming: set[int] = set()
    while some := list(islice(given, TEXTS_AT_ONCE)):
        unknown = intake.unknown([text.digest for text in some]) - coming
        for text in some:
            if text.digest in unknown:
                unknown.remove(text.digest)
                coming.add(text.digest)
                yield text
            else:
                taken.known += 1


def _portions(given: Iterable[Text]) -> Iterator[list[Text]]:
    """Texts by as many as are worth sending to a worker."""
    portion: list[Text] = []
    size = 0
    for text in given:
        portion.append(text)
        size += len(text.content)
        if size >= BYTES_AT_ONCE:
            yield portion
            portion, size = [], 0
    if portion:
        yield portion


def _readings(
    portions: Iterator[list[Text]], how: How, jobs: int, is_stopped: Callable[[], bool]
) -> Iterator[Reading]:
    """What the texts hold, in their order; few are read here, many by other processes."""
    first = list(islice(portions, 2))
    if len(first) < 2 or jobs < 2:
        for portion in chain(first, portions):
            if is_stopped():
                return
            yield read(portion, *how)
        return
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _leave_interrupts)
    try:
        waiting: deque[Future[Reading]] = deque()
        for portion in chain(first, portions):
            if is_stopped():
                break
            waiting.append(pool.submit(read, portion, *how))
            if len(waiting) > 2 * jobs:
                yield waiting.popleft().result()
        while waiting and not is_stopped():
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise ExplorerError(Message("explorer.killed")) from None
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Ctrl-C is for the process that writes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def read(portion: Sequence[Text], game: str | None, rules: str | None, plies: int) -> Reading:
    """The counts of some texts; of which game they are is recognised, unless it is given."""
    reading = Reading([], 0, {}, [])
    games = 0
    for text in portion:
        try:
            records = exchange.read(text.content, game, rules).records
            if not any(record.moves for record in records):
                raise ParseError(Message("exchange.no-moves"))
        except ParseError as error:
            line = text.line + error.line - 1
            reading.broken.append(Broken(line, error.column, error.problem))
            continue
        reading.digests.append(text.digest)
        games += len(records)
        for record in records:
            for key, move, result in rows(record, plies):
                reading.counts.setdefault((key, move), [0, 0, 0, 0])[result] += 1
    return replace(reading, games=games)
