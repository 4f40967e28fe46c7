"""Are the engine's levels what they promise? Each against the second below it, the first against
`greedy`.

    python benches/levels.py                      all games, 100 games a pair
    python benches/levels.py checkers --games 40 --processes 2
"""

from __future__ import annotations

import argparse

import hopsow
from duel import Player, match

OPENING_PLIES = {"halma": 8, "checkers": 6, "awari": 4}
LEVELS = range(1, 11)
TOP_S = 0.1  # a move: what the tenth level, which has no limits of its own, is measured with
BEATS = 0.75
EVEN = (0.35, 0.65)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    arguments.add_argument("game", nargs="?", choices=hopsow.GAMES)
    arguments.add_argument("--games", type=int, default=100, help="per pair (default: 100)")
    arguments.add_argument("--processes", type=int, default=1)
    arguments.add_argument("--levels", type=int, nargs="*", default=LEVELS, help="upper levels")
    given = arguments.parse_args()
    for game in [given.game] if given.game else hopsow.GAMES:
        for upper in given.levels:
            if upper == 2:
                continue
            lower = Player("greedy") if upper == 1 else _level(upper - 2)
            score = match(
                game,
                (_level(upper), lower),
                given.games,
                OPENING_PLIES[game],
                given.processes,
            )
            low, high = EVEN if upper == 1 else (BEATS, 1.0)
            verdict = "ok" if low <= score.share <= high else "OUT OF RANGE"
            print(f"{game:9}{upper:3} against {lower.spec:15} {score}  {verdict}", flush=True)


def _level(number: int) -> Player:
    return Player(f"engine:level={number}", move_s=TOP_S if number == LEVELS[-1] else None)


if __name__ == "__main__":
    main()
