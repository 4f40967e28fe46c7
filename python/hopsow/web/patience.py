"""Connections that are not waited for without end: a request must be complete in time.

Without this, half a request costs nothing and holds its place for as long as its sender likes. And
only so many may be incomplete at once: the one that has waited longest makes room for the newest,
whose request usually comes with the next packet. A connection for which there is no place is
refused at once.
"""

from __future__ import annotations

import asyncio
import sys
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from hopsow.arena.run.seldom import Seldom
from hopsow.web import limits
from hopsow.web.places import REFUSED, SAY_S, log

REQUEST_S = 20.0  # for a whole request, however slowly it comes
INCOMPLETE = (h11.IDLE, h11.SEND_BODY)


class Patient(H11Protocol):
    """A connection of uvicorn's, with an end to its patience."""

    places = sys.maxsize
    _say = Seldom(log.warning, SAY_S)
    _timer: asyncio.TimerHandle | None = None
    _incomplete: ClassVar[dict[Patient, None]] = {}  # the one that has waited longest comes first

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        if len(self.connections) > self.places:
            self._say(f"{self.places} connections are open, more are refused")
            transport.write(REFUSED)
            transport.close()
        else:
            self._watch()

    def data_received(self, data: bytes) -> None:
        """Take what has come; what is complete is waited for no longer."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is left to wait for."""
        self._stop()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if not self._is_awaited():
            self._stop()
        elif self._timer is None:
            self._timer = self.loop.call_later(REQUEST_S, self._give_up)
            self._incomplete[self] = None
            if len(self._incomplete) > limits.MAX_HALF_OPEN:
                next(iter(self._incomplete))._give_up()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._incomplete.pop(self, None)

    def _give_up(self) -> None:
        self._stop()
        if self._is_awaited():
            self.transport.close()

    def _is_awaited(self) -> bool:
        """Whether a request is still to come, and not over a WebSocket, which took its place."""
        is_ours = self.transport.get_protocol() is self
        return is_ours and self.conn.their_state in INCOMPLETE
