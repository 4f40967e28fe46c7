"""`hopsow ladder`: how strong agents are, measured against the engine's levels."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hopsow.arena.contest import entrants
from hopsow.arena.contest.ladder import Ladder, anchor, levels
from hopsow.arena.contest.openings import Openings
from hopsow.arena.process.sandbox import Sandbox
from hopsow.arena.results import ratings
from hopsow.arena.results.database import Database
from hopsow.arena.results.ratings import Rating
from hopsow.arena.run.place import at
from hopsow.cli import INTERRUPTED
from hopsow.cli.arguments import add_json, add_on, examples, parser
from hopsow.cli.match import add_adjudication, add_limits, limits
from hopsow.cli.printable import printable
from hopsow.cli.status import StatusLine

WHAT = """\
Measure how strong agents are. They climb a ladder of the engine's levels, neighbours playing each
other, and get ratings in Elo, level 1 being 0. All games are kept in a database: the same command
goes on where it was interrupted, and with more rounds makes the ratings more certain."""
LEVELS = "1-5"
ROUNDS_A_RUNG = 2


def run(argv: list[str]) -> int:
    """Play what has not been played, and print the ratings."""
    arguments = parser("ladder", WHAT, examples("ladder"))
    arguments.add_argument("agents", metavar="AGENT", nargs="*", help="whom to measure")
    arguments.add_argument(
        "--levels", metavar="N-M", default=LEVELS, help=f"the engine's (default: {LEVELS})"
    )
    arguments.add_argument(
        "--anchor", metavar="AGENT=ELO", help="whose rating is fixed (default: the lowest level=0)"
    )
    arguments.add_argument("--games", metavar="N", type=int, default=2, help="a pairing, default 2")
    arguments.add_argument(
        "--rounds", metavar="N", type=int, help=f"default: {ROUNDS_A_RUNG} for each rung"
    )
    arguments.add_argument("--openings", metavar="O", help="as for a match")
    arguments.add_argument("--seed", metavar="N", type=int, default=0, help="default: 0")
    arguments.add_argument("--jobs", metavar="N", type=int, default=1, help="games at once")
    arguments.add_argument(
        "--database", metavar="FILE", help="of finished games (default: ladder-GAME.db)"
    )
    add_adjudication(arguments)
    add_limits(arguments, handicap=False)
    add_on(arguments)
    add_json(arguments)
    given = arguments.parse_intermixed_args(argv)
    if min(given.games, given.jobs, 1 if given.rounds is None else given.rounds) < 1:
        raise ValueError("--games, --rounds and --jobs are at least 1")
    ratings.require()
    rungs = levels(given.levels, given.game)
    named = [entrants.named(text, given.game, given.rules) for text in given.agents]
    agents = dict.fromkeys([*rungs, *named])
    if len(agents) < 2:
        raise ValueError("a ladder has at least two rungs: name an agent, or more levels")
    fixed = anchor(given.anchor or f"{rungs[-1]}=0", list(agents))
    Openings(given.game, given.rules, given.openings, given.seed)
    if any(map(entrants.is_program, agents)):
        Sandbox.choose(given.sandbox)
    ladder = Ladder(
        name=f"ladder of {given.game}",
        game=given.game,
        agents={agent: agent for agent in agents},
        rules=given.rules,
        games=given.games,
        rounds=given.rounds or ROUNDS_A_RUNG * len(agents),
        seed=given.seed,
        openings=given.openings,
        adjudicate=given.adjudicate,
        sandbox=given.sandbox,
        jobs=given.jobs,
        database=Path(given.database or f"ladder-{given.game}.db"),
        limits=limits(given),
    )
    return _measure(ladder, fixed, given.on, given.json)


def _measure(ladder: Ladder, fixed: tuple[str, float], on: str, as_json: bool) -> int:
    with Database(ladder.database, ladder.identity) as database:
        status = _play(ladder, database, on)
        rows = database.rows()
    name, elo = fixed
    rated = ratings.rate(list(ladder.agents), rows, anchor=name)
    if as_json:
        about = {
            "game": ladder.game,
            "games": len(rows),
            "total": ladder.total(),
            "anchor": {"agent": name, "elo": elo},
            "ratings": [_as_json(rating, elo) for rating in rated],
            "database": str(ladder.database),
        }
        print(json.dumps(about))
    else:
        print(f"{len(rows)} of {max(len(rows), ladder.total())} games")
        for rating in rated:
            print(printable(_line(rating, fixed)))
    return status


def _play(ladder: Ladder, database: Database, on: str) -> int:
    status = StatusLine()
    try:
        with at(on) as place:
            for done, total, _ in ladder.play(database, place.run):
                status.show(f"{done} of {total} games")
    except KeyboardInterrupt:
        return INTERRUPTED  # what was played is in the database
    finally:
        status.clear()
    return 0


def _as_json(rating: Rating, elo: float) -> dict[str, Any]:
    return {**asdict(rating), "elo": rating.elo + elo}


def _line(rating: Rating, fixed: tuple[str, float]) -> str:
    name, elo = fixed
    error = "fixed" if rating.name == name else f"± {rating.error:.0f}"
    score = f"{rating.points:g}/{rating.games}"
    return f"{rating.elo + elo:+7.0f} {error:>7}  {score:>9}  {rating.name}"
