"""A process that serves the board.

The socket listens before anything slow is imported: a browser that is opened meanwhile simply waits
for its first answer.
"""

from __future__ import annotations

import socket

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from starlette.types import ASGIApp

BACKLOG = 2048


def listen(host: str, port: int, or_free: bool = False) -> socket.socket:
    """A listening socket; port 0 means any free one, and so does a port in use with `or_free`."""
    if not 0 <= port <= 65_535:
        raise ValueError(f"found port {port}, expected 0 to 65535")
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, name = addresses[0]
        # Unless asyncio knows that this is TCP, each answer waits 40 ms for its end.
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(name)
    except OSError as error:
        if or_free:
            return listen(host, 0)
        raise ValueError(f"cannot listen on {host}:{port}: {error.strerror}") from None
    listener.listen(BACKLOG)
    return listener


def address(listener: socket.socket) -> str:
    """The address to open; a listener on all interfaces is named by the machine's own name."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = socket.gethostname()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def is_loopback(listener: socket.socket) -> bool:
    """Whether only this machine can connect."""
    from ipaddress import ip_address

    return ip_address(listener.getsockname()[0].split("%")[0]).is_loopback


def serve(
    listener: socket.socket,
    token: str | None = None,
    own: Mapping[str, str] | None = None,
    library: Path | None = None,
    is_private: bool = False,
) -> None:
    """Serve the board until interrupted; a listener on the loopback answers to its names alone, and
    a private one to nobody but the user of this process.

    `own` are agents that clients may name besides those of the package, each under its name,
    `library` is the file in which their games are kept.
    """
    from hopsow.web.app import create
    from hopsow.web.guard import LOOPBACK_NAMES

    names = LOOPBACK_NAMES if is_loopback(listener) else None
    _run(listener, create(names, token, own, library, is_private=is_private))


def serve_live(
    listener: socket.socket, database: Path, report: Path | None = None, token: str | None = None
) -> None:
    """Serve a tournament until interrupted, from its database and its report; without a token, only
    to names of this machine."""
    from hopsow.web.app import create
    from hopsow.web.guard import LOOPBACK_NAMES

    _run(
        listener, create(LOOPBACK_NAMES if token is None else None, token, live=(database, report))
    )


def serve_class(listener: socket.socket, results: Path, tokens: Mapping[str, str]) -> None:
    """Serve the pages of a class until interrupted, to everybody who has a token."""
    from hopsow.web.guard import LOOPBACK_NAMES
    from hopsow.web.shelf.classes import create

    _run(listener, create(results, tokens, LOOPBACK_NAMES if is_loopback(listener) else None))


def _run(listener: socket.socket, app: ASGIApp) -> None:
    import uvicorn

    from hopsow.web import limits
    from hopsow.web.patience import Patient
    from hopsow.web.places import Server, places

    Patient.places, at_once = places()
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        http=Patient,
        ws="websockets-sansio",
        ws_max_size=2 * limits.MAX_MESSAGE_BYTES,
        backlog=at_once,
        timeout_graceful_shutdown=1,
    )
    Server(config).run(sockets=[listener])
