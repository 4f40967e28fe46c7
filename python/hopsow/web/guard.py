"""Which requests are let in.

A page of another site can make a browser send requests here, also to the loopback address, and a
name that suddenly resolves to it (DNS rebinding) makes them look like our own. So the Host must be
one of ours, an Origin must be that host, and a server for others also requires its token. A
private board answers no other user of the machine.
"""

from __future__ import annotations

import secrets
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from markupsafe import Markup
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hopsow.web import limits, owners

LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})
COOKIE = "hopsow_token"
POLICY_VIOLATION = 1008
HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        b"connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        b"frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-cache"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


REFUSED = Markup(
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" '
    'content="light dark"><meta name="viewport" content="width=device-width">'
    "<title>Hopsow</title><style>body{{max-width:32em;margin:4em auto;padding:0 1em;"
    "font:1.1em/1.5 system-ui,sans-serif}}</style>"
    "<main><h1>{}</h1><p>{}.</p><p>{}</p></main></html>"
)
LOST_LINK = (
    "Open the whole link that you were given. If it worked before, the board was started anew "
    "since: ask the person who sent you the link for a new one."
)


def refusal(scope: Scope, status: int, why: str) -> Response:
    """A refused request: a page for people, JSON for programs."""
    accepted = dict(scope["headers"]).get(b"accept", b"")
    if b"text/html" not in accepted:
        return JSONResponse({"error": why}, status)
    title, advice = ("This link does not open", LOST_LINK) if status == 401 else ("Hopsow", "")
    page = REFUSED.format(title, why[:1].upper() + why[1:], advice)
    policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    return HTMLResponse(page, status, {"Content-Security-Policy": policy})


class Guard:
    """Stands before the application; `names` are the hosts it answers to, all if None. One that is
    `private` answers the user of this process alone."""

    def __init__(
        self,
        app: ASGIApp,
        names: frozenset[str] | None,
        token: str | None,
        is_private: bool = False,
    ) -> None:
        self._is_private = is_private
        self._app = app
        self._names = names
        self._token = token
        self._requests: dict[str, limits.Allowance] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await _refuse(scope, receive, send, *refusal)
        elif scope["type"] == "http" and self._brings_token(scope):
            await self._welcome(scope, receive, send)
        elif scope["type"] == "http":
            await self._app(scope, _measured(receive), _with_headers(send))
        else:
            await self._app(scope, receive, send)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if self._names is not None and _name(host) not in self._names:
            return 421, f"this server does not answer to the host {host[:80]!r}"
        origin = headers.get("origin")
        if origin is not None and _place(origin) != host:
            return 403, f"requests from {origin[:80]!r} are not allowed"
        if self._is_private and not owners.is_own(scope.get("client"), scope.get("server")):
            return 403, "this board belongs to another user: start your own with hopsow play"
        if scope["type"] == "http":
            length = headers.get("content-length", "0")
            if not length.isdigit() or int(length) > limits.MAX_MESSAGE_BYTES:
                return 413, f"the request is longer than {limits.MAX_MESSAGE_BYTES} bytes"
            if scope["method"] == "POST" and not self._may_ask(scope):
                return 429, "too many requests, slow down"
        if not self._is_known(scope, headers):
            return 401, "open the address with the token that the server printed"
        return None

    def _may_ask(self, scope: Scope) -> bool:
        client = (scope.get("client") or ("",))[0]
        if len(self._requests) > limits.MAX_CONNECTIONS:
            self._requests.clear()
        return self._requests.setdefault(client, limits.Allowance()).take()

    def _is_known(self, scope: Scope, headers: dict[str, str]) -> bool:
        if self._token is None or self._brings_token(scope):
            return True
        bearer = headers.get("authorization", "").removeprefix("Bearer ")
        try:
            morsel = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        except CookieError:
            morsel = None
        return self._matches(bearer) or (morsel is not None and self._matches(morsel.value))

    def _brings_token(self, scope: Scope) -> bool:
        if self._token is None or scope["path"] != "/":
            return False
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])
        return self._matches(given[0])

    def _matches(self, given: str) -> bool:
        return secrets.compare_digest(given.encode(), (self._token or "").encode())

    async def _welcome(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Keep the token in a cookie and out of the address."""
        response = RedirectResponse("/", 303)
        assert self._token is not None
        response.set_cookie(COOKIE, self._token, httponly=True, samesite="strict")
        await response(scope, receive, _with_headers(send))


def _place(origin: str) -> str | None:
    """The host and port of an origin; None for one that is no address."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, why: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": why})
        return
    await refusal(scope, status, why)(scope, receive, _with_headers(send))


def _measured(receive: Receive) -> Receive:
    """A body without a declared length is cut off at the length that would have been refused."""
    total = 0

    async def measured() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > limits.MAX_MESSAGE_BYTES:
            return {"type": "http.disconnect"}
        return message

    return measured


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = message.get("headers", [])
            named = {name for name, _ in own}
            usual = [header for header in HEADERS if header[0] not in named]
            message = {**message, "headers": [*own, *usual]}
        await send(message)

    return sent
