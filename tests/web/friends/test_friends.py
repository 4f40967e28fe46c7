"""Games between two people, over real sockets: seats, consent, clocks, cuts and limits."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Self

import pytest
from hopsow.web import limits
from hopsow.web.friends.meetings import Act, Attend, Friends, Meet
from pydantic import BaseModel
from served import finished, socket
from websockets.sync.client import ClientConnection

GONE_ON = {"kind": "meeting.gone-on", "arguments": {}}


class Person:
    """Somebody with a key, at a connection of their own."""

    def __init__(self, connection: ClientConnection, key: str) -> None:
        self.connection = connection
        self.key = key
        self.heard: list[str] = []
        self.now: dict[str, Any] = {}
        self._number = 1
        connection.send(json.dumps({"id": 0, "ask": "attend", "key": key}))
        self.hear()

    def hear(self) -> dict[str, Any]:
        """The next message."""
        text = str(self.connection.recv(timeout=60))
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["id"] == 0:
            view = message.get("view", self.now.get("view"))
            self.now = {**message, "view": view}
        return message

    def until(self, **wanted: Any) -> dict[str, Any]:
        """How the game stands once it is so."""
        while any(self.now.get(name) != value for name, value in wanted.items()):
            self.hear()
        return self.now

    def sees(self, *moves: str) -> None:
        """Wait until just these moves are played."""
        while self.now["view"]["moves"] != [*moves]:
            self.hear()

    def act(self, deed: str, **fields: Any) -> dict[str, Any]:
        """Do something; what is said to that."""
        self._number += 1
        fields.setdefault("number", self.now["number"])
        question = {"id": self._number, "ask": "act", "key": self.key, "deed": deed, **fields}
        self.connection.send(json.dumps(question))
        while (answer := self.hear())["id"] != self._number:
            pass
        return answer

    def play(self, move: str) -> dict[str, Any]:
        """Play a move where the game stands."""
        return self.act("play", move=move, ply=len(self.now["view"]["moves"]))


class Meeting:
    """A game with two seats and a watcher, each at a connection of their own."""

    def __init__(self, address: str, **fields: Any) -> None:
        self.address = address
        self._open = ExitStack()
        host = self._open.enter_context(socket(address))
        host.send(json.dumps({"id": 1, "ask": "meet", "game": "checkers", **fields}))
        self.host = Person(host, json.loads(host.recv(timeout=60))["key"])
        self.invite, self.watch = self.host.now["invite"], self.host.now["watch"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def come(self, key: str) -> Person:
        """One more person with this key."""
        return Person(self._open.enter_context(socket(self.address)), key)


@pytest.fixture
def meeting(address: str) -> Iterator[Meeting]:
    """A game of checkers without clocks, which only its host attends yet."""
    with Meeting(address) as meeting:
        yield meeting


def test_both_seats_and_watchers_see_every_move(meeting: Meeting) -> None:
    host, guest, watcher = (
        meeting.host,
        meeting.come(meeting.invite),
        meeting.come(meeting.watch),
    )
    assert (host.now["side"], guest.now["side"], watcher.now.get("side")) == (0, 1, None)
    host.play("11-15")
    guest.sees("11-15")
    assert guest.now["view"]["to_move"] == "white"
    guest.play("22-18")
    for person in (host, guest, watcher):
        person.sees("11-15", "22-18")
        assert person.now["here"] == [True, True]


def test_nobody_is_told_the_key_of_another(meeting: Meeting) -> None:
    guest, watcher = meeting.come(meeting.invite), meeting.come(meeting.watch)
    meeting.host.play("11-15")
    for person in (guest, watcher):
        person.sees("11-15")
        assert "invite" not in person.now
        assert meeting.host.key.partition(".")[2] not in "".join(person.heard)
    assert meeting.invite.partition(".")[2] not in "".join(watcher.heard)
    assert watcher.act("play", move="22-18", ply=1)["error"]["kind"] == "meeting.watching"


def test_a_key_that_fits_no_seat_opens_nothing(address: str, meeting: Meeting) -> None:
    name = meeting.watch
    for key in ("", "nothing", f"{name}.", f"{name}.x", f"{name}.{'é' * 20}", f"x.{name}"):
        with socket(address) as connection:
            connection.send(json.dumps({"id": 1, "ask": "attend", "key": key}))
            answer = json.loads(connection.recv(timeout=60))
            if key == f"{name}.":
                assert "side" not in answer  # only the way to watch
            else:
                assert answer["error"]["kind"] == "meeting.unknown", key


def test_moves_are_checked_by_the_rules_and_by_the_turn(meeting: Meeting) -> None:
    host, guest = meeting.host, meeting.come(meeting.invite)
    assert guest.play("22-18")["refused"]["kind"] == "meeting.not-your-turn"
    host.play("11-15")
    guest.sees("11-15")
    guest.play("22-18")
    host.sees("11-15", "22-18")
    assert host.play("9-13")["refused"]["kind"] == "checkers.must-capture"
    assert host.play("nonsense")["refused"]["kind"] == "text.unexpected"
    assert host.act("play", move="15x22", ply=0)["error"] == GONE_ON
    assert host.act("play", move="15x22", ply=2, number=2)["error"] == GONE_ON


def test_a_move_that_is_asked_twice_is_played_once(meeting: Meeting) -> None:
    """A page whose connection was cut asks again what was not answered."""
    guest = meeting.come(meeting.invite)
    assert "error" not in meeting.host.act("play", move="11-15", ply=0)
    assert "error" not in meeting.host.act("play", move="11-15", ply=0)
    guest.sees("11-15")
    guest.play("22-18")
    meeting.host.sees("11-15", "22-18")
    assert "number" in meeting.host.act("play", move="11-15", ply=0)
    assert meeting.host.now["view"]["moves"] == ["11-15", "22-18"]


def test_a_move_is_taken_back_only_by_consent(meeting: Meeting) -> None:
    host, guest = meeting.host, meeting.come(meeting.invite)
    assert host.act("take-back")["error"]["kind"] == "meeting.nothing-to-take-back"
    host.play("11-15")
    guest.sees("11-15")
    host.act("take-back")
    guest.until(offer={"deed": "take-back", "side": 0})
    assert host.act("agree")["error"]["kind"] == "meeting.no-offer"  # one's own
    guest.act("decline")
    host.until(offer=None)
    host.sees("11-15")
    guest.play("22-18")
    host.sees("11-15", "22-18")
    host.act("take-back")  # its own move and the answer to it
    guest.until(offer={"deed": "take-back", "side": 0})
    guest.act("agree")
    host.sees()
    host.play("9-13")
    guest.sees("9-13")
    host.act("take-back")  # its own move alone
    guest.until(offer={"deed": "take-back", "side": 0})
    guest.act("agree")
    host.sees()


def test_a_draw_is_agreed_and_an_offer_ends_with_the_next_move(meeting: Meeting) -> None:
    host, guest = meeting.host, meeting.come(meeting.invite)
    guest.act("draw")
    host.until(offer={"deed": "draw", "side": 1})
    assert host.act("take-back")["error"]["kind"] == "meeting.nothing-to-take-back"
    host.play("11-15")
    guest.sees("11-15")
    assert "offer" not in guest.now
    assert guest.act("rematch")["error"]["kind"] == "meeting.not-over"
    guest.act("draw")
    host.until(offer={"deed": "draw", "side": 1})
    assert host.act("take-back")["error"]["kind"] == "meeting.answer-first"
    host.act("draw")  # who offers the same agrees
    assert "offer" not in guest.until(ended={"result": "1/2-1/2", "how": "agreed"})
    for deed in ("play", "resign", "draw"):
        answer = guest.act(deed, move="22-18", ply=1)
        assert (answer.get("refused") or answer["error"])["kind"] == "meeting.over"


def test_a_rematch_swaps_the_sides(meeting: Meeting) -> None:
    host, guest = meeting.host, meeting.come(meeting.invite)
    host.play("11-15")
    guest.sees("11-15")
    guest.act("resign")
    host.until(ended={"result": "1-0", "how": "resigned"})
    host.act("rematch")
    guest.until(offer={"deed": "rematch", "side": 0})
    guest.act("agree")
    assert (guest.until(number=2)["side"], host.until(number=2)["side"]) == (0, 1)
    guest.sees()
    assert guest.now.get("ended") is None
    guest.play("9-13")
    host.sees("9-13")


def test_the_clock_runs_on_the_server_once_both_have_come(address: str) -> None:
    with Meeting(address, minutes=0.01, increment=0) as meeting:
        host = meeting.host
        assert host.now["clocks"]["left"] == [600, 600]
        host.play("11-15")
        host.sees("11-15")
        assert "running" not in host.now["clocks"]  # nobody is there to think
        guest = meeting.come(meeting.invite)
        assert guest.now["clocks"]["running"] == 1
        ended = {"result": "1-0", "how": "out-of-time"}
        watcher = meeting.come(meeting.watch)
        for person in (host, guest, watcher):
            assert person.until(ended=ended)["clocks"]["left"][1] == 0
        assert guest.play("22-18")["refused"]["kind"] == "meeting.over"


def test_each_move_earns_its_increment(address: str) -> None:
    with Meeting(address, minutes=1, increment=5, side=1) as meeting:
        guest = meeting.come(meeting.invite)
        guest.play("11-15")
        meeting.host.sees("11-15")
        clocks = meeting.host.now["clocks"]
        assert (clocks["running"], clocks["left"][0]) == (1, 65_000)


def test_who_was_cut_off_finds_everything_again(meeting: Meeting) -> None:
    host, guest = meeting.host, meeting.come(meeting.invite)
    host.play("11-15")
    guest.sees("11-15")
    guest.connection.close()
    host.until(here=[True, False])
    host.act("draw")
    again = meeting.come(meeting.invite)
    host.until(here=[True, True])
    again.sees("11-15")
    assert again.now["offer"] == {"deed": "draw", "side": 0}


def never(_: BaseModel) -> None:
    """Nobody listens."""


def test_a_full_server_says_so_and_forgets_what_nobody_comes_back_to() -> None:
    time = [0.0]
    friends = Friends(now=lambda: time[0])
    clients = [f"10.0.{number >> 8}.{number & 255}" for number in range(limits.MAX_MEETINGS)]
    keys = [friends.meet(Meet(game="awari"), client).key for client in clients]

    async def go_on() -> None:
        friends.act(Act(key=keys[0], deed="play", number=1, move="F"))
        with pytest.raises(ValueError, match="holds 500 games between friends"):
            friends.meet(Meet(game="awari"), clients[0])
        time[0] += limits.IDLE_MEETING_S + 1
        friends.meet(Meet(game="awari"))  # those without a move have made room
        for key in keys[1:]:
            with pytest.raises(ValueError, match="there is no such game here"):
                friends.act(Act(key=key, deed="play", number=1, move="F"))
        friends.act(Act(key=keys[0], deed="take-back", number=1))
        time[0] += limits.MEETING_S + 1
        with pytest.raises(ValueError, match="there is no such game here"):
            friends.act(Act(key=keys[0], deed="take-back", number=1))

    finished(go_on())


@pytest.mark.parametrize("clients", [("10.0.0.1", "10.0.0.2"), ("2001:db8::", "2001:db9::1")])
def test_one_page_cannot_take_every_place(clients: tuple[str, str]) -> None:
    """It loses its own games to others, those without a move first, and never one attended."""
    greedy, other = clients
    friends = Friends()

    def ask(client: str) -> str:
        return friends.meet(Meet(game="awari"), client).key

    def play(key: str) -> None:
        friends.act(Act(key=key, deed="play", number=1, move="F"))

    async def crowd() -> None:
        keys = [ask(f"{greedy}{n if ':' in greedy else ''}") for n in range(limits.MAX_MEETINGS)]
        play(keys[1])
        watched = asyncio.create_task(friends.attend(Attend(key=keys[0]), never))
        await asyncio.sleep(0)
        own = ask(other)
        for gone in (keys[2], keys[3]):
            with pytest.raises(ValueError, match="there is no such game here"):
                play(gone)
            ask(greedy)
        for there in (keys[0], own):
            play(there)
        watched.cancel()

    finished(crowd())


def test_a_game_that_somebody_attends_does_not_expire() -> None:
    time = [0.0]
    friends = Friends(now=lambda: time[0])
    key = friends.meet(Meet(game="awari")).key

    async def wait() -> None:
        task = asyncio.create_task(friends.attend(Attend(key=key), never))
        await asyncio.sleep(0)
        time[0] += limits.MEETING_S + 1
        friends.act(Act(key=key, deed="play", number=1, move="F"))
        task.cancel()

    finished(wait())


def test_only_so_many_watch_one_game_or_have_one_seat_open() -> None:
    friends = Friends()
    seat = friends.meet(Meet(game="awari")).key
    watch = Attend(key=seat.partition(".")[0])

    async def crowd() -> None:
        tasks = [
            asyncio.create_task(friends.attend(watch, never)) for _ in range(limits.MAX_WATCHERS)
        ]
        await asyncio.sleep(0)
        with pytest.raises(ValueError, match="50 people watch this game already"):
            await friends.attend(watch, never)
        pages = [
            asyncio.create_task(friends.attend(Attend(key=seat), never))
            for _ in range(limits.MAX_PAGES)
        ]
        await asyncio.sleep(0)
        assert not any(page.done() for page in pages)
        with pytest.raises(ValueError, match="this seat is open in 8 pages already"):
            await friends.attend(Attend(key=seat), never)
        for task in (*tasks, *pages):
            task.cancel()

    finished(crowd())
