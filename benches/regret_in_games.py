"""Regret in played games beside Elo from the same games: two rankings of the same agents.

    python benches/regret_in_games.py [GAME] [--games N]

Each agent plays each other one, from random openings by seed, with both colours. Elo comes from the
results, regret from the moves that tables can judge and the agents' own tables cannot. The table in
`docs/regret.md` is what this prints.
"""

import argparse
import os
import random
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from hopsow.agents import Clock, make
from hopsow.analysis.regret import Tally, regret
from hopsow.arena.contest.tournament import Row
from hopsow.arena.results.ratings import rate
from hopsow.games import facts
from hopsow.records import Record
from hopsow.tables import Tables, build, built_in_size
from scipy.stats import spearmanr

AGENTS = ["random:seed=1", "greedy", "minimax:depth=3"]
AGENTS += [f"engine:level={level}:seed=1" for level in range(1, 10)]
OPENING_PLIES, MOST_PLIES = 4, 300
MORE = {"checkers": 1, "awari": 4}  # pieces or stones than the agents' tables know


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="awari", choices=MORE)
    parser.add_argument("--games", type=int, default=16, help="for each pair")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        build(options.game, built_in_size(options.game) + MORE[options.game], Path(folder))
        os.environ["HOPSOW_TABLES"] = str(Path(folder, "none"))
        compare(options.game, options.games, Tables(folder))


def compare(game: str, games: int, tables: Tables) -> None:
    """Play, rate and judge, and print the agents by their rating."""
    chance, rows, records = random.Random(1), [], []
    for a, b in combinations(AGENTS, 2):
        for number in range(games):
            if number % 2 == 0:
                seed = chance.randrange(1 << 30)
            first = "AB"[number % 2]
            record = play(game, (a, b) if first == "A" else (b, a), seed)
            records.append(record)
            rows.append(row(record, a, b, number, first))
    ratings = rate(AGENTS, rows)
    tallies = beyond(regret(records, tables).players, regret(records, Tables()).players)
    print(f"{'agent':<24}{'Elo':>8}{'choices':>9}{'perfect':>9}{'half-points a choice':>22}")
    elo, kept = [], []
    for each in ratings:
        tally = tallies.get(each.name, Tally())
        line = f"{each.name:<24}{each.elo:8.0f}{tally.choices:9}"
        if tally.choices:
            lost = tally.half_points / tally.choices
            elo.append(each.elo)
            kept.append(-lost)
            line += f"{tally.share_perfect:9.1%}{lost:22.3f}"
        print(line)
    print(f"{len(records)} games; rank correlation {spearmanr(elo, kept).statistic:.2f}")


def beyond(all_known: dict[str, Tally], known_to_all: dict[str, Tally]) -> dict[str, Tally]:
    """What is left of the first counts without the second."""
    left = {}
    for name, tally in all_known.items():
        own = vars(known_to_all.get(name, Tally()))
        left[name] = Tally(**{key: count - own[key] for key, count in vars(tally).items()})
    return left


def play(game: str, names: tuple[str, str], seed: int) -> Record:
    """A game of two agents from a random opening, drawn when it is too long."""
    chance, record = random.Random(seed), Record(game)
    record.tags.update(zip(facts(game).player_tags, names, strict=True))
    while len(record.moves) < OPENING_PLIES:
        record.play(chance.choice(record.position.legal_moves))
    agents = [make(name, game) for name in names]
    while record.outcome is None and len(record.moves) < MOST_PLIES:
        mover = record.position.sides.index(record.position.to_move)
        record.play(agents[mover].choose(record.position, Clock()))
    return record


def row(record: Record, a: str, b: str, number: int, first: str) -> Row:
    """The result as ratings are made from."""
    outcome = record.outcome
    winner = None
    if outcome is not None and outcome.winner is not None:
        is_first = record.start.sides.index(outcome.winner) == 0
        winner = first if is_first else "AB"[first == "A"]
    return Row(1, a, b, number + 1, first, winner, "rules", None, "", len(record.moves), 0.0, 0.0)


if __name__ == "__main__":
    main()
