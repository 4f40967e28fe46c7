"""What a Ray cluster costs: CPU time of all processes, against this machine's own runner.

Three nodes with one processor each are started on this machine before anything is measured, and
their workers with a first few games. Then the same games are played here and there.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from cluster import cluster, processes
from hopsow.arena.contest.match import Match
from hopsow.arena.limits import Limits
from hopsow.arena.run.place import Place, at

LONG = Match("awari", ("engine:nodes=3000", "minimax:depth=4"), games=300, jobs=3)
SHORT = Match("awari", ("random", "greedy"), games=10_000, limits=Limits(plies=20), jobs=3)
WARM = Match("awari", ("random", "greedy"), games=60, limits=Limits(plies=20), jobs=3)
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_time() -> float:
    """Seconds of CPU time of this process and of all that it has started and that still live."""
    parents = {pid: parent for pid, parent, _ in processes()}
    mine = {os.getpid()}
    while grown := {pid for pid, parent in parents.items() if parent in mine} - mine:
        mine |= grown
    ticks = 0
    for pid in mine:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += sum(map(int, fields[11:15]))
    return ticks / TICKS


def used(place: Place, match: Match) -> float:
    """Seconds of CPU time for a match; workers live on until the last game is counted."""
    before = cpu_time()
    after = before
    for done, _ in enumerate(place.run(match.tasks(), match.jobs), 1):
        if done == match.games:
            after = cpu_time()
    return after - before


def main() -> None:
    """Print both costs."""
    with cluster() as nodes, at("here") as here, at(f"ray:{nodes.address}") as ray:
        used(ray, WARM)
        for name, match in (("long", LONG), ("short", SHORT)):
            alone, there = used(here, match), used(ray, match)
            extra = there - alone
            seconds = f"{alone:.1f} s of CPU time here, {there:.1f} s on three nodes"
            each = f"{extra / alone:+.1%}, {1000 * extra / match.games:+.2f} ms a game"
            print(f"{match.games} {name} games: {seconds}: {each}", flush=True)


if __name__ == "__main__":
    main()
