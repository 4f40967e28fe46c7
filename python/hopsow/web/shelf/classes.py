"""The pages of a class, read from the folder that `hopsow class` writes.

Every student has a token, which opens their own page and the leaderboard; the staff's opens
everything. A file is found by comparing names, so that no address leads out of the folder.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Mapping
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from urllib.parse import parse_qs

from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from hopsow.arena.classroom.out import STAFF
from hopsow.arena.classroom.submissions import slug
from hopsow.arena.course import page
from hopsow.arena.results import html, report
from hopsow.web.guard import Guard, refusal

COOKIE = "hopsow_class"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".json": "application/json",
}
FOR_EVERYBODY = ("leaderboard.html",)
INDEX = "index.html"


def create(results: Path, tokens: Mapping[str, str], names: frozenset[str] | None) -> ASGIApp:
    """The application, answering to the hosts `names` (None: to all)."""
    return Guard(Pages(results, tokens), names, None)


class Pages:
    """Hands out the files of a class, to each what is theirs."""

    def __init__(self, results: Path, tokens: Mapping[str, str]) -> None:
        self._results = results
        self._tokens = {name: token for name, token in tokens.items() if token}
        scripts = (html.script(*report.SCRIPTS), html.script(*page.SCRIPTS))
        hashes = " ".join(f"'sha256-{_digest(script)}'" for script in scripts)
        self._policy = (
            f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._answer(scope)(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await _lifespan(receive, send)

    def _answer(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            return JSONResponse({"error": "the pages can only be read"}, 405)
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        if scope["path"] == "/" and given and self._reader(given[0]) is not None:
            response = RedirectResponse("/", 303)
            response.set_cookie(COOKIE, given[0], httponly=True, samesite="strict")
            return response
        reader = self._reader(_token(scope))
        if reader is None:
            return refusal(scope, 401, "open the address with your own token")
        return self._file(scope, reader)

    def _reader(self, given: str) -> str | None:
        """Whose token it is; all are compared, so that the time tells nothing."""
        reader = None
        for name, token in self._tokens.items():
            if secrets.compare_digest(given.encode(), token.encode()):
                reader = name
        return reader

    def _file(self, scope: Scope, reader: str) -> Response:
        path = scope["path"]
        own = INDEX if reader == STAFF else f"students/{slug(reader)}.html"
        wanted = own if path == "/" else path.removeprefix("/")
        is_allowed = reader == STAFF or wanted in (own, *FOR_EVERYBODY)
        files = {
            file.relative_to(self._results).as_posix(): file
            for file in self._results.rglob("*")
            if file.suffix in TYPES and file.is_file() and not file.is_symlink()
        }
        if wanted not in files or not is_allowed:
            return refusal(scope, 404, "there is no such page")
        content = files[wanted].read_bytes()
        headers = {"Content-Security-Policy": self._policy, "Cache-Control": "no-store"}
        return Response(content, 200, headers, TYPES[files[wanted].suffix])


def _token(scope: Scope) -> str:
    headers: dict[bytes, str] = {name: value.decode("latin-1") for name, value in scope["headers"]}
    bearer = headers.get(b"authorization", "")
    if bearer.startswith("Bearer "):
        return bearer.removeprefix("Bearer ")
    try:
        morsel = SimpleCookie(headers.get(b"cookie", "")).get(COOKIE)
    except CookieError:
        morsel = None
    return "" if morsel is None else str(morsel.value)


def _digest(script: str) -> str:
    return base64.b64encode(sha256(script.encode()).digest()).decode()


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
