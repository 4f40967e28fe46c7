"""`hopsow serve`: the web board, for other machines with a token."""

from __future__ import annotations

import argparse

from hopsow.cli.arguments import Arguments

EXAMPLES = """\
  hopsow serve                     # for this machine, without opening a browser
  hopsow serve --host 0.0.0.0      # for everybody who has the printed address
"""
LOOPBACK = "127.0.0.1"
PORT = 4677
WARNING = (
    "whoever has this address can use the board; put a TLS proxy in front of it on an open network"
)


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
    given = arguments.parse_args(argv)
    from hopsow.server import run as server

    listener = server.listen(given.host, given.port)
    if server.is_loopback(listener):
        print(f"Hopsow is at {server.address(listener)} (Ctrl-C ends it)", flush=True)
        server.serve(listener)
        return 0
    from secrets import token_urlsafe

    token = token_urlsafe(24)
    print(f"Hopsow is at {server.address(listener)}?token={token}", flush=True)
    print(WARNING, flush=True)
    server.serve(listener, token)
    return 0
