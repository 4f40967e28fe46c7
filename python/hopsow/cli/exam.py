"""`hopsow exam make`: an exam by seed, with answers that are proven."""

from __future__ import annotations

import json
from pathlib import Path
from secrets import randbelow

from hopsow.arena.course import exam as exams
from hopsow.arena.course import scheme
from hopsow.arena.course.difficulty import in_words
from hopsow.cli.arguments import add_json, examples, game_named, plain_parser
from hopsow.files import check_writable
from hopsow.games import GAMES

MAX_SEED = 2**63 - 1


def run(argv: list[str]) -> int:
    """Make an exam, and write it to a file."""
    arguments = plain_parser(
        "exam",
        "Make an exam: positions that only the seed tells, with answers proven by tables or by a "
        "search with a margin.",
        examples("exam"),
    )
    arguments.add_argument("action", metavar="make", choices=("make",), help="make an exam")
    arguments.add_argument("game", metavar="GAME", type=game_named, help=", ".join(GAMES))
    arguments.add_argument(
        "--seed", metavar="N", type=int, help="makes the same exam again (default: by chance)"
    )
    arguments.add_argument(
        "-o", "--output", metavar="FILE", required=True, help="where to write it"
    )
    add_json(arguments)
    given = arguments.parse_args(argv)
    seed = randbelow(MAX_SEED + 1) if given.seed is None else given.seed
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"the seed is {seed}, expected 0 to {MAX_SEED}")
    path = Path(given.output)
    check_writable(path)
    exam = scheme.private(given.game, seed)
    exam.write(path)
    depths = [each.depth for each in exam.questions if each.depth is not None]
    by_chance = exams.right_by_chance(exam)
    if given.json:
        about = {"game": exam.game, "seed": exam.seed, "checksum": exam.checksum}
        sizes = {"questions": len(exam.questions), "worth": exam.worth, "parts": exam.parts}
        difficulty = {"depths": sorted(depths), "right_by_chance": round(by_chance, 4)}
        print(json.dumps({**about, **sizes, **difficulty, "file": str(path)}))
    else:
        parts = ", ".join(f"{name} {points:g}" for name, points in exam.parts.items())
        print(f"{path}: {len(exam.questions)} questions, {exam.worth:g} points ({parts})")
        print(f"solved by a plain search: {in_words(depths)}")
        print(f"right moves: {by_chance:.0%} of all, in questions with a right move")
    return 0
