"""How many connections there is room for, and what is said when there is none.

A process may have only so many files open. One that accepts until it fails has none left for its
own work, and asyncio then writes a traceback for every connection that waits, many times a second.
So connections end below that limit: one too many is refused in words, and a line says so now and
then.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import sys
from typing import Any, NamedTuple

import uvicorn

from hopsow.arena.run.seldom import Seldom
from hopsow.web import limits

OWN_FILES = 32  # that the server itself may need
AT_ONCE = 128  # connections that are accepted together
UNCOUNTED = 4  # times as many may be open before the first of them is counted
SAY_S = 60.0  # between two lines about the same
EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
REFUSED = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"

log = logging.getLogger(__name__)


class Places(NamedTuple):
    """How many connections there may be, and how many are accepted together."""

    connections: int
    at_once: int


def places() -> Places:
    """The places of this process, which takes as many files as it may have and could need."""
    wanted = 2 * limits.MAX_CONNECTIONS + UNCOUNTED * AT_ONCE + OWN_FILES
    files = min(wanted, _files(wanted))
    at_once = max(1, min(AT_ONCE, (files - OWN_FILES) // (2 * UNCOUNTED)))
    return Places(max(1, files - OWN_FILES - UNCOUNTED * at_once), at_once)


def _files(wanted: int) -> int:
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else soft


class Server(uvicorn.Server):
    """A server that says in a line that it cannot accept a connection, and tries again later."""

    _say = Seldom(log.warning, SAY_S)

    async def startup(self, sockets: Any = None) -> None:
        """Listen."""
        asyncio.get_running_loop().set_exception_handler(self._heard)
        await super().startup(sockets)

    def _heard(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in EXHAUSTED and "socket" in context:
            self._say(f"no connection can be accepted: {error.strerror}")
        elif not (self.should_exit and isinstance(error, ValueError) and "handle" in context):
            # At the end, asyncio wants to listen again where nothing is open any more.
            loop.default_exception_handler(context)
