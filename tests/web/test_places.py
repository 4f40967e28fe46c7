"""A server that has no file left to open says so in a line, and goes on."""

import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

SCRIPT = """\
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))
from hopsow.cli import main
main(["play", "--no-browser", "--port", "0"])
"""
FEW = 64
TIMEOUT_S = 300
WHOLE = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


@contextmanager
def limited(soft: int, hard: int, said: list[str]) -> Iterator[tuple[tuple[str, int], int]]:
    """Where a board is served, and its process; afterwards, what it `said` on standard error."""
    command = [sys.executable, "-c", SCRIPT.format(soft=soft, hard=hard)]
    with subprocess.Popen(
        command, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        host, _, port = server.stdout.readline().split()[3].strip("/")[7:].partition(":")
        try:
            yield (host, int(port)), server.pid
        finally:
            server.terminate()
        said += server.stderr.read().splitlines()


def connect(place: tuple[str, int], everything: ExitStack) -> socket.socket:
    return everything.enter_context(socket.create_connection(place, TIMEOUT_S))


def answer(talk: socket.socket) -> bytes:
    """The first line of the answer to a whole request; nothing if the connection is cut."""
    try:
        talk.sendall(WHOLE)
        return talk.makefile("rb").readline()
    except ConnectionError:
        return b""


def test_connections_end_where_files_do() -> None:
    said: list[str] = []
    with limited(FEW, FEW, said) as (place, _):
        with ExitStack() as everything:
            first = connect(place, everything)
            many = [connect(place, everything) for _ in range(2 * FEW)]
            # The last ones were refused before they asked.
            assert many[-1].makefile("rb").readline().startswith(b"HTTP/1.1 503")
            assert answer(first).startswith(b"HTTP/1.1 200")
        end = time.monotonic() + TIMEOUT_S
        with ExitStack() as everything:
            while not answer(connect(place, everything)).startswith(b"HTTP/1.1 200"):
                assert time.monotonic() < end
    assert said == ["16 connections are open, more are refused"]


def test_as_many_files_are_taken_as_there_may_be() -> None:
    said: list[str] = []
    with limited(FEW, 400, said) as (place, pid):
        with ExitStack() as everything:
            many = [connect(place, everything) for _ in range(2 * FEW)]
            assert answer(many[-1]).startswith(b"HTTP/1.1 200")
        assert resource.prlimit(pid, resource.RLIMIT_NOFILE)[0] == 400
    assert said == []


def test_a_server_without_a_file_left_does_not_fill_the_log() -> None:
    said: list[str] = []
    with limited(400, 400, said) as (place, pid), ExitStack() as everything:
        answer(connect(place, everything))
        # Somebody else takes what it had counted on.
        highest = max(map(int, os.listdir(f"/proc/{pid}/fd")))
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (highest + 1, 400))
        many = [connect(place, everything) for _ in range(10)]
        wait_until_asleep(pid)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (400, 400))
        assert answer(many[-1]).startswith(b"HTTP/1.1 200")
    assert said == ["no connection can be accepted: Too many open files"]


def wait_until_asleep(pid: int) -> None:
    """Until the server has nothing to do but to wait."""
    end = time.monotonic() + TIMEOUT_S
    while Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "S":
        assert time.monotonic() < end
        time.sleep(0.01)
