"""`hopsow puzzles`: positions with one right move, made by seed and proven."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from hopsow.analysis import puzzles
from hopsow.cli.arguments import Arguments, add_json, contents, examples, game_named, plain_parser
from hopsow.cli.status import StatusLine
from hopsow.files import check_writable, write_atomically
from hopsow.games import GAMES
from hopsow.tables import open_tables

MAX_SEED = 2**63 - 1
MOST = 1_000_000
ACTIONS = ("make", "check")


def run(argv: list[str]) -> int:
    """Make puzzles, or prove those of a file again."""
    given = _arguments().parse_args(argv)
    if given.action == "check":
        return _check(given.game, given.file, given.json)
    if given.file is not None:
        raise ValueError(f"{given.file}: make takes no file, expected -o FILE")
    if not 1 <= given.count <= MOST:
        raise ValueError(f"the count is {given.count}, expected 1 to {MOST}")
    if not 0 <= given.seed <= MAX_SEED:
        raise ValueError(f"the seed is {given.seed}, expected 0 to {MAX_SEED}")
    path = None if given.output is None else Path(given.output)
    if path is not None:
        check_writable(path)
    status = StatusLine()
    made = puzzles.make(
        given.game,
        given.count,
        given.seed,
        tables=open_tables(),
        progress=lambda number: status.show(f"{number} of {given.count} puzzles"),
    )
    status.clear()
    if len(made) < given.count:
        print(f"hopsow: there are only {len(made)} to be found", file=sys.stderr)
    if path is not None:
        write_atomically(path, puzzles.write(made))
    if given.json:
        print(json.dumps({"game": given.game, "seed": given.seed, "puzzles": _listed(made)}))
    elif path is None:
        print(puzzles.write(made), end="")
    else:
        print(f"{path}: {_counted(made)}")
    return 0


def _arguments() -> Arguments:
    arguments = plain_parser(
        "puzzles",
        "Make puzzles: positions with exactly one move that keeps the win or the draw, proven by "
        "tables, or by solving races to their end. A line has position, move, result, the "
        "number of other moves, and the depth of the deepest plain search that misses it.",
        examples("puzzles"),
    )
    arguments.add_argument(
        "action", metavar="make|check", choices=ACTIONS, help="make some, or prove those of a file"
    )
    arguments.add_argument("game", metavar="GAME", type=game_named, help=", ".join(GAMES))
    arguments.add_argument("file", metavar="FILE", nargs="?", help="what to check; - reads stdin")
    arguments.add_argument(
        "--count", metavar="N", type=int, default=10, help="how many to make (default: 10)"
    )
    arguments.add_argument(
        "--seed", metavar="N", type=int, default=0, help="another seed makes others (default: 0)"
    )
    arguments.add_argument("-o", "--output", metavar="FILE", help="where to write them")
    add_json(arguments)
    return arguments


def _check(game: str, file: str | None, as_json: bool) -> int:
    if file is None:
        raise ValueError("check needs the file with the puzzles")
    text = contents(file)
    try:
        listed = list(puzzles.read(game, text.decode("utf-8")))
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None
    tables = open_tables()
    problems = []
    for puzzle in listed:
        try:
            puzzles.check(puzzle, tables)
        except puzzles.PuzzleError as error:
            problems.append(str(error))
    if as_json:
        print(json.dumps({"game": game, "proven": len(listed) - len(problems), "not": problems}))
    else:
        for problem in problems:
            print(problem)
        print(f"{file}: {len(listed) - len(problems)} of {len(listed)} puzzles are proven")
    return int(bool(problems))


def _listed(made: list[puzzles.Puzzle]) -> list[dict[str, object]]:
    return [
        {
            "position": puzzle.position,
            "move": puzzle.move,
            "result": puzzle.result,
            "spoiling": puzzle.spoiling,
            "missed": puzzle.missed,
            "grade": puzzle.grade,
        }
        for puzzle in made
    ]


def _counted(made: list[puzzles.Puzzle]) -> str:
    """How many there are of each grade."""
    grades = sorted({puzzle.grade for puzzle in made})
    counts = (f"grade {grade}: {sum(each.grade == grade for each in made)}" for grade in grades)
    return f"{len(made)} puzzles ({', '.join(counts)})"
