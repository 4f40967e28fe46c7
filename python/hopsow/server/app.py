"""Everything put together: the page, its WebSocket, and the JSON interface for other programs."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import cached_property
from pathlib import Path
from zlib import crc32

from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from hopsow.games import GAMES
from hopsow.server import limits
from hopsow.server.answers import Answers
from hopsow.server.guard import LOOPBACK_NAMES, Guard
from hopsow.server.session import Session

WEB = Path(__file__).parent / "web"
TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
PAGE = "index.html"
OF_GAMES = b"<!-- what each game has of its own -->"
COMMENTS = {
    ".js": re.compile(
        rb"/\*\*\s(?:(?!\*/).)*\*/|^[ \t]*//[^\n]*|[ \t]+// [^\n\"'`]*$",  # no text has them
        re.MULTILINE | re.DOTALL,
    ),
    ".css": re.compile(rb"/\*.*?\*/", re.DOTALL),
}
MARGIN = re.compile(rb"^\s+", re.MULTILINE)  # no text of the page runs over several lines
SPACE = re.compile(rb"(?<=[,;({\[])\n| (=>|[=!]==|\?\?|&&|\|\||=) ")  # nor has any of these


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
        from hopsow.server import live as watching

        routes += watching.Live(*live).routes
        first = watching.PAGE
    routes.append(Mount("/", Files(WEB, first)))
    page = Starlette(routes=routes, lifespan=lifespan)

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
        from hopsow.server.interface import create as create_interface

        return create_interface(self._answers)


class Files:
    """The page's files, kept in memory: they are few and small, and no path leads elsewhere.

    The page names all others by a folder that is called after their contents, so that a browser has
    to ask for the page alone, until one of them changes.
    """

    def __init__(self, folder: Path, first: str = PAGE) -> None:
        contents = {
            f"/{path.relative_to(folder).as_posix()}": bare(path)
            for path in sorted(folder.rglob("*"))
            if path.suffix in TYPES
        }
        version = f"/{crc32(b''.join(contents.values())):08x}"
        pages = [path for path in contents if path.endswith(".html")]
        for path in pages:
            page = contents[path].replace(OF_GAMES, _links_of_games())
            contents[path] = re.sub(rb'(href|src)="/', rb'\1="%s/' % version.encode(), page)
        self._files = {
            f"{version}{path}": File(path, contents[path], True)
            for path in contents
            if path not in pages
        }
        self._files |= {path: File(path, contents[path]) for path in contents}
        self._files["/"] = self._files[f"/{first}"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] not in self._files:
            await JSONResponse({"error": "there is no such page"}, 404)(scope, receive, send)
            return
        if scope["method"] not in ("GET", "HEAD"):
            await JSONResponse({"error": "the page can only be read"}, 405)(scope, receive, send)
            return
        response = self._files[scope["path"]].response(dict(scope["headers"]))
        await response(scope, receive, send)


class File:
    """A file as it is sent; one that `stays` never changes under its path."""

    def __init__(self, path: str, content: bytes, stays: bool = False) -> None:
        self._type = TYPES[f".{path.rpartition('.')[2]}"]
        self._content = content
        self._headers = {"ETag": f'"{crc32(content):08x}"', "Vary": "Accept-Encoding"}
        if stays:
            self._headers["Cache-Control"] = "public, max-age=31536000, immutable"

    def response(self, headers: dict[bytes, bytes]) -> Response:
        """The file for a client that does not have it; packed for those that can unpack."""
        if headers.get(b"if-none-match") == self._headers["ETag"].encode():
            return Response(status_code=304, headers=self._headers)
        if b"gzip" not in headers.get(b"accept-encoding", b""):
            return Response(self._content, 200, self._headers, self._type)
        packed = {**self._headers, "Content-Encoding": "gzip"}
        return Response(self._packed, 200, packed, self._type)

    @cached_property
    def _packed(self) -> bytes:
        return gzip.compress(self._content, mtime=0)


def bare(path: Path) -> bytes:
    """A file without what only people read: comments, margins, spaces, a third of all scripts."""
    content = path.read_bytes()
    if path.suffix not in COMMENTS:
        return content
    return SPACE.sub(rb"\1", MARGIN.sub(b"", COMMENTS[path.suffix].sub(b"", content)))


def _links_of_games() -> bytes:
    """The style sheet and the script of each game, which the page itself does not name."""
    links = (
        f'<link rel="stylesheet" href="/games/{game}.css" />'
        f'<link rel="modulepreload" href="/games/{game}.js" />'
        for game in GAMES
    )
    return "\n    ".join(links).encode()


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
