"""What large tables of Awari cost a search, and how late moves are when they have to be read.

    python benches/tables_in_play.py FOLDER

The folder has tables of 24 stones: hopsow tables build awari --size 24 --tables FOLDER. Reach: with
them in memory at least 5/7 of the speed with the built-in ones, and no move more than 20 % late.
"""

import os
import random
import sys
import time
from pathlib import Path

import hopsow
from hopsow import tables
from hopsow._native import Engine, Tables

NODES, SECONDS, MOVES = 1_000_000, 0.1, 40
STONES = range(28, 35)


def main(folder: Path) -> None:
    positions = openings(12)
    own, large = Tables(), tables.open_tables(folder)
    print(f"tables of {own.reach('awari')} and {large.reach('awari')} stones")
    for turn in range(3):
        speeds = [speed(known, positions) for known in (own, large)]
        print(
            f"run {turn + 1}: {speeds[0] / 1e6:.2f} and {speeds[1] / 1e6:.2f} M nodes/s, "
            f"{speeds[1] / speeds[0]:.0%} (reach 71%)"
        )
    late = sorted(cold(folder, position) / SECONDS - 1 for position in openings(MOVES))
    print(
        f"cold, {SECONDS} s of time a move: median {late[MOVES // 2]:+.1%}, worst {late[-1]:+.1%}"
    )


def openings(count: int) -> list[hopsow.Position]:
    """Positions of random games, a few captures above what the tables know."""
    rng = random.Random(1)
    found: list[hopsow.Position] = []
    while len(found) < count:
        position = hopsow.start("awari")
        while position.outcome is None:
            if sum(map(int, str(position).split("-")[:12])) in STONES:
                found.append(position)
                break
            position = position.play(rng.choice(list(position.legal_moves)))
    return found


def speed(known: Tables, positions: list[hopsow.Position]) -> float:
    engine = Engine("awari", 64, known)
    begun = time.process_time()
    nodes = sum(engine.search([position], nodes=NODES).nodes for position in positions)
    return nodes / (time.process_time() - begun)


def cold(folder: Path, position: hopsow.Position) -> float:
    """The seconds of a move when the system has to read the files from the disk."""
    for path in folder.glob("*.tbl"):
        with open(path, "rb") as file:
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    engine = Engine("awari", 64, tables.open_tables(folder))
    begun = time.perf_counter()
    engine.search([position], time=SECONDS)
    return time.perf_counter() - begun


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
