"""How strong is the engine? Matches against plain opponents and against itself with less time.

    python benches/strength.py                               what there is
    python benches/strength.py halma-course
    python benches/strength.py checkers-minimax --games 20 --processes 2

All times are CPU time. A match that does not reach its aim ends with status 1.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from hopsow.arena.contest.match import Match, Score
from hopsow.arena.limits import Limits
from hopsow.arena.run import here


class Aim(NamedTuple):
    """A match and what the first agent has to reach."""

    match: Match
    words: str
    reaches: Callable[[Score], bool]


def share(score: Score) -> float:
    return (score.wins + score.draws / 2) / score.games


def match(
    game: str, opponent: str, games: int, own: Limits, its: Limits, opening_plies: int = 4
) -> Match:
    """The engine against an opponent, both colours from each opening."""
    openings = f"random:plies={opening_plies}"
    return Match(game, ("engine", opponent), games, limits=own, limits_b=its, openings=openings)


def halves(game: str, limits: Limits, half: Limits, opening_plies: int = 4) -> Aim:
    """An engine against itself with half the time."""
    played = match(game, "engine", 200, limits, half, opening_plies)
    return Aim(played, "55 %", lambda score: share(score) >= 0.55)


FREE, LONG, SHORT = Limits(), Limits(cpu_game=100.0), Limits(cpu_game=10.0)
AIMS = {
    "halma-course": Aim(
        match("halma", "minimax:depth=2", 9, LONG, LONG),
        "9 : 0",
        lambda score: score.wins == score.games,
    ),
    "halma-greedy": Aim(
        match("halma", "greedy", 100, SHORT, FREE), "98 %", lambda score: share(score) >= 0.98
    ),
    "halma-minimax": Aim(
        match("halma", "minimax:depth=2", 100, SHORT, LONG),
        "98 %",
        lambda score: share(score) >= 0.98,
    ),
    "checkers-minimax": Aim(
        match("checkers", "minimax:depth=6", 100, Limits(cpu_move=0.1), FREE),
        "no loss",
        lambda score: score.losses == 0,
    ),
    "awari-minimax": Aim(
        match("awari", "minimax:depth=8", 100, Limits(cpu_move=0.1), FREE),
        "90 %, no loss",
        lambda score: share(score) >= 0.9 and score.losses == 0,
    ),
    "halma-half": halves("halma", Limits(cpu_game=3.0), Limits(cpu_game=1.5)),
    "checkers-half": halves("checkers", Limits(cpu_move=0.05), Limits(cpu_move=0.025), 6),
    "awari-half": halves("awari", Limits(cpu_move=0.05), Limits(cpu_move=0.025)),
}


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    arguments.add_argument("match", nargs="*", choices=[*AIMS, []], help=", ".join(AIMS))
    arguments.add_argument("--games", type=int, help="fewer or more than the match has")
    arguments.add_argument("--processes", type=int, default=1)
    arguments.add_argument("--seed", type=int, default=0, help="of the openings (default: 0)")
    given = arguments.parse_args()
    missed = False
    for name in given.match or AIMS:
        aim = AIMS[name]
        games = given.games or aim.match.games
        what = f"{name}: against {aim.match.agents[1]}, {games} games, aim {aim.words}"
        print(what, flush=True)
        if not given.match:
            continue
        played = replace(aim.match, games=games, seed=given.seed, jobs=given.processes)
        score = Score()
        for _ in played.play(here.run, score):
            pass
        is_reached = aim.reaches(score)
        missed |= not is_reached
        result = f"{share(score):6.1%} (+{score.wins} ={score.draws} -{score.losses})"
        print(f"  {result}  {'reached' if is_reached else 'MISSED'}", flush=True)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
