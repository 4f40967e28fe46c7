"""Bad input and unwelcome guests: a clear error for them, nothing for the others to notice."""

import contextlib
import json
from collections.abc import Iterator
from socket import create_connection

import httpx
import pytest
from hopsow.web import limits
from playwright.sync_api import Browser
from served import opened, serving, socket, wait_for_turn
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

LINE = {"game": "awari", "moves": []}


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "[", "localhost@x"])
def test_a_foreign_host_is_refused(client: httpx.Client, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code in (400, 421)


def test_a_foreign_host_gets_no_socket(address: str) -> None:
    host, _, port = address.removeprefix("http://").partition(":")
    with create_connection((host, int(port))) as taken, pytest.raises(InvalidStatus):
        connect(f"ws://evil.example:{port}/socket", sock=taken, proxy=None)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "http://["]
)
def test_a_foreign_origin_is_refused(client: httpx.Client, address: str, origin: str) -> None:
    assert client.post("/api/view", json={}, headers={"Origin": origin}).status_code == 403
    with pytest.raises(InvalidStatus):
        socket(address, origin=origin)


def test_the_page_runs_only_its_own_scripts(client: httpx.Client) -> None:
    answer = client.get("/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "<script>" not in answer.text
    assert "style=" not in answer.text


@pytest.mark.parametrize(
    "path", ["/../app.py", "/%2e%2e/app.py", "/js/../../app.py", "//etc/passwd"]
)
def test_nothing_outside_the_page_is_served(client: httpx.Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    "agent",
    [
        "cmd:touch /tmp/x",
        "py:os:system",
        "ugi:sh",
        "human",
        "nobody",
        "engine:time=1e9",
        "engine:level=11",
        "engine:book=/etc/passwd",
        "engine:depth=99",
        "minimax:depth=50",
        "random:seed=x",
        "",
    ],
)
def test_a_client_names_no_program_and_no_endless_search(client: httpx.Client, agent: str) -> None:
    answer = client.post("/api/answer", json={"line": LINE, "agent": agent})
    assert answer.status_code == 400
    assert answer.json()["error"]


@pytest.mark.parametrize(
    "message",
    [
        "",
        "nonsense",
        "[1]",
        "[" * 100_000,
        '{"ask":"view"}',
        '{"id":1}',
        '{"id":"1","ask":"view"}',
        '{"id":1,"ask":"shutdown"}',
        '{"id":1,"ask":"view"}',
        '{"id":1,"ask":"view","line":{"game":"chess","moves":[]}}',
        '{"id":1,"ask":"view","line":{"game":"awari","moves":[1]}}',
        '{"id":1,"ask":"view","line":{"game":"awari","moves":[],"file":"/etc/passwd"}}',
        '{"id":1,"ask":"view","line":{"game":"awari","start":"x","moves":[]}}',
        '{"id":1,"ask":"view","line":{"game":"awari","rules":"x","moves":[]}}',
        '{"id":1,"ask":"analyse","line":{"game":"awari","moves":[]},"seconds":1e9}',
        '{"id":1,"ask":"set-up","game":"halma","to_move":"b","cells":"\\u0000"}',
        '{"id":1,"ask":"why","line":{"game":"halma","moves":[]},"square":"9,"}',
    ],
)
def test_a_malformed_message_gets_a_sentence_and_the_next_one_is_answered(
    address: str, message: str
) -> None:
    with socket(address) as connection:
        connection.send(message)
        assert json.loads(connection.recv(timeout=20))["error"]
        connection.send(json.dumps({"id": 2, "ask": "view", "line": LINE}))
        assert json.loads(connection.recv(timeout=20))["id"] == 2


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/api/view", b"{", 422),
        ("POST", "/api/view", b"[1]", 422),
        ("POST", "/api/view", b'{"line": {"game": "chess"}}', 422),
        ("POST", "/api/view", b'{"line": {"game": "awari"}, "file": "/etc/passwd"}', 422),
        ("POST", "/api/shutdown", b"{}", 404),
        ("GET", "/api/view", b"", 405),
        ("POST", "/js/main.js", b"", 405),
        ("GET", "/js/nothing.js", b"", 404),
    ],
)
def test_a_malformed_request_gets_a_sentence(
    client: httpx.Client, method: str, path: str, body: bytes, status: int
) -> None:
    headers = {"content-type": "application/json"}
    answer = client.request(method, path, content=body, headers=headers)
    assert answer.status_code == status
    assert answer.json()["error"]


def until_closed(connection: ClientConnection) -> str:
    """Why the server ended a connection."""
    try:
        while True:
            connection.recv(timeout=20)
    except ConnectionClosed as closed:
        return closed.rcvd.reason if closed.rcvd else ""


@pytest.mark.parametrize("offset", [2**63, 10**30])
def test_a_number_that_no_database_holds_gets_a_sentence(address: str, offset: int) -> None:
    with socket(address) as connection:
        connection.send(json.dumps({"id": 1, "ask": "library", "offset": offset}))
        assert "offset" in json.loads(connection.recv(timeout=20))["error"]["arguments"]["problem"]


