"""How much one client and all clients together may ask for."""

from __future__ import annotations

import os
import time

MAX_MESSAGE_BYTES = 256 * 1024
MAX_TEXT = 200_000  # characters of a text to read
MAX_GAMES = 1_000  # of one, each with a title in the answer
MAX_COMMENT = MAX_TEXT
MAX_PLIES = 4_000
SHORT_PLIES = 200  # up to here a line is replayed at once, longer ones aside
SHORT_TEXT = 4_000  # the same for texts
MAX_MOVE_TEXT = 512  # a Halma chain of 64 jumps has about 400 characters
MAX_POSITION_TEXT = 1_024
MAX_CELLS = 256  # squares of a board set up by hand
MAX_PITS = 64  # or its pits and stores

MAX_CONNECTIONS = 1_000
TRY_AGAIN_LATER = 1013  # why a connection beyond is closed, a code of WebSockets
MAX_HALF_OPEN = 256  # connections whose request is still to come
MAX_QUESTIONS = 16  # a connection's questions that still wait for their answer
MESSAGES_PER_SECOND = 60.0
BURST_MESSAGES = 240

MAX_MEETINGS = 500  # games between two people that are held at once
MAX_WATCHERS = 50  # of one of them
MAX_PAGES = 8  # that have the same seat open: all are told of each other
MEETING_S = 24 * 3600.0  # after which one that nobody has come back to is dropped
IDLE_MEETING_S = 3600.0  # the same before its first move and after its end

SEARCHES_AT_ONCE = max(1, os.cpu_count() or 1)
MAX_WAITING = 512  # searches in the queue
MAX_FILM_PLIES = 400
MAX_FILM_S = 120.0
MAX_MOVE_S = 30.0
MAX_ANALYSIS_S = 24 * 3600.0  # it ends with its page
TURN_S = 2.0  # after which an analysis makes room for those that wait
REVIEW_S_PER_POSITION = 0.25
MAX_REVIEW_S_PER_POSITION = 2.0
HASH_MB = 32
MAX_HASH_MB = 512


class Allowance:
    """So many messages at once, refilled so many a second."""

    def __init__(self, burst: float = BURST_MESSAGES, rate: float = MESSAGES_PER_SECOND) -> None:
        self._burst = burst
        self._rate = rate
        self._left = burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Use one; false if none is left."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
