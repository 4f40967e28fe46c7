"""`hopsow serve`: the web board, for other machines with a token."""

from __future__ import annotations

import argparse
import sys
from functools import partial

from hopsow.cli.arguments import Arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from socket import socket

EXAMPLES = """\
  hopsow serve                     # for this machine, without opening a browser
  hopsow serve --host 0.0.0.0      # for everybody who has the printed address
  hopsow serve --class spring      # the pages of a class, to each student their own
  hopsow serve --tournament class.db  # the games that are played, and those that were
"""
LOOPBACK = "127.0.0.1"
PORT = 4677
WARNING = (
    "whoever has this address can use the board; put a TLS proxy in front of it on an open network"
)

TOKENS_WARNING = "tokens can be read on an open network: put a TLS proxy in front of it"


def run(argv: list[str]) -> int:
    """Serve the board until interrupted."""
    arguments = Arguments(
        prog="hopsow serve",
        description="Serve the board; to other machines only with a token.",
        epilog=f"examples:\n{EXAMPLES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    arguments.add_argument("--host", metavar="H", default=LOOPBACK, help=f"default: {LOOPBACK}")
    arguments.add_argument("--port", metavar="N", type=int, default=PORT, help=f"default: {PORT}")
    arguments.add_argument(
        "--class",
        metavar="DIR",
        dest="folder",
        help="serve the pages of a class instead, with a token for each student",
    )
    arguments.add_argument(
        "--tournament",
        metavar="FILE",
        help="show the tournament of a database instead, also while it is played",
    )
    arguments.add_argument(
        "--report", metavar="FILE", help="its report (default: beside the database, as .html)"
    )
    given = arguments.parse_args(argv)
    from pathlib import Path

    from hopsow.web import run as server

    if given.folder is not None:
        return _serve_class(given.folder, given.host, given.port)
    serve: Callable[..., None] = server.serve
    if given.tournament is not None:
        database = _database(Path(given.tournament))
        report = database.with_suffix(".html") if given.report is None else Path(given.report)
        serve = partial(server.serve_live, database=database, report=report)
    listener = server.listen(given.host, given.port)
    serve(listener, token=announce(listener))
    return 0


def announce(listener: socket) -> str | None:
    """Print where the board is; the token that others than this machine need, if they can come."""
    from hopsow.web import run as server

    if server.is_loopback(listener):
        print(f"Hopsow is at {server.address(listener)} (Ctrl-C ends it)", flush=True)
        return None
    from secrets import token_urlsafe

    token = token_urlsafe(24)
    print(f"Hopsow is at {server.address(listener)}?token={token}", flush=True)
    print(WARNING, flush=True)
    return token


def _database(file: Path) -> Path:
    """The database of a tournament that can be shown, with the ratings that belong to it."""
    from hopsow.arena.results import ratings
    from hopsow.arena.results.spectator import Spectator

    ratings.require()
    spectator = Spectator(file)
    spectator.look()
    spectator.close()
    return file


def _serve_class(folder: str, host: str, port: int) -> int:
    from pathlib import Path

    from hopsow.arena.classroom import out, settings
    from hopsow.web import run as server

    chosen = settings.read(Path(folder))
    tokens = out.read_tokens(chosen)
    if out.STAFF not in tokens:
        raise ValueError(f"{folder}: there is nothing to read yet, run hopsow class {folder} first")
    listener = server.listen(host, port)
    address = server.address(listener)
    print(f"Hopsow is at {address}?token={tokens[out.STAFF]}", flush=True)
    print(f"this is the staff's address; the students' tokens are in {out.tokens_file(chosen)}")
    if not server.is_loopback(listener):
        print(TOKENS_WARNING)
    sys.stdout.flush()
    server.serve_class(listener, chosen.results, tokens)
    return 0
