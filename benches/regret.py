"""How much agents give away against perfect play, in positions where the choice decides.

The positions come from random games by seed. Tables know every move in them, and some moves keep
the result while others do not; but these tables are larger than those that the agents have. The
regret of an agent is the part of a game that its moves give away on average, so 0 is perfect.
Agents that leave something to chance have a fixed seed. The table in `docs/environments.md` is what
this prints.
"""

import argparse
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import hopsow
import numpy as np
from hopsow.agents import Clock, make
from hopsow.games import size_of
from hopsow.tables import Tables, build, built_in_size

MORE = {"checkers": 1, "awari": 3}  # pieces or stones than the agents' tables know
AGENTS = ["random:seed=1", "greedy", "minimax:depth=2"]
AGENTS += [f"engine:level={level}:seed=1" for level in range(1, 10)] + ["engine:nodes=10000"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1000, help="for each game")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        os.environ["HOPSOW_TABLES"] = str(Path(folder, "none"))
        for game in MORE:
            build(game, built_in_size(game) + MORE[game], Path(folder))
        tables = Tables(folder)
        games = [positions(game, tables, options.positions, options.seed) for game in MORE]
        print(" ".join([f"{'agent':<24}", *(f"{game:>10}" for game in MORE)]))
        for text in AGENTS:
            found = [regret(batch, text, tables) for batch in games]
            print(" ".join([f"{text:<24}", *(f"{part:>10.3f}" for part in found)]), flush=True)


def positions(game: str, tables: Tables, count: int, seed: int) -> hopsow.Batch:
    """A batch of positions that are larger than those that agents have tables for."""
    found = [*islice(larger(game, tables, seed), count)]
    batch = hopsow.batch(game, count)
    for i, position in enumerate(found):
        batch.set_state(i, position)
    return batch


def larger(game: str, tables: Tables, seed: int) -> Iterator[hopsow.Position]:
    known = built_in_size(game)
    while True:
        for position, _ in tables.choices(game, seed, known + MORE[game], 100):
            if size_of(position) > known:
                yield position
        seed += 1


def regret(batch: hopsow.Batch, text: str, tables: Tables) -> float:
    """The mean regret of an agent. The first jump of a capture stands for its whole."""
    agent = make(text, batch.game)
    actions = []
    for i in range(len(batch)):
        position = batch.state(i)
        actions.append(position.actions(agent.choose(position, Clock()))[0])
    return float(np.mean(batch.regret(actions, tables)))


if __name__ == "__main__":
    main()
