"""Solve Awari's layers one after the other on a graphics card, and say how long each took.

    python benches/lab/card.py [STONES]

Needs a CUDA card and `pip install 'hopsow[cuda]'`. Reach on one H200: the layers up to 24 stones in
1 s, to 30 in 4 s, to 38 in 34 s, all with exact values.
"""

import sys
import tempfile
import time
from pathlib import Path

from hopsow import tables
from hopsow.lab.solve.cuda import awari
from hopsow.lab.solve.cuda.awari.layers import Layers
from hopsow.lab.solve.cuda.awari.store import Store

REACH_S = {24: 1.0, 30: 4.0, 38: 34.0}


def main(most: int) -> None:
    card = awari.card()
    print(f"{card.name}, {tables.amount(card.free())} free, enough for {awari.reach(card)} stones")
    with tempfile.TemporaryDirectory(prefix="hopsow-card-") as folder:
        begun = time.perf_counter()
        layers = Layers(card, most, Store(card, None, Path(folder)))
        print(f"lists of rows and moves: {time.perf_counter() - begun:.2f} s")
        solving = 0.0
        for stones in range(most + 1):
            begun = time.perf_counter()
            counts = layers.solve(stones)
            solved = time.perf_counter()
            layers.keep()
            solving += solved - begun
            reach = f", reach {REACH_S[stones]:g} s" if stones in REACH_S else ""
            print(
                f"{stones:2} stones: {counts.positions:>14,} positions, {counts.sweeps:3} sweeps, "
                f"{solved - begun:7.3f} s, packed {time.perf_counter() - solved:6.3f} s; "
                f"all so far {solving:7.2f} s{reach}",
                flush=True,
            )
        layers.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 38)
