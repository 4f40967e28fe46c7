"""`hopsow play`: the web board, for this machine only."""

from __future__ import annotations

from hopsow.cli.arguments import examples, game_named, plain_parser
from hopsow.games import GAMES

HOST = "127.0.0.1"
PORT = 4677  # always the same, so that the browser finds its games and settings again


def run(argv: list[str]) -> int:
    """Serve the board to this machine and open it."""
    arguments = plain_parser(
        "play", "Open the board in the browser.", examples("play", "hopsow play")
    )
    arguments.add_argument(
        "game", metavar="GAME", nargs="?", type=game_named, help=", ".join(GAMES)
    )
    arguments.add_argument("--people", action="store_true", help="two people play each other")
    arguments.add_argument("--port", metavar="N", type=int, help=f"default: {PORT}, or a free one")
    arguments.add_argument("--no-browser", action="store_true", help="only print the address")
    given = arguments.parse_args(argv)
    from hopsow.server import run as server

    port = PORT if given.port is None else given.port
    listener = server.listen(HOST, port, or_free=given.port is None)
    address = server.address(listener) + _view(given.game, given.people)
    print(f"Hopsow is at {address} (Ctrl-C ends it)", flush=True)
    if not given.no_browser:
        _open(address)
    server.serve(listener)
    return 0


def _view(game: str | None, people: bool) -> str:
    """What the page is to show: a new game between people, or where it was left off."""
    if people:
        return f"#/play/{game or GAMES[0]}?p=human;human"
    return f"#/play/{game}" if game else ""


def _open(address: str) -> None:
    """Open a browser without waiting for it: the server answers once it is ready."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
