"""A board of one person's is closed to the other users of the machine."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from hopsow.cli import main
from hopsow.web import owners, run
from hopsow.web.app import create
from served import finished
from starlette.types import ASGIApp

STRANGER = 12345
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as another user")


@contextmanager
def connected(family: int = socket.AF_INET, user: int = -1) -> Iterator[tuple[socket.socket, int]]:
    """A connection, whose client's socket belongs to a user, and the port of its server."""
    host = "127.0.0.1" if family == socket.AF_INET else "::ffff:127.0.0.1"
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(family) as client:
        port = server.getsockname()[1]
        os.fchown(client.fileno(), user, -1)
        client.connect((host, port))
        yield client, port


def user_of(client: socket.socket, port: int) -> int | None:
    return owners.user_of(("127.0.0.1", client.getsockname()[1]), ("127.0.0.1", port))


def status(app: ASGIApp, client: socket.socket, port: int, path: str = "/") -> httpx.Response:
    """What an application answers to a connection."""
    place = ("127.0.0.1", client.getsockname()[1])

    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(app, client=place)
        async with httpx.AsyncClient(
            transport=transport, base_url=f"http://127.0.0.1:{port}"
        ) as http:
            return await http.get(path)

    return finished(asked())


def served_to(port: int, app: ASGIApp) -> ASGIApp:
    """The application as a server calls it, which knows its own port."""

    async def serve(scope, receive, send):  # type: ignore[no-untyped-def]
        await app({**scope, "server": ("127.0.0.1", port)}, receive, send)

    return serve


@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
def test_the_system_tells_whose_a_connection_is(family: int) -> None:
    with connected(family) as (client, port):
        assert user_of(client, port) == os.geteuid()
        assert owners.is_told()


@as_root
@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
def test_another_user_is_refused(family: int) -> None:
    with connected(family, STRANGER) as (client, port):
        assert user_of(client, port) == STRANGER
        app = served_to(port, create(is_private=True))
        for path in ("/", "/api/games", "/?token=", "/socket"):
            answer = status(app, client, port, path)
            assert answer.status_code == 403
            assert "belongs to another user" in answer.json()["error"]
    with connected() as (client, port):
        assert status(served_to(port, create(is_private=True)), client, port).status_code == 200


def test_who_closes_at_once_is_nobody() -> None:
    """The kernel gives closed sockets to root; a request that waits for no answer could pass."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        place = server.getsockname()
        client = socket.create_connection(place)
        ends = (client.getsockname(), place)
        accepted, _ = server.accept()
        with accepted:
            client.close()
            assert owners.user_of(*ends) is None
            assert not owners.is_own(*ends)


def test_where_nobody_tells_users_apart_the_address_has_a_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As on macOS: the token of this run opens the page, which keeps it in a cookie."""
    apps: list[ASGIApp] = []
    monkeypatch.setattr(owners, "user_of", lambda client, server: None)

    def keep(listener: socket.socket, app: ASGIApp) -> None:
        listener.close()
        apps.append(app)

    monkeypatch.setattr(run, "_run", keep)
    monkeypatch.setenv("HOPSOW_LIBRARY", str(tmp_path / "library.db"))
    assert main(["play", "checkers", "--no-browser", "--port", "0"]) == 0
    address = capsys.readouterr().out.split()[3]
    assert "/?token=" in address
    assert address.endswith("#/play/checkers")
    (app,) = apps

    async def opened() -> None:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app)) as http:
            assert (await http.get(address.partition("?")[0])).status_code == 401
            welcome = await http.get(address)
            assert (welcome.status_code, welcome.headers["location"]) == (303, "/")
            for _ in ("the page", "a reload", "a second tab"):
                assert (await http.get(address.partition("?")[0])).status_code == 200

    finished(opened())