def test_an_oversized_message_is_refused(address: str, client: httpx.Client) -> None:
    too_long = json.dumps({"id": 7, "ask": "read", "text": "x" * limits.MAX_MESSAGE_BYTES})
    with socket(address) as connection:
        connection.send(too_long)
        answer = json.loads(connection.recv(timeout=20))
        assert answer["id"] == 7
        assert answer["error"]["kind"] == "server.too-long"
    with socket(address) as connection:
        assert connection.protocol.extensions, "messages are compressed"
        connection.send(4 * too_long)  # as it travels a few hundred bytes
        assert "limit" in until_closed(connection)
    assert client.post("/api/read", content=too_long).status_code == 413


def test_a_body_without_a_length_is_measured(client: httpx.Client) -> None:
    with contextlib.suppress(httpx.TransportError):  # cut off
        body = (b"x" * 10_000 for _ in range(100))
        assert client.post("/api/read", content=body).status_code >= 400


def test_a_flood_ends_its_own_connection_only(address: str) -> None:
    with socket(address) as other, socket(address) as flood:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(4 * limits.BURST_MESSAGES):
                flood.send(json.dumps({"id": 1, "ask": "view", "line": LINE}))
        assert "too many" in until_closed(flood)
        other.send(json.dumps({"id": 2, "ask": "view", "line": LINE}))
        assert json.loads(other.recv(timeout=20))["id"] == 2


def test_a_flood_of_requests_is_slowed_down_and_games_go_on() -> None:
    with (
        serving("play", "--no-browser", "--port", "0") as address,
        httpx.Client(base_url=address, trust_env=False) as flood,
        socket(address) as other,
    ):
        answers = (flood.post("/api/view", content=b"x") for _ in range(20_000))
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert "slow down" in refused.json()["error"]
        other.send(json.dumps({"id": 2, "ask": "view", "line": LINE}))
        assert json.loads(other.recv(timeout=20))["id"] == 2


@pytest.fixture(scope="module")
def guarded() -> Iterator[str]:
    """The address, with its token, of a board for others."""
    with serving("serve", "--host", "0.0.0.0", "--port", "0") as address:
        machine, _, token = address.partition("/?token=")
        yield f"http://127.0.0.1:{machine.rpartition(':')[2]}/?token={token}"


def test_a_person_without_a_token_gets_a_page(guarded: str) -> None:
    address = guarded.partition("?")[0]
    answer = httpx.get(address, headers={"Accept": "text/html,*/*"}, trust_env=False)
    assert answer.status_code == 401
    assert answer.headers["content-type"].startswith("text/html")
    assert "ask the person who sent you the link" in answer.text
    assert httpx.get(address, trust_env=False).json() == {
        "error": "open the address with the token that the server printed"
    }


def test_a_board_for_others_wants_its_token(guarded: str) -> None:
    address, _, token = guarded.partition("/?token=")
    with httpx.Client(base_url=address, trust_env=False) as stranger:
        assert stranger.get("/").status_code == 401
        assert stranger.get("/?token=guess").status_code == 401
        assert stranger.get("/js/main.js").status_code == 401
        assert stranger.post("/api/view", json={"line": LINE}).status_code == 401
    with pytest.raises(InvalidStatus):
        socket(address)
    with httpx.Client(base_url=address, trust_env=False) as guest:
        welcome = guest.get(f"/?token={token}")
        assert welcome.status_code == 303
        assert "HttpOnly" in welcome.headers["set-cookie"]
        assert "SameSite=strict" in welcome.headers["set-cookie"]
        assert guest.get("/").status_code == 200
    headers = {"Authorization": f"Bearer {token}"}
    assert httpx.get(address, headers=headers, trust_env=False).status_code == 200
    with socket(address, additional_headers=headers) as connection:
        connection.send(json.dumps({"id": 1, "ask": "view", "line": LINE}))
        assert json.loads(connection.recv(timeout=20))["id"] == 1


def test_a_guest_with_the_token_plays(browser: Browser, guarded: str) -> None:
    with opened(browser) as context:
        page = context.new_page()
        page.goto(guarded)
        page.get_by_role("link", name="Play Checkers").click()
        assert len(wait_for_turn(page).moves) == 0
        assert "token" not in page.url


def test_the_browser_holds_the_page_to_its_own_scripts(browser: Browser, address: str) -> None:
    with opened(browser) as context:
        page = context.new_page()
        page.goto(f"{address}/#/play/checkers")
        wait_for_turn(page)
        page.evaluate(
            """() => { const script = document.createElement('script');
            script.textContent = 'document.title = "inline"';
            document.body.append(script);
            document.body.setAttribute('onclick', 'document.title = "attribute"');
            document.body.click(); }"""
        )
        assert "Hopsow" in page.title()
        elsewhere = "fetch('http://127.0.0.2:1/').then(() => 'sent', error => error.name)"
        with page.expect_console_message(lambda message: "Content Security Policy" in message.text):
            assert page.evaluate(elsewhere) == "TypeError"
