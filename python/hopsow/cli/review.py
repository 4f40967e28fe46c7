"""`hopsow review`: how a recorded game turned, what was better, and how well each side played."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from functools import partial

from hopsow.analysis.review import DEFAULT_S, Evaluation, Review, review
from hopsow.cli import INTERRUPTED
from hopsow.cli.arguments import add_json, contents, examples, game_named, plain_parser
from hopsow.cli.interruption import Interruption
from hopsow.cli.status import StatusLine
from hopsow.engine import Searcher
from hopsow.exchange import read, read_all
from hopsow.games import GAMES, unit
from hopsow.records import Record

WHAT = """\
Search every position of a recorded game: its turning points, what was better, and how accurately
each side played. FILE is a record (PDN, OGN and the like), a referee's evidence, or any other
text of a course that tells a whole game.
"""


def run(argv: list[str]) -> int:
    """Review the game that a file holds."""
    arguments = plain_parser("review", WHAT, examples("review"))
    arguments.add_argument("file", metavar="FILE", help="file to read; - is standard input")
    arguments.add_argument(
        "--game", metavar="GAME", type=game_named, help=f"{', '.join(GAMES)} (default: recognised)"
    )
    arguments.add_argument("--number", metavar="N", type=int, help="which game of several")
    arguments.add_argument(
        "--time",
        metavar="S",
        type=float,
        help=f"seconds for each position (default: {DEFAULT_S:g})",
    )
    arguments.add_argument("--nodes", metavar="N", type=int, help="nodes for each position")
    add_json(arguments)
    given = arguments.parse_args(argv)
    for name in ("time", "nodes"):
        value = getattr(given, name)
        if value is not None and not value > 0:
            raise ValueError(f"{name} must be more than 0")
    game = _game(given)
    if not game.moves:
        raise ValueError(f"{given.file}: the game has no moves to review")
    searcher = Searcher(game.game)
    interruption, status = Interruption(searcher.stop), StatusLine()
    if given.time is None and given.nodes is None:
        given.time = DEFAULT_S
    with interruption:
        result = review(
            game,
            search=lambda positions: searcher.search(positions, time=given.time, nodes=given.nodes),
            progress=partial(_show, game, status),
            is_stopped=lambda: interruption.has_come,
        )
    status.clear()
    if given.json:
        import json

        print(json.dumps(as_json(game, result), default=str))
    else:
        print("\n".join(_lines(game, result)))
    return INTERRUPTED if interruption.has_come else 0


def as_json(game: Record, result: Review) -> dict[str, object]:
    """The review with the agreed keys."""
    return {
        "game": game.game,
        "rules": game.rules,
        "plies": len(game.moves),
        "result": game.result,
        "reviewed": len(result.evaluations),
        **asdict(result),
    }


def _game(given: argparse.Namespace) -> Record:
    text = contents(given.file)
    try:
        if given.number is None:
            return _only(read_all(text, given.game), read(text, given.game).record)
        games = read_all(text, given.game)
    except ValueError as error:
        raise ValueError(f"{given.file}: {error}") from None
    if not 1 <= given.number <= len(games):
        raise ValueError(f"{given.file}: there is no game {given.number}, there are {len(games)}")
    chosen: Record = games[given.number - 1]
    return chosen


def _only(games: list[Record], game: Record) -> Record:
    """The game of a text, unless it is one of several records; lines of a pipe are one game."""
    if len(games) > 1 and any(each.moves for each in games):
        raise ValueError(f"found {len(games)} games, choose one with --number")
    return game


def _show(game: Record, status: StatusLine, evaluation: Evaluation) -> None:
    status.show(f"ply {evaluation.ply} of {len(game.moves)}")


def _lines(game: Record, result: Review) -> list[str]:
    lines = [f"{game.game} ({game.rules}), {len(game.moves)} plies, {game.result}"]
    if len(result.evaluations) < len(game.positions):
        lines.append(f"interrupted after {len(result.evaluations)} positions")
    if result.turning_points:
        lines.append(f"scores in {unit(game.game)}, positive where {game.start.sides[0]} is ahead")
    lines.append("")
    for point in result.turning_points:
        better = " ".join(point.better)
        lines.append(f"{point.ply + 1:4}. {point.name + ':':12}{point.text}: {better}")
    if not result.turning_points:
        lines.append("no turning points")
    sides = (
        f"{side} {'-' if value is None else f'{value:.1f} %'}"
        for side, value in result.accuracy.items()
    )
    return [*lines, "", f"accuracy: {', '.join(sides)}"]
