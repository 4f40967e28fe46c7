"""One game between two people: what each may do, their clocks, and who is told about it.

A seat belongs to a person for the whole meeting; which side it plays changes with every rematch.
Everything happens on the loop, so nothing needs a lock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from hopsow import Record
from hopsow.errors import MessageError
from hopsow.messages import Message
from hopsow.web import limits
from hopsow.web.board import views
from hopsow.web.board.line import RefusedError, play
from hopsow.web.board.messages import View

Tell = Callable[["Attendant"], None]
OFFERS = ("take-back", "draw", "rematch")
GONE_ON = Message("meeting.gone-on")
OVER = Message("meeting.over")


@dataclass(eq=False)
class Attendant:
    """Somebody at a seat, or without one who watches; `moved` is what they know of the board."""

    seat: int | None
    tell: Tell
    moved: int = -1


class Clock:
    """The time that both sides have left, of which at most one's is running."""

    def __init__(self, seconds: float, increment: float) -> None:
        self.seconds = seconds
        self.increment = increment
        self.running: int | None = None
        self._left = [seconds, seconds]
        self._since = 0.0

    def left(self, now: float) -> tuple[float, float]:
        """The seconds that each side has."""
        passed = [now - self._since if side == self.running else 0.0 for side in (0, 1)]
        first, second = (
            max(0.0, left - used) for left, used in zip(self._left, passed, strict=True)
        )
        return first, second

    def run(self, side: int | None, now: float) -> None:
        """Let the time of this side run, and nobody else's."""
        self._left = [*self.left(now)]
        self.running, self._since = side, now

    def add(self, side: int) -> None:
        """What a side gets for its move."""
        self._left[side] += self.increment


class Meeting:
    """A game, its two seats and all who look on."""

    def __init__(
        self,
        record: Record,
        first: int,
        clock: tuple[float, float] | None,
        now: Callable[[], float],
    ) -> None:
        self.record = record
        self.first = first  # the seat that plays the side which is named first
        self.number = 1
        self.moved = 0  # how often the board has changed
        self.ended: tuple[str, str] | None = None  # a result and its words, where no rule ended it
        self.offer: tuple[str, int] | None = None  # what is offered, and by which seat
        self.clock = None if clock is None else Clock(*clock)
        self.has_come = [False, False]
        self.attendants: set[Attendant] = set()
        self.touched = now()
        self.view: View = views.view(record)
        self._now = now
        self._flag: asyncio.TimerHandle | None = None

    def side_of(self, seat: int) -> int:
        """Which side a seat plays."""
        return seat ^ self.first

    def seats_taken(self) -> tuple[bool, bool]:
        """Whether somebody is at each seat now."""
        here = {attendant.seat for attendant in self.attendants}
        return 0 in here, 1 in here

    @property
    def to_move(self) -> int:
        """The side that is to move."""
        position = self.record.position
        return position.sides.index(position.to_move)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by its rules or otherwise."""
        return self.ended is not None or self.record.outcome is not None

    @contextmanager
    def attended(self, attendant: Attendant) -> Iterator[None]:
        """Somebody is there, and told of every change, until the block ends."""
        there = sum(each.seat == attendant.seat for each in self.attendants)
        if attendant.seat is None and there >= limits.MAX_WATCHERS:
            raise MessageError(Message("meeting.too-many-watch", most=limits.MAX_WATCHERS))
        if attendant.seat is not None and there >= limits.MAX_PAGES:
            raise MessageError(Message("meeting.too-many-pages", most=limits.MAX_PAGES))
        self.attendants.add(attendant)
        if attendant.seat is not None:
            self.has_come[attendant.seat] = True
        self._changed()
        try:
            yield
        finally:
            self.attendants.discard(attendant)
            self._changed()

    def act(self, seat: int, deed: str, number: int, ply: int, move: str) -> None:
        """Do what somebody at a seat wants; a ValueError says why that cannot be."""
        self._look_at_clock()
        if number != self.number:
            raise MessageError(GONE_ON)
        if deed == "play":
            self._play(seat, ply, move)
        elif deed == "resign":
            self._resign(seat)
        elif deed in OFFERS:
            self._offer(seat, deed)
        elif deed == "decline":
            self.offer = None
        elif self.offer is None or self.offer[1] == seat:
            raise MessageError(Message("meeting.no-offer"))
        else:
            self._agree(self.offer[0])
        self._changed()

    def _play(self, seat: int, ply: int, move: str) -> None:
        played = self.record.moves
        side = self.side_of(seat)
        if ply < len(played) and self.view.movers[ply] == side and str(played[ply]) == move:
            return  # asked again after the connection was cut
        if self.is_over:
            raise RefusedError(OVER)
        if self.to_move != side:
            raise RefusedError(Message("meeting.not-your-turn"))
        if ply != len(played):
            raise MessageError(GONE_ON)
        if ply >= limits.MAX_PLIES:
            raise MessageError(Message("meeting.too-long", most=limits.MAX_PLIES))
        play(self.record, move)
        self.offer = None
        if self.clock is not None:
            self.clock.add(side)
        self._set_board()

    def _resign(self, seat: int) -> None:
        side = self.side_of(seat)
        if self.is_over:
            raise RefusedError(OVER)
        self._lose(side, "resigned")

    def _offer(self, seat: int, deed: str) -> None:
        if (deed == "rematch") != self.is_over:
            raise MessageError(OVER if self.is_over else Message("meeting.not-over"))
        if deed == "take-back" and self.side_of(seat) not in self.view.movers:
            raise MessageError(Message("meeting.nothing-to-take-back"))
        if self.offer is not None and self.offer[1] != seat:
            if self.offer[0] != deed:
                raise MessageError(Message("meeting.answer-first"))
            self._agree(deed)
            return
        self.offer = deed, seat

    def _agree(self, deed: str) -> None:
        assert self.offer is not None
        seat, self.offer = self.offer[1], None
        if deed == "draw":
            self.ended = "1/2-1/2", "agreed"
        elif deed == "take-back":
            self.record.undo()
            while self.to_move != self.side_of(seat):
                self.record.undo()
        else:
            self.number += 1
            self.first = 1 - self.first
            self.ended = None
            start = self.record.start
            self.record = Record(start.game, start.rules, start)
            if self.clock is not None:
                self.clock = Clock(self.clock.seconds, self.clock.increment)
        self._set_board()

    def _lose(self, side: int, how: str) -> None:
        self.ended = ("0-1", "1-0")[side], how

    def _set_board(self) -> None:
        self.view = views.view(self.record)
        self.moved += 1

    def _changed(self) -> None:
        """Let the right clock run, and tell everybody how things stand."""
        now = self.touched = self._now()
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        if self.clock is not None:
            # The first move may take as long as it likes, and nobody's time runs before they came.
            is_running = bool(self.record.moves) and all(self.has_come) and not self.is_over
            self.clock.run(self.to_move if is_running else None, now)
            if is_running:
                left = self.clock.left(now)[self.to_move]
                self._flag = asyncio.get_running_loop().call_later(left, self._time_is_up)
        for attendant in list(self.attendants):
            attendant.tell(attendant)

    def _look_at_clock(self) -> None:
        side = None if self.clock is None else self.clock.running
        if self.clock is not None and side is not None and not self.clock.left(self._now())[side]:
            self._lose(side, "out-of-time")
            self.offer = None
            self._changed()

    def _time_is_up(self) -> None:
        self._flag = None
        self._look_at_clock()
        if not self.is_over:
            self._changed()  # the timer was a little early
