"""`hopsow play`: the start positions, until the web board exists."""

from __future__ import annotations

from hopsow import draw
from hopsow.cli import colour
from hopsow.cli.arguments import Arguments, game_named
from hopsow.games import GAMES, start


def run(argv: list[str]) -> int:
    """Draw the start positions of all games, or of one."""
    arguments = Arguments(prog="hopsow play", description="Draw the start positions.")
    arguments.add_argument(
        "game", metavar="GAME", nargs="?", type=game_named, help=", ".join(GAMES)
    )
    game = arguments.parse_args(argv).game
    boards = [_board(name) for name in ([game] if game else GAMES)]
    print("\n\n".join(boards))
    return 0


def _board(game: str) -> str:
    position = start(game)
    return f"{game}, {position.to_move} begins\n\n{colour.drawing(draw.text(position))}"
