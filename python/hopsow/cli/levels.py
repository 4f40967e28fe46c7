"""`hopsow levels`: how far each level looks, how freely it chooses, and how strong it is."""

from __future__ import annotations

from hopsow.cli.arguments import add_json, examples, game_named, plain_parser
from hopsow.games import GAMES, facts, unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hopsow.games import Level

WHAT = """\
Show the levels of the engine: how far each looks, how freely it chooses among the moves it sees,
and its strength in Elo, level 1 being 0. A player 200 Elo stronger scores three points of four.
"""


def run(argv: list[str]) -> int:
    """Print the levels of one game or of all."""
    arguments = plain_parser("levels", WHAT, examples("levels", "hopsow levels"))
    arguments.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        type=game_named,
        help=f"{', '.join(GAMES)} (default: all)",
    )
    add_json(arguments)
    given = arguments.parse_args(argv)
    games = [given.game] if given.game else GAMES
    if given.json:
        import json

        print(json.dumps({game: [*map(_as_json, *_numbered(game))] for game in games}))
        return 0
    for game in games:
        print(f"{facts(game).title}, temperature in {unit(game)}")
        print(f"{'level':>7}  {'looks at':<20}{'temperature':>11}{'Elo':>7}")
        for number, level in zip(*_numbered(game), strict=True):
            print(f"{number:>7}  {_looks_at(level):<20}{level.temperature:>11g}{level.elo:>7}")
    return 0


def _numbered(game: str) -> tuple[range, tuple[Level, ...]]:
    levels = facts(game).levels
    return range(1, len(levels) + 1), levels


def _looks_at(level: Level) -> str:
    if level.depth is not None:
        return "1 ply" if level.depth == 1 else f"{level.depth} plies"
    if level.nodes is not None:
        return f"{level.nodes:,} positions"
    return "what time allows"


def _as_json(number: int, level: Level) -> dict[str, int | float | None]:
    return {"level": number, **level._asdict()}
