"""A process that serves the board.

The socket listens before anything slow is imported: a browser that is opened meanwhile simply waits
for its first answer.
"""

from __future__ import annotations

import socket

BACKLOG = 2048


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise ValueError(f"cannot listen on {host}:{port}: {error.strerror}") from None
    listener.listen(BACKLOG)
    return listener


def serve(listener: socket.socket, names: frozenset[str] | None, token: str | None = None) -> None:
    """Serve until interrupted."""
    import uvicorn

    from hopsow.server import limits
    from hopsow.server.app import create

    config = uvicorn.Config(
        create(names, token),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=2 * limits.MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        limit_concurrency=2 * limits.MAX_CONNECTIONS,
        timeout_graceful_shutdown=1,
    )
    uvicorn.Server(config).run(sockets=[listener])
