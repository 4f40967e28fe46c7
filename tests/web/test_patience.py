"""Half requests hold no place for ever."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from hopsow.web import limits
from served import socket as web_socket

SCRIPT = """\
from hopsow.cli import main
from hopsow.web import patience
patience.REQUEST_S = {seconds}
main(["play", "--no-browser", "--port", "0"])
"""
TIMEOUT_S = 300


@contextmanager
def impatient(seconds: float) -> Iterator[tuple[str, int]]:
    command = [sys.executable, "-c", SCRIPT.format(seconds=seconds)]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, encoding="utf-8", **streams) as server:  # type: ignore[call-overload]
        host, _, port = server.stdout.readline().split()[3].strip("/")[7:].partition(":")
        try:
            yield host, int(port)
        finally:
            server.terminate()
        assert server.stderr.read() == ""


def is_closed(talk: socket.socket) -> bool:
    try:
        return talk.recv(1) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize(
    "half", [b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"POST /api/view HTTP/1.1\r\n"]
)
def test_half_a_request_is_given_up(half: bytes) -> None:
    with impatient(0.5) as place, socket.create_connection(place, TIMEOUT_S) as talk:
        talk.sendall(half)
        assert talk.recv(1) == b""


def test_a_web_socket_is_no_half_request() -> None:
    """It stays when its time would be up, and beside as many more as may be half open."""
    question = json.dumps({"id": 1, "ask": "ping"})
    with impatient(3) as place, ExitStack() as opened:
        address = f"http://{place[0]}:{place[1]}"
        connections = [
            opened.enter_context(web_socket(address)) for _ in range(limits.MAX_HALF_OPEN + 20)
        ]
        with socket.create_connection(place, TIMEOUT_S) as half:
            assert half.recv(1) == b""  # which came later than they did
        for connection in connections:
            connection.send(question)
            assert json.loads(connection.recv(timeout=TIMEOUT_S))["id"] == 1


def test_a_request_that_comes_byte_by_byte_has_one_deadline() -> None:
    with impatient(0.5) as place, socket.create_connection(place, TIMEOUT_S) as talk:
        talk.settimeout(0.05)
        for _ in range(2000):
            try:
                talk.sendall(b"X")
                if talk.recv(1) == b"":
                    return
            except TimeoutError:
                continue
            except OSError:
                return
    raise AssertionError("still listened to")


def test_half_requests_shut_nobody_out() -> None:
    """Those that have waited longest make room, also for one whose request is complete."""
    with impatient(TIMEOUT_S) as place, ExitStack() as opened:
        halves = []
        for _ in range(limits.MAX_HALF_OPEN + 20):
            talk = opened.enter_context(socket.create_connection(place, TIMEOUT_S))
            talk.sendall(b"GET / HTTP/1.1\r\n")
            halves.append(talk)
        whole = opened.enter_context(socket.create_connection(place, TIMEOUT_S))
        whole.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert whole.recv(15) == b"HTTP/1.1 200 OK"
        assert all(map(is_closed, halves[:20]))
        newest = halves[-1]
        newest.sendall(b"Host: 127.0.0.1\r\n\r\n")
        assert newest.recv(15) == b"HTTP/1.1 200 OK"
