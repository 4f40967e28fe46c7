"""Everything put together: the page, its WebSocket, and the JSON interface for other programs."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from zlib import crc32

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from hopsow import messages
from hopsow.games import GAMES
from hopsow.web import limits
from hopsow.web.answers import Answers
from hopsow.web.guard import LOOPBACK_NAMES, Guard
from hopsow.web.session import Session

WEB = Path(__file__).parent / "page"
PAGE = "index.html"
OF_GAMES = "<!-- what each game has of its own -->"


def create(
    names: frozenset[str] | None = LOOPBACK_NAMES,
    token: str | None = None,
    own: Mapping[str, str] | None = None,
    library: Path | None = None,
    live: tuple[Path, Path | None] | None = None,
    is_private: bool = False,
) -> ASGIApp:
    """The application, answering to the hosts `names` (None: to all) and requiring `token`.

    `own` are agents, by name, that whoever serves the board lets its clients play against;
    `library` is the file in which their games are kept. `live` is the database of a tournament,
    which is then on the first page, and where its report will be. `is_private` keeps other users of
    this machine out.
    """
    answers = Answers(own, library, token)
    interface = Interface(answers)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        answers.workers.close()

    routes: list[BaseRoute] = [WebSocketRoute("/socket", _socket(answers))]
    first = PAGE
    if live is not None:
        from hopsow.web.live import tournament as watching

        routes += watching.Live(*live).routes
        first = watching.PAGE
    routes += _files(WEB, first)
    errors = {404: _no_page, 405: _only_read}
    packed = [Middleware(GZipMiddleware)]
    page = Starlette(routes=routes, middleware=packed, exception_handlers=errors, lifespan=lifespan)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        is_asked = scope["type"] == "http" and scope["path"].startswith("/api/")
        await (interface if is_asked else page)(scope, receive, send)

    return Guard(app, names, token, is_private)


class Interface:
    """The JSON interface, made when it is first asked for."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._app: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._app is None:
            self._app = await asyncio.to_thread(self._made)
        await self._app(scope, receive, send)

    def _made(self) -> ASGIApp:
        from hopsow.web.interface import create as create_interface

        return create_interface(self._answers)


class Lasting(StaticFiles):
    """Files that never change under their paths."""

    def file_response(self, *args: Any, **options: Any) -> Response:
        response = super().file_response(*args, **options)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


def _files(folder: Path, first: str) -> list[BaseRoute]:
    """The page's files.

    The pages name all others by a folder that is called after their contents, so that a browser has
    to ask for the page alone, until one of them changes.
    """
    files = [*folder.rglob("*"), *Path(messages.FOLDER).glob("*.json")]
    contents = (path.read_bytes() for path in sorted(files) if path.is_file())
    version = f"/{crc32(b''.join(contents)):08x}"

    def page(name: str) -> Callable[[Request], Response]:
        content = (folder / name).read_text(encoding="utf-8").replace(OF_GAMES, _links_of_games())
        versioned = re.sub('(href|src)="/', rf'\1="{version}/', content)
        return lambda _: HTMLResponse(versioned)

    pages = [Route(f"/{path.name}", page(path.name)) for path in folder.glob("*.html")]
    lasting = Mount(version, Lasting(directory=folder))
    sentences = Mount(f"{version}/messages", Lasting(directory=messages.FOLDER))
    return [
        Route("/", page(first)),
        *pages,
        sentences,
        lasting,
        Mount("/", StaticFiles(directory=folder)),
    ]


async def _no_page(_: Request, __: Exception) -> Response:
    return JSONResponse({"error": "there is no such page"}, 404)


async def _only_read(_: Request, __: Exception) -> Response:
    return JSONResponse({"error": "the page can only be read"}, 405)


def _links_of_games() -> str:
    """The style sheet and the script of each game, which the page itself does not name."""
    links = (
        f'<link rel="stylesheet" href="/games/{game}.css" />'
        f'<link rel="modulepreload" href="/games/{game}.js" />'
        for game in GAMES
    )
    return "\n    ".join(links)


def _socket(answers: Answers) -> Callable[[WebSocket], Awaitable[None]]:
    connected = 0

    async def serve(socket: WebSocket) -> None:
        nonlocal connected
        await socket.accept()
        if connected >= limits.MAX_CONNECTIONS:
            await socket.close(limits.TRY_AGAIN_LATER, "too many connections, try again later")
            return
        connected += 1
        try:
            await Session(socket, answers).run()
        finally:
            connected -= 1

    return serve
