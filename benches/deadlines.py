"""Does the engine keep its deadlines? Moves at 0.01 to 0.1 s of CPU time, in games against a random
mover, so that all kinds of positions come up. An overrun or an illegal move ends with status 1.

    python benches/deadlines.py                   10,000 moves in all
    python benches/deadlines.py awari --moves 300
"""

from __future__ import annotations

import argparse
import random
import sys
import time

import hopsow
from hopsow import agents
from hopsow.agents import Clock

SECONDS = (0.01, 0.02, 0.05, 0.1)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    arguments.add_argument("game", nargs="?", choices=hopsow.GAMES)
    arguments.add_argument("--moves", type=int, default=10_000, help="in all (default: 10000)")
    arguments.add_argument("--seed", type=int, default=0)
    given = arguments.parse_args()
    games = [given.game] if given.game else hopsow.GAMES
    broken = 0
    for game in games:
        taken = _shares(game, given.moves // len(games), random.Random(f"{game} {given.seed}"))
        late = sum(share > 1 for share in taken)
        broken += late
        taken.sort()
        print(
            f"{game:9} {len(taken)} moves, {late} late; of the limit used: half of them up to "
            f"{taken[len(taken) // 2]:.2f}, at most {taken[-1]:.2f}",
            flush=True,
        )
    return int(broken > 0)


def _shares(game: str, moves: int, chance: random.Random) -> list[float]:
    """What each of so many moves took of its limit."""
    shares: list[float] = []
    while len(shares) < moves:
        record, agent = hopsow.Record(game), agents.make("engine", game)
        mover = chance.choice(record.start.sides)
        while record.outcome is None and len(shares) < moves:
            if record.position.to_move != mover:
                record.play(chance.choice(record.position.legal_moves))
                continue
            limit = chance.choice(SECONDS)
            clock = Clock(move=limit, counts_cpu=True, earlier=record.positions[:-1])
            begun = time.process_time()
            move = agent.choose(record.position, clock)
            shares.append((time.process_time() - begun) / limit)
            record.play(move)  # which refuses an illegal one
    return shares


if __name__ == "__main__":
    sys.exit(main())
