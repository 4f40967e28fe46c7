"""`hopsow match`: refereed games between two agents."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import Any

from hopsow.arena.contest import entrants
from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.match import ALTERNATE, FIRST, Match, Runner, Score
from hopsow.arena.contest.openings import START, Openings
from hopsow.arena.limits import MIB, Limits
from hopsow.arena.process.sandbox import OPEN, Sandbox
from hopsow.arena.referee.adjudication import CHOICES as ADJUDICATORS
from hopsow.arena.referee.adjudication import OFF
from hopsow.arena.referee.game import DRAWS
from hopsow.arena.results.running import Telling
from hopsow.arena.results.statistics import Sprt
from hopsow.arena.results.summary import summary
from hopsow.arena.run.place import at
from hopsow.cli import INTERRUPTED
from hopsow.cli.arguments import Arguments, add_json, add_on, add_sandbox, examples, parser
from hopsow.cli.seats import HUMAN
from hopsow.cli.status import StatusLine
from hopsow.cli.watching import add_serving, shown
from hopsow.games import GAMES, facts, start

EVIDENCE, FILES = "hopsow-evidence", "game-*.json"
TIMES = ("cpu", "cpu_game", "wall", "wall_game")
HANDICAPS = (
    *("cpu", "cpu-game", "wall", "wall-game", "memory"),
    *("processes", "threads", "disk", "output", "files"),
)


def run(argv: list[str]) -> int:
    """Play a match and print what came of it."""
    arguments = parser("match", "Let two agents play, and judge every move.", examples("match"))
    arguments.add_argument("agents", metavar="AGENT", nargs=2, help="A and B")
    arguments.add_argument("--games", metavar="N", type=int, default=2, help="default: 2, a pair")
    arguments.add_argument(
        "--first", choices=FIRST, default=ALTERNATE, help="who moves first (default: by turns)"
    )
    arguments.add_argument(
        "--openings",
        metavar="O",
        help=f"start, random[:plies=N], level or a file (default: {_usual_openings()})",
    )
    arguments.add_argument("--seed", metavar="N", type=int, default=0, help="default: 0")
    arguments.add_argument(
        "--draws", choices=DRAWS, default="draw", help="time: more time left wins a draw"
    )
    add_adjudication(arguments)
    arguments.add_argument("--jobs", metavar="N", type=int, default=1, help="games at once")
    arguments.add_argument(
        "--sprt", metavar=("ELO0", "ELO1"), nargs=2, type=float, help="stop when this is decided"
    )
    arguments.add_argument(
        "--evidence",
        metavar="DIR",
        help=f"a folder for this match alone (default: {EVIDENCE}, or {EVIDENCE}-2 and so on)",
    )
    arguments.add_argument("--no-evidence", action="store_true", help="keep no file per game")
    add_limits(arguments, handicap=True)
    add_on(arguments)
    add_serving(arguments)
    add_json(arguments)
    given = arguments.parse_intermixed_args(argv)
    if given.games < 1 or given.jobs < 1:
        raise ValueError("--games and --jobs are at least 1")
    given.agents = [entrants.named(text, given.game, given.rules) for text in given.agents]
    if given.openings is None and HUMAN in given.agents:
        given.openings = START  # a person plays every move
    Openings(given.game, given.rules, given.openings, given.seed)  # before anything is played
    _warn(Sandbox.choose(given.sandbox), given)
    limits_a = _limits_of(given.agents[0], limits(given), given)
    limits_b = _limits_of(given.agents[1], _limits_b(given) or limits(given), given)
    match = Match(
        game=given.game,
        agents=tuple(given.agents),
        games=given.games,
        first=given.first,
        rules=given.rules,
        limits=limits_a,
        limits_b=None if limits_b == limits_a else limits_b,
        openings=given.openings,
        seed=given.seed,
        draws=given.draws,
        adjudicate=given.adjudicate,
        sandbox=given.sandbox,
        jobs=given.jobs,
    )
    sprt = Sprt(*given.sprt) if given.sprt else None
    folder = None if given.no_evidence else evidence_folder(given.evidence)
    with shown(given, match, folder) as (seen, wait):
        status = _play(match, sprt, folder, given.on, given.json, seen)
        if status == 0:
            wait()
    return status


def _usual_openings() -> str:
    """How matches of each game begin if nothing is said."""
    games: dict[str, list[str]] = {}
    for game in GAMES:
        games.setdefault(facts(game).openings, []).append(game)
    return ", ".join(f"{openings} for {' and '.join(names)}" for openings, names in games.items())


def evidence_folder(named: str | None) -> Path:
    """A folder in which no other match has left its evidence."""
    if named is not None:
        folder = Path(named)
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.glob(FILES)):
            raise ValueError(f"{folder} has the evidence of another match, name a folder without")
        return folder
    names = chain([EVIDENCE], (f"{EVIDENCE}-{number}" for number in count(2)))
    while True:
        folder = Path(next(names))
        try:
            folder.mkdir()
        except FileExistsError:
            continue
        return folder


def _warn(sandbox: Sandbox, given: argparse.Namespace) -> None:
    """Say that programs run in the open, if nobody has asked for that."""
    has_program = any(map(entrants.is_program, given.agents))
    if has_program and not sandbox.is_closed and given.sandbox != OPEN:
        print(f"hopsow: programs run without a sandbox: {sandbox.why}", file=sys.stderr)


def _play(
    match: Match,
    sprt: Sprt | None,
    folder: Path | None,
    on: str,
    as_json: bool,
    seen: Callable[[Telling, Callable[[Any, int], None]], Runner],
) -> int:
    score = Score(has_pairs=match.has_pairs)
    results: list[tuple[int, dict[str, Any]]] = []
    stopped: KeyboardInterrupt | OSError | None = None
    status = StatusLine()

    def tell(number: int, plies: int) -> None:
        status.show(f"{_standing(score)}; game {number + 1} of {match.games}, ply {plies}")

    try:
        with at(on, is_resumed=False) as place:
            run = seen(place.run, tell)
            for number, game in match.play(run, score, partial(_is_decided, sprt)):
                results.append((number, result(game)))
                status.clear()
                if not as_json:
                    print(_line(number, game), flush=True)
                status.show(_standing(score))
                if folder is not None:
                    path = folder / f"game-{number + 1:05}.json"
                    game.write(path)
                    results[-1][1]["evidence"] = str(path)
    except (KeyboardInterrupt, OSError) as error:
        stopped = error  # what was played still counts
    status.clear()
    total = summary(score, sprt)
    if as_json:
        ordered = [each for _, each in sorted(results, key=lambda pair: pair[0])]
        print(json.dumps({**total, "results": ordered}), flush=True)
    else:
        print(_summary(total, match))
        if folder is not None:
            print(f"evidence: {folder}")
    if isinstance(stopped, OSError):
        raise stopped
    return INTERRUPTED if stopped else 0


def _is_decided(sprt: Sprt | None, score: Score) -> bool:
    return sprt is not None and sprt.decision(score.counts) is not None


def result(game: Evidence) -> dict[str, Any]:
    """A game as `match --json` shows it."""
    return {
        "first": game.first,
        "winner": game.winner,
        "verdict": game.verdict.value,
        "guilty": game.guilty,
        "plies": game.plies,
        "reason": game.reason,
        "evidence": None,
    }


def _line(number: int, game: Evidence) -> str:
    outcome = "draw" if game.verdict.is_played else "no result"
    outcome = f"{game.winner} wins" if game.winner else outcome
    whose = f" by {game.guilty}" if game.guilty else ""
    begun = f"game {number + 1}, {game.first} first, {_opening(game)}"
    head = f"{begun}: {outcome} after {game.plies} plies"
    return f"{head}, {game.verdict.value}{whose}: {game.reason}"


def _opening(game: Evidence) -> str:
    words = [turn.move or "" for turn in game.moves if turn.by is None]
    if game.start != str(start(game.game, game.rules)):
        words.insert(0, game.start)
    return f"opening {' '.join(words)}" if words else "from the start"


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number} games"


def _standing(score: Score) -> str:
    return f"{_games(score.games)}: +{score.wins} ={score.draws} -{score.losses}"


def _summary(total: dict[str, Any], match: Match) -> str:
    lines = [
        "",
        f"A: {match.agents[0]}",
        f"B: {match.agents[1]}",
        f"{_games(total['games'])}: A wins {total['wins']}, draws {total['draws']}, "
        f"B wins {total['losses']}",
    ]
    if total["los"] is not None:
        superior = f"likelihood of superiority {total['los']:.1%}"
        lines.append(f"Elo {_elo(total)} (95 %), {superior}")
    if total["games"]:
        lines.append(f"draw ratio {total['draw_ratio']:.1%}{_pairs(total['pentanomial'])}")
    if "void" in total:
        lines.append(f"games that count for nobody, because the referee failed: {total['void']}")
    if "sprt" in total:
        test = total["sprt"]
        span = f"({test['lower']:.2f}, {test['upper']:.2f})"
        lines.append(f"SPRT LLR {test['llr']:.2f} {span}: {test['decision'] or 'undecided'}")
    return "\n".join(lines)


def _pairs(counts: list[int]) -> str:
    """How many points A made in each pair of games."""
    points = ("0", "½", "1", "1½", "2")
    named = [f"{count} with {each}" for each, count in zip(points, counts, strict=True) if count]
    return f"; pairs by A's points: {', '.join(named)}" if named else ""


def _elo(total: dict[str, Any]) -> str:
    """The Elo difference, or the bounds between which it lies."""
    low, high = total["elo_low"], total["elo_high"]
    if total["elo"] is not None and total["elo_error"] is not None:
        return f"{total['elo']:+.1f} ± {total['elo_error']:.1f}"
    if low is None or high is None:
        return f"at most {high:+.0f}" if low is None else f"at least {low:+.0f}"
    return f"between {low:+.0f} and {high:+.0f}"


def add_adjudication(arguments: Arguments) -> None:
    """Let tables end games."""
    arguments.add_argument(
        "--adjudicate",
        choices=ADJUDICATORS,
        default=OFF,
        help="tables: a game ends where tables know its result (default: off)",
    )


def add_limits(arguments: Arguments, handicap: bool) -> None:
    """Let the limits of each side be given, with a `handicap` those of B apart."""
    limit = arguments.add_argument_group("limits of each side (default: what the course allows)")
    for kind, what in (
        ("cpu", "CPU time of all threads and children"),
        ("wall", "wall time"),
    ):
        limit.add_argument(f"--{kind}", metavar="S", type=float, help=f"{what} for each move")
        limit.add_argument(f"--{kind}-game", metavar="S", type=float, help=f"{what} for the game")
    limit.add_argument("--memory", metavar="MIB", type=int, help="resident size, default 2048")
    limit.add_argument("--processes", metavar="N", type=int, help="default 64")
    limit.add_argument("--threads", metavar="N", type=int, help="with processes, default 64")
    limit.add_argument("--disk", metavar="MIB", type=int, help="working folder, default 256")
    limit.add_argument("--output", metavar="KIB", type=int, help="for each move, default 1024")
    limit.add_argument("--files", metavar="N", type=int, help="open files, default 256")
    limit.add_argument(
        "--ponder", action="store_true", help="let programs think while the other is to move"
    )
    limit.add_argument("--plies", metavar="N", type=int, help="then the game is a draw")
    if handicap:
        limit.add_argument(
            "--limits-b",
            metavar="L",
            help="B's where they differ, such as cpu=0.5,memory=256 with the names above",
        )
    add_sandbox(limit, "auto")


def _limits_of(agent: str, usual: Limits, given: argparse.Namespace) -> Limits:
    """The limits of one side; a person has no clock unless the command line sets one."""
    if agent != HUMAN or any(getattr(given, name) is not None for name in TIMES):
        return usual
    return replace(usual, cpu_move=None, cpu_game=None, wall_move=None, wall_game=None)


def _limits_b(given: argparse.Namespace) -> Limits | None:
    """The limits of B in a handicap game."""
    if given.limits_b is None:
        return None
    chosen = vars(given).copy()
    for word in given.limits_b.split(","):
        name, _, value = word.partition("=")
        if name not in HANDICAPS:
            raise ValueError(f"--limits-b: found {word!r}, expected {', '.join(HANDICAPS)}=NUMBER")
        kind = float if name.startswith(("cpu", "wall")) else int
        try:
            chosen[name.replace("-", "_")] = kind(value)
        except ValueError:
            raise ValueError(f"--limits-b: {name} is a number, not {value!r}") from None
    return limits(argparse.Namespace(**chosen))


def limits(given: argparse.Namespace) -> Limits:
    """The limits that the arguments name, over what the course allows."""
    chosen = Limits.course(given.game)
    times = {
        "cpu_move": given.cpu,
        "cpu_game": given.cpu_game,
        "wall_move": given.wall,
        "wall_game": given.wall_game,
    }
    if any(value is not None for value in times.values()):
        chosen = replace(chosen, **times).with_wall()
    others = {
        "memory": given.memory and given.memory * MIB,
        "processes": given.processes,
        "threads": given.threads,
        "disk": given.disk and given.disk * MIB,
        "output": given.output and given.output * 1024,
        "files": given.files,
        "plies": given.plies,
        "ponder": given.ponder,
    }
    return replace(chosen, **{name: value for name, value in others.items() if value is not None})
