"""Are the engine's levels what they promise? Each against the second below it, the first against
`greedy`. With `--elo FILE` each against the one below it, which makes the scale that
`hopsow levels` shows; results are added to the file, and pairs that it knows are not played again.

    python benches/levels.py                      all games, 100 games a pair
    python benches/levels.py checkers --games 40 --processes 2
    python benches/levels.py --elo testdata/levels.json
"""

from __future__ import annotations

import argparse
import json
from math import log10
from pathlib import Path

import hopsow
from hopsow.arena.contest.match import Match, Score
from hopsow.arena.limits import Limits
from hopsow.arena.run import here

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
    arguments.add_argument("--elo", type=Path, metavar="FILE", help="each level's strength")
    given = arguments.parse_args()
    games = [given.game] if given.game else hopsow.GAMES
    if given.elo:
        for game in games:
            _measure_scale(game, given.elo, given.games, given.processes)
        return
    for game in games:
        for upper in given.levels:
            if upper == 2:
                continue
            lower = "greedy" if upper == 1 else _level(upper - 2)
            score = _played(game, upper, lower, given.games, given.processes)
            share = (score.wins + score.draws / 2) / score.games
            low, high = EVEN if upper == 1 else (BEATS, 1.0)
            verdict = "ok" if low <= share <= high else "OUT OF RANGE"
            result = f"{share:6.1%} (+{score.wins} ={score.draws} -{score.losses})"
            print(f"{game:9}{upper:3} against {lower:15} {result}  {verdict}", flush=True)


def _measure_scale(game: str, file: Path, games: int, processes: int) -> None:
    """Play each level against the one below it, unless the file knows how that ended."""
    elo = 0.0
    print(f"{game:9}  1 {elo:6.0f}", flush=True)
    for upper in LEVELS[1:]:
        measured = json.loads(file.read_text()) if file.exists() else {}
        results = measured.setdefault(game, {})
        if str(upper) not in results:
            score = _played(game, upper, _level(upper - 1), games, processes)
            results[str(upper)] = [score.wins, score.draws, score.losses]
            file.write_text(json.dumps(measured, indent=1) + "\n")
        won, drawn, lost = results[str(upper)]
        elo += difference(won, drawn, lost)
        print(f"{game:9}{upper:3} {elo:6.0f}  +{won} ={drawn} -{lost}", flush=True)


def difference(won: int, drawn: int, lost: int) -> float:
    """The Elo difference that a result stands for; a clean sweep counts as half a point less."""
    games = won + drawn + lost
    points = min(max(won + drawn / 2, 0.5), games - 0.5)
    return 400 * log10(points / (games - points))


def _played(game: str, level: int, other: str, games: int, processes: int) -> Score:
    """A level's games against another agent, both colours from each opening."""
    match = Match(
        game,
        (_level(level), other),
        games,
        limits=Limits(cpu_move=TOP_S) if level == LEVELS[-1] else Limits(),
        limits_b=Limits(),
        openings=f"random:plies={OPENING_PLIES[game]}",
        jobs=processes,
    )
    score = Score()
    for _ in match.play(here.run, score):
        pass
    return score


def _level(number: int) -> str:
    return f"engine:level={number}"


if __name__ == "__main__":
    main()
