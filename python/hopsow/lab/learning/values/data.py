"""Files of positions from games that an engine plays against itself.

A plan is carried out in shards of `SHARD` games, each a file of its own, so that a plan that is
interrupted goes on where it was. Game number n depends on the plan and on n alone, so the files are
the same however many threads play, and wherever.

A file begins with `MAGIC`, the names of the game and of its rules in 16 bytes each (zeros after
them), the bytes of a record and the number of games (32 bits each). Then come the records: the
position as its game packs it (docs/lab/values.md), the score that the search gave it (16 bits,
hundredths of the game's unit), the result of its game (8 bits: 1 won, 0 drawn, -1 lost) and the ply
(8 bits, 255 for all later ones). Score and result are those of the side to move, numbers are
little-endian.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections import namedtuple
from functools import partial
from pathlib import Path

from hopsow import _native
from hopsow.files import write_atomically
from hopsow.games import GAMES, parse, rule_sets, start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hopsow.games import Position

    # Plays pieces and gives the records of each; the function is told how many games are done.
    Work = Callable[
        [Iterable["Piece"], Callable[["Piece", int], None]], Iterator[tuple["Piece", bytes]]
    ]

MAGIC = b"HOPSDAT1"
HEADER = struct.Struct("<8s16s16sII")
LABEL = struct.Struct("<hbB")  # score, result, ply
SHARD = 500  # games
SUFFIX = ".data"
PLAN = "plan.json"


class Plan(
    namedtuple(
        "Plan",
        "game rules games nodes noise seed net level adjudicate openings",
        defaults=(0, 0, ()),
    )
):
    """Which games to play.

    Each move is searched to about `nodes` positions; one in `noise` is random instead, in the first
    40 plies. `net` is the file that judges, None for the built-in evaluation. A game begins anew
    where its first search says more than `level` hundredths; it is over where searches in a row
    agree on `adjudicate` hundredths for one side, or on a draw. 0 is never. Without `openings`, the
    texts of positions to begin with in turn, games begin with random plies.
    """

    __slots__ = ()
    game: str
    rules: str
    games: int
    nodes: int
    noise: int
    seed: int
    net: str | None
    level: int
    adjudicate: int
    openings: tuple[str, ...]

    def text(self) -> str:
        """What decides the files, as JSON: of the net its bytes, not its name."""
        crc = None if self.net is None else zlib.crc32(Path(self.net).read_bytes())
        return json.dumps({**self._asdict(), "net": crc}) + "\n"


class Piece(namedtuple("Piece", "plan first count")):
    """Some games of a plan, by their numbers."""

    __slots__ = ()
    plan: Plan
    first: int
    count: int

    def play(self, threads: int = 1, progress: Callable[[int], object] | None = None) -> bytes:
        """Their records; `progress` is told how many games are done."""
        plan = self.plan
        return _native.self_play(
            start(plan.game, plan.rules),
            self.first,
            self.count,
            nodes=plan.nodes,
            noise=plan.noise,
            seed=plan.seed,
            net=plan.net,
            level=plan.level,
            adjudicate=plan.adjudicate,
            openings=[parse(plan.game, text, plan.rules) for text in plan.openings],
            threads=threads,
            progress=progress,
        )


class Sample(namedtuple("Sample", "position score result ply")):
    """A position with the search's score in units and the game's result, for the side to move."""

    __slots__ = ()
    position: Position
    score: float
    result: int
    ply: int


class Shard(namedtuple("Shard", "game rules games records")):
    """What a file holds; `records` are bytes."""

    __slots__ = ()
    game: str
    rules: str
    games: int
    records: bytes


def make(
    plan: Plan,
    folder: Path | str,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
    work: Work | None = None,
) -> int:
    """Carry out a plan, or what is left of it; the number of positions in the folder then.

    `progress` is told the games that are done. `work` plays pieces elsewhere, in any order.
    """
    folder = Path(folder)
    start(plan.game, plan.rules)
    if plan.games < 1:
        raise ValueError("games must be at least 1")
    Piece(plan, 0, 0).play(threads)  # what is wrong with the numbers is said first
    _claim(folder, plan)
    pieces = [
        Piece(plan, first, min(SHARD, plan.games - first)) for first in range(0, plan.games, SHARD)
    ]
    done = {each: each.count for each in pieces if _path(folder, each).exists()}

    def tell(piece: Piece, games: int) -> None:
        done[piece] = games
        if progress is not None:
            progress(sum(done.values()))

    todo = [piece for piece in pieces if piece not in done]
    for piece, records in (work or _in_turn(threads))(todo, tell):
        _write(_path(folder, piece), Shard(plan.game, plan.rules, piece.count, records))
        tell(piece, piece.count)
    size = _native.record_bytes(plan.game)
    return sum(len(_load(_path(folder, piece)).records) // size for piece in pieces)


def _path(folder: Path, piece: Piece) -> Path:
    return folder / f"{piece.first // SHARD:06}{SUFFIX}"


def _in_turn(threads: int) -> Work:
    """Play pieces here, one after the other."""

    def work(
        pieces: Iterable[Piece], tell: Callable[[Piece, int], None]
    ) -> Iterator[tuple[Piece, bytes]]:
        for piece in pieces:
            yield piece, piece.play(threads, partial(tell, piece))

    return work


def shards(folder: Path | str) -> Iterator[Shard]:
    """The files of a folder, by name."""
    paths = sorted(Path(folder).glob(f"*{SUFFIX}"))
    if not paths:
        raise ValueError(f"{folder}: there are no files of positions, as hopsow lab data makes")
    return map(_load, paths)


def read(folder: Path | str) -> Iterator[Sample]:
    """Every position of a folder with its score and result, in the order of play."""
    for shard in shards(folder):
        size = _native.record_bytes(shard.game)
        for at in range(0, len(shard.records), size):
            record = shard.records[at : at + size]
            score, result, ply = LABEL.unpack(record[-LABEL.size :])
            position = _native.unpack_position(shard.game, shard.rules, record[: -LABEL.size])
            yield Sample(position, score / 100, result, ply)


def _claim(folder: Path, plan: Plan) -> None:
    """Make the folder that of a plan; one that belongs to another is refused."""
    folder.mkdir(parents=True, exist_ok=True)
    note = folder / PLAN
    if note.exists():
        if note.read_text(encoding="utf-8") != plan.text():
            raise ValueError(f"{folder} holds the games of another plan, see {note}")
    elif any(path.suffix != ".tmp" for path in folder.iterdir()):  # drafts of a killed process
        raise ValueError(f"{folder} holds other things: give a new or an empty folder")
    else:
        write_atomically(note, plan.text())


def _write(path: Path, shard: Shard) -> None:
    names = (shard.game.encode(), shard.rules.encode())
    size = _native.record_bytes(shard.game)
    write_atomically(path, HEADER.pack(MAGIC, *names, size, shard.games) + shard.records)


def _load(path: Path) -> Shard:
    content = path.read_bytes()
    if len(content) < HEADER.size or not content.startswith(MAGIC):
        raise ValueError(f"{path}: this is not a file of positions, or one of another version")
    _, game, rules, size, games = HEADER.unpack_from(content)
    game, rules = (name.rstrip(b"\0").decode("ascii", "replace") for name in (game, rules))
    records = content[HEADER.size :]
    known = game in GAMES and rules in rule_sets(game) and size == _native.record_bytes(game)
    if not known:
        raise ValueError(f"{path}: these are not positions as this version packs them")
    if len(records) % size:
        raise ValueError(f"{path}: the last position is not complete")
    return Shard(game, rules, games, records)
