"""How long it takes to take in games, and to say what was played in a position.

    python benches/explorer.py [GAMES [GAME]]

GAMES random games (default: 5,000) of each game, or of GAME, are written to a file, which is then
taken in by two processes, as `hopsow games import` does. The time for a million on two processors
is scaled from the processor time, which other programs disturb less. Run by `make bench`.
"""

import os
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import hopsow
from hopsow import Position, Record
from hopsow.library.explorer import Explorer
from hopsow.library.intake import take_in

GAMES = 5_000
MOST_PLIES = 200
ASKED = 1_000
MILLION = 1_000_000
PROCESSORS = 2
SEED = 1


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    row(f"{games} games", "found", "reach")
    with TemporaryDirectory() as folder:
        for game in sys.argv[2:] or hopsow.GAMES:
            measure(game, games, Path(folder))


def measure(game: str, games: int, folder: Path) -> None:
    path, explorer = folder / f"{game}.txt", Explorer(folder / f"{game}.db")
    plies = 0
    with path.open("w", encoding="utf-8") as file:
        for record in random_games(game, games):
            plies += len(record.moves)
            file.write(f"{record}\n")
    begin, used = time.perf_counter(), cpu()
    with path.open("rb") as file:
        taken = take_in(file, explorer)
    wall, used = time.perf_counter() - begin, cpu() - used
    assert (taken.games, taken.broken) == (games, [])
    row(f"{game}, plies of a game", f"{plies / games:.0f}")
    row("  elapsed, games/s", f"{games / wall:.0f}")
    row("  processor time of a game, ms", f"{used / games * 1e3:.2f}")
    row("  a million, min", f"{used / games * MILLION / PROCESSORS / 60:.1f}", "10")
    row("  bytes of a game", f"{explorer.path.stat().st_size / games:.0f}")
    row("  a position, ms", f"{asked(game, explorer):.2f}", "5")


def random_games(game: str, games: int) -> Iterator[Record]:
    """Games that agree in their openings for some plies, as people's do."""
    chance = random.Random(f"{SEED} {game}")
    for number in range(games):
        record = Record(game)
        record.tags["Event"] = str(number)
        while record.outcome is None and len(record.moves) < MOST_PLIES:
            moves = record.position.legal_moves
            record.play(moves[int(len(moves) * chance.random() ** 2)])
        yield record


def asked(game: str, explorer: Explorer) -> float:
    """The time for one position of an opening, in milliseconds."""
    positions = [
        position for record in random_games(game, ASKED // 20) for position in first(record)
    ]
    begin = time.perf_counter()
    for position in positions:
        explorer.played(position)
    return (time.perf_counter() - begin) / len(positions) * 1e3


def first(record: Record) -> tuple[Position, ...]:
    return record.positions[:20]


def cpu() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def row(what: str, found: str, reach: str = "") -> None:
    print(f"{what:<44} {found:>12} {reach:>10}".rstrip(), flush=True)


if __name__ == "__main__":
    main()
