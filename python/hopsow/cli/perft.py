"""`hopsow perft`: how many paths of so many moves there are."""

from __future__ import annotations

from hopsow.cli.arguments import add_json, add_position, examples, parser, position
from hopsow.games import divide, perft


def run(argv: list[str]) -> int:
    """Print the leaf count, alone on the last line."""
    arguments = parser("perft", "Count the lines of play of DEPTH moves.", examples("perft"))
    arguments.add_argument("depth", metavar="DEPTH", type=int, help="number of moves")
    add_position(arguments)
    add_json(arguments)
    arguments.add_argument("--divide", action="store_true", help="also count for each first move")
    arguments.add_argument("--threads", metavar="N", type=int, default=1, help="default: 1")
    given = arguments.parse_args(argv)
    root = position(given)
    counts = None
    if given.divide:
        counts = {str(move): count for move, count in divide(root, given.depth, given.threads)}
        leaves = sum(counts.values())
    else:
        leaves = perft(root, given.depth, given.threads)
    if given.json:
        import json

        about = {"game": root.game, "rules": root.rules, "position": str(root)}
        divided = {} if counts is None else {"divide": counts}
        print(json.dumps({**about, "depth": given.depth, **divided, "leaves": leaves}))
        return 0
    for move, count in (counts or {}).items():
        print(f"{move}: {count}")
    print(leaves)
    return 0
