"""How strong is the engine? Matches against plain opponents and against itself with less time.

    python benches/strength.py                               what there is
    python benches/strength.py halma-course
    python benches/strength.py checkers-minimax --games 20 --processes 2

All times are CPU time of this process. A match that does not reach its aim ends with status 1.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import NamedTuple

from duel import Player, Score, match


class Match(NamedTuple):
    """A match and what the first player has to reach."""

    game: str
    players: tuple[Player, Player]
    games: int
    opening_plies: int
    aim: str
    reaches: Callable[[Score], bool]


def halves(game: str, one: Player, other: Player, opening_plies: int) -> Match:
    """An engine against itself with half the time."""
    return Match(game, (one, other), 200, opening_plies, "55 %", lambda s: s.share >= 0.55)


MATCHES = {
    "halma-course": Match(
        "halma",
        (Player("engine", game_s=100), Player("minimax:depth=2", game_s=100)),
        9,
        4,
        "9 : 0",
        lambda score: score.wins == len(score.results),
    ),
    "halma-greedy": Match(
        "halma",
        (Player("engine", game_s=10), Player("greedy")),
        100,
        4,
        "98 %",
        lambda score: score.share >= 0.98,
    ),
    "halma-minimax": Match(
        "halma",
        (Player("engine", game_s=10), Player("minimax:depth=2", game_s=100)),
        100,
        4,
        "98 %",
        lambda score: score.share >= 0.98,
    ),
    "checkers-minimax": Match(
        "checkers",
        (Player("engine", move_s=0.1), Player("minimax:depth=6")),
        100,
        4,
        "no loss",
        lambda score: score.losses == 0,
    ),
    "awari-minimax": Match(
        "awari",
        (Player("engine", move_s=0.1), Player("minimax:depth=8")),
        100,
        4,
        "90 %, no loss",
        lambda score: score.share >= 0.9 and score.losses == 0,
    ),
    "halma-half": halves("halma", Player("engine", game_s=3), Player("engine", game_s=1.5), 4),
    "checkers-half": halves(
        "checkers", Player("engine", move_s=0.05), Player("engine", move_s=0.025), 6
    ),
    "awari-half": halves("awari", Player("engine", move_s=0.05), Player("engine", move_s=0.025), 4),
}


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    arguments.add_argument("match", nargs="*", choices=[*MATCHES, []], help=", ".join(MATCHES))
    arguments.add_argument("--games", type=int, help="fewer or more than the match has")
    arguments.add_argument("--processes", type=int, default=1)
    arguments.add_argument("--seed", type=int, default=0, help="of the openings (default: 0)")
    given = arguments.parse_args()
    missed = False
    for name in given.match or MATCHES:
        a_match = MATCHES[name]
        one, other = a_match.players
        games = given.games or a_match.games
        what = f"{name}: {one} against {other}, {games} games, aim {a_match.aim}"
        if not given.match:
            print(what)
            continue
        print(what, flush=True)
        score = match(
            a_match.game,
            a_match.players,
            games,
            a_match.opening_plies,
            given.processes,
            given.seed,
        )
        is_reached = a_match.reaches(score)
        missed |= not is_reached
        print(f"  {score}  {'reached' if is_reached else 'MISSED'}", flush=True)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
