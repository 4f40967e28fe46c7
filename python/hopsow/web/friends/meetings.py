"""Games between two people, held by the server: a link for each seat and one to watch.

A key is the name of a meeting, which lets whoever has it watch, and for a seat also a secret. There
are no accounts: who has the link has the seat. Meetings are in memory alone.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Callable
from ipaddress import ip_address
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from hopsow import Record
from hopsow.errors import MessageError
from hopsow.messages import Message as Told
from hopsow.web import limits
from hopsow.web.board import messages
from hopsow.web.board.messages import Message
from hopsow.web.friends.meeting import Attendant, Clock, Meeting

NAME_BYTES, SECRET_BYTES = 9, 18
UNKNOWN = Told("meeting.unknown")
Side = Annotated[int, Field(ge=0, le=1)]


class Meet(Message):
    """Hold a game between me and somebody else."""

    game: messages.GameName
    rules: Annotated[str, Field(max_length=40)] | None = None
    side: Side = Field(default=0, description="mine")
    minutes: float | None = Field(default=None, gt=0, le=180, description="else without clocks")
    increment: float = Field(default=0, ge=0, le=600, description="seconds for each move")


class Attend(Message):
    """How does this game stand? Answered again whenever something changes."""

    key: Annotated[str, Field(max_length=64)]


class Act(Attend):
    """Do this in a game between two people."""

    deed: Literal["play", "take-back", "draw", "rematch", "resign", "agree", "decline"]
    number: int = Field(ge=1, description="of the game, which rematches count up")
    ply: int = Field(default=0, ge=0, description="moves before this one")
    move: messages.MoveText = ""


class Seat(BaseModel):
    """The key of a seat."""

    key: str


class Acted(BaseModel):
    """It is done; how the game stands then is told to all who attend."""

    number: int


class Times(BaseModel):
    """The clocks of a game, as they are now."""

    minutes: float
    increment: float
    left: tuple[float, float] = Field(description="milliseconds")
    running: int | None


class OpenOffer(BaseModel):
    """What one side offers the other."""

    deed: str
    side: int


class Agreed(BaseModel):
    """How a game ended that its rules did not end."""

    result: Literal["1-0", "0-1", "1/2-1/2"]
    how: Literal["agreed", "resigned", "out-of-time"]


class Attended(BaseModel):
    """How a game between two people stands."""

    number: int
    side: int | None = Field(description="whose seat this is; none for those who watch")
    here: tuple[bool, bool] = Field(description="whether somebody is there, for each side")
    begun: bool = Field(description="whether both have come")
    watching: int
    clocks: Times | None
    offer: OpenOffer | None
    ended: Agreed | None
    watch: str = Field(description="the key to watch")
    invite: str | None = Field(description="the key of the other seat, for who made the game")
    entry: str = Field(description="what a link to this server needs")
    view: messages.View | None = Field(description="left out where it is the last one told")


class Friends:
    """All games between two people that this server holds."""

    def __init__(self, token: str | None = None, now: Callable[[], float] = time.monotonic) -> None:
        self._meetings: dict[str, tuple[Meeting, tuple[str, str]]] = {}
        self._owners: dict[str, str] = {}  # of meetings, by name: the client that asked for it
        self._entry = "" if token is None else f"/?token={token}"
        self._now = now

    def meet(self, question: Meet, client: str = "") -> Seat:
        """Hold a game for a client. Returns the caller's seat key; the other's is told there."""
        for name in [name for name, (held, _) in self._meetings.items() if self._is_old(held)]:
            self._drop(name)
        owner = _owner(client)
        if len(self._meetings) >= limits.MAX_MEETINGS:
            self._make_room(owner)
        record = Record(question.game, question.rules)
        clock = None if question.minutes is None else (60 * question.minutes, question.increment)
        name = secrets.token_urlsafe(NAME_BYTES)
        seats = (secrets.token_urlsafe(SECRET_BYTES), secrets.token_urlsafe(SECRET_BYTES))
        self._meetings[name] = Meeting(record, question.side, clock, self._now), seats
        self._owners[name] = owner
        return Seat(key=_key(name, seats[0]))

    def _make_room(self, owner: str) -> None:
        """Drop a game of whoever holds most, so that no client takes every place.

        It has to be one that nobody attends; those without a move go first, then those that were
        left longest ago. Who asks loses only games without a move for it.
        """
        held = Counter(self._owners.values())
        may_go = [
            (-held[whose], bool(meeting.record.moves), meeting.touched, name)
            for name, whose in self._owners.items()
            if not (meeting := self._meetings[name][0]).attendants
            and (held[whose] > held[owner] or (whose == owner and not meeting.record.moves))
        ]
        if not may_go:
            raise MessageError(Told("meeting.no-room", most=limits.MAX_MEETINGS))
        self._drop(min(may_go)[-1])

    def _drop(self, name: str) -> None:
        del self._meetings[name], self._owners[name]

    async def attend(self, question: Attend, tell: Callable[[BaseModel], None]) -> Attended:
        """Tell how a game stands whenever that changes, until nobody listens any more."""
        name, meeting, seat = self._found(question.key)

        def say(attendant: Attendant) -> None:
            tell(self._attended(name, meeting, attendant))

        with meeting.attended(Attendant(seat, say)):
            while True:
                await asyncio.sleep(limits.MEETING_S)

    def act(self, question: Act) -> Acted:
        """Do what somebody at a seat wants."""
        _, meeting, seat = self._found(question.key)
        if seat is None:
            raise MessageError(Told("meeting.watching"))
        meeting.act(seat, question.deed, question.number, question.ply, question.move)
        return Acted(number=meeting.number)

    def _found(self, key: str) -> tuple[str, Meeting, int | None]:
        name, _, secret = key.partition(".")
        held = self._meetings.get(name)
        if held is None or self._is_old(held[0]):
            raise MessageError(UNKNOWN)
        meeting, seats = held
        if not secret:
            return name, meeting, None
        given = secret.encode()
        fits = [secrets.compare_digest(given, each.encode()) for each in seats]
        if True not in fits:
            raise MessageError(UNKNOWN)
        return name, meeting, fits.index(True)

    def _is_old(self, meeting: Meeting) -> bool:
        """Whether nobody has been there for long; less long where nothing would be lost."""
        is_played = bool(meeting.record.moves) and not meeting.is_over
        limit = limits.MEETING_S if is_played else limits.IDLE_MEETING_S
        return not meeting.attendants and self._now() - meeting.touched > limit

    def _attended(self, name: str, meeting: Meeting, attendant: Attendant) -> Attended:
        """How a meeting stands, for one of those who attend it."""
        seat = attendant.seat
        is_new, attendant.moved = attendant.moved != meeting.moved, meeting.moved
        first = meeting.first
        here = meeting.seats_taken()
        seats = self._meetings[name][1]
        offer, ended = meeting.offer, meeting.ended
        return Attended(
            number=meeting.number,
            side=None if seat is None else meeting.side_of(seat),
            here=(here[first], here[1 - first]),
            begun=all(meeting.has_come),
            watching=sum(each.seat is None for each in meeting.attendants),
            clocks=None if meeting.clock is None else self._times(meeting.clock),
            offer=offer and OpenOffer(deed=offer[0], side=meeting.side_of(offer[1])),
            ended=ended and Agreed.model_validate({"result": ended[0], "how": ended[1]}),
            watch=name,
            invite=_key(name, seats[1]) if seat == 0 else None,
            entry=self._entry,
            view=meeting.view if is_new else None,
        )

    def _times(self, clock: Clock) -> Times:
        first, second = (1000 * seconds for seconds in clock.left(self._now()))
        return Times(
            minutes=clock.seconds / 60,
            increment=clock.increment,
            left=(first, second),
            running=clock.running,
        )


def _owner(client: str) -> str:
    """Whose a game is: an address, or the network of 64 bits that one line has in IPv6."""
    try:
        address = ip_address(client.split("%")[0])
    except ValueError:
        return client
    if address.version == 4:
        return client
    return str(address.ipv4_mapped or ip_address(int(address) >> 64 << 64))


def _key(name: str, secret: str) -> str:
    return f"{name}.{secret}"
