"""A tournament that people watch, from its database alone.

One task looks at the database a few times a second while anybody watches, and what it has seen is
put into one message for all of them: a hundred watchers cost what sending costs.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.tournament import Row
from hopsow.arena.referee.game import opponent
from hopsow.arena.results import html, report, standing
from hopsow.arena.results.rows import Unfinished
from hopsow.arena.results.spectator import Spectator
from hopsow.arena.run.seldom import Seldom
from hopsow.games import Position, parse
from hopsow.records import Record
from hopsow.web import limits
from hopsow.web.board.link import PLAY, REVIEW, to_game
from hopsow.web.board.views import view
from hopsow.web.places import SAY_S, log

PAGE = "live.html"
BOARD = "/index.html"  # where the usual board is, when a tournament is on the first page
LOOK_S = 0.5
RATE_S = 2.0  # between two ratings
MOST_GAMES = 1000  # finished games in the list, the latest
MOST_BOARDS = 16
SHOWN_TEXT = 4000  # characters of what an agent wrote
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{}'"

DAMAGED = 1011  # why a watcher's connection ends, a code of WebSockets
MOST_REASON = 100  # characters of its reason, which may have 123 bytes
MOST_DIGITS = 10

Json = dict[str, Any]


class Live:
    """A tournament, those who watch it, and what they have been told."""

    def __init__(self, database: Path, reported: Path | None = None) -> None:
        """`reported` is where its report will be: whoever serves it says so, never the database,
        which may be a stranger's."""
        self._spectator = Spectator(database)
        self._watchers: set[asyncio.Queue[str]] = set()
        self._reader: asyncio.Task[None] | None = None
        self._looking = asyncio.Lock()
        self._state: Json = {}
        self._views: dict[str, tuple[str, Json]] = {}  # by game: its moves, and what they led to
        self._rated, self._rated_at = -1, float("-inf")
        self._report = reported
        self._say = Seldom(log.warning, SAY_S)

    @property
    def routes(self) -> list[BaseRoute]:
        """What the application answers for it."""
        return [
            WebSocketRoute("/live", self.watch),
            Route("/live/games/{number:int}", self.game),
            Route("/report.html", self.report),
        ]

    async def watch(self, socket: WebSocket) -> None:
        """Tell a watcher everything, and then what changes."""
        await socket.accept()
        if len(self._watchers) >= limits.MAX_CONNECTIONS:
            await socket.close(limits.TRY_AGAIN_LATER, "too many watchers, try again later")
            return
        told: asyncio.Queue[str] = asyncio.Queue(maxsize=8)
        async with self._looking:
            if not self._state:
                try:
                    await asyncio.to_thread(self._look)
                except ValueError as error:
                    await socket.close(DAMAGED, str(error)[:MOST_REASON])
                    return
        told.put_nowait(json.dumps(self._whole()))
        self._watchers.add(told)
        if self._reader is None:
            self._reader = asyncio.create_task(self._read())
        leaving = asyncio.create_task(_gone(socket))
        try:
            while not leaving.done():
                telling = asyncio.create_task(told.get())
                await asyncio.wait({telling, leaving}, return_when=asyncio.FIRST_COMPLETED)
                if not telling.done():
                    telling.cancel()
                    break
                await socket.send_text(telling.result())
        except (WebSocketDisconnect, RuntimeError):
            pass  # gone
        finally:
            leaving.cancel()
            self._watchers.discard(told)
            if not self._watchers and self._reader is not None:
                self._reader.cancel()
                self._reader = None

    async def _read(self) -> None:
        while True:
            changes: Json = {}
            async with self._looking:
                try:
                    changes = await asyncio.to_thread(self._look)
                except ValueError as error:  # what was seen before stays on the page
                    self._say(str(error))
            if changes:
                self._tell(json.dumps(changes))
            await asyncio.sleep(LOOK_S)

    def _tell(self, text: str) -> None:
        slow = []
        for told in self._watchers:
            try:
                told.put_nowait(text)
            except asyncio.QueueFull:
                slow.append(told)
        whole = json.dumps(self._whole()) if slow else ""
        for told in slow:  # it gets everything at once when it is back
            while not told.empty():
                told.get_nowait()
            told.put_nowait(whole)

    def _look(self) -> Json:
        """What has changed since the last look."""
        seen, known = self._spectator.seen, len(self._spectator.seen.rows)
        is_new = not self._state
        has_changed = self._spectator.look()
        is_reported = not seen.is_played and self._is_reported()
        is_known = self._rated == known and self._state.get("report") == is_reported
        if not has_changed and is_known:
            return {}
        changes: Json = {
            "playing": seen.is_played,
            "done": len(seen.rows),
            "report": is_reported,
        }
        if is_new:
            changes["about"] = self._about()
        changes["running"] = list(self._shown_games(seen.running[:MOST_BOARDS]))
        names = {game["id"] for game in changes["running"]}
        self._views = {name: made for name, made in self._views.items() if name in names}
        fresh = list(zip(seen.ids[known:], seen.rows[known:], strict=True))
        if fresh:
            changes["finished"] = [_result(number, row) for number, row in fresh][-MOST_GAMES:]
        is_due = time.monotonic() - self._rated_at >= RATE_S or not seen.is_played
        if self._rated != len(seen.rows) and (is_due or is_new):
            changes |= self._standing()
        self._remember(changes)
        return changes

    def _about(self) -> Json:
        settings, about = self._spectator.settings, self._spectator.about
        return {
            "name": about.get("name", self._spectator.path.stem),
            "total": _whole(about.get("total", "")),
            "game": settings.game,
            "format": settings.format,
            "limits": {key: value for key, value in settings.limits.items() if value},
        }

    def _standing(self) -> Json:
        rows = list(self._spectator.seen.rows)
        ratings, table = standing.standing(list(self._spectator.agents), rows)
        self._rated, self._rated_at = len(rows), time.monotonic()
        return {"standing": standing.as_json(ratings), "crosstable": table}

    def _remember(self, changes: Json) -> None:
        finished = [*self._state.get("finished", []), *changes.get("finished", [])]
        self._state = {**self._state, **changes, "finished": finished[-MOST_GAMES:]}

    def _whole(self) -> Json:
        return {**self._state, "whole": True}

    def _shown_games(self, games: Sequence[Unfinished]) -> Iterator[Json]:
        for game in games:
            try:
                yield self._shown(game)
            except ValueError as error:  # moves that cannot be played: the database is damaged
                self._say(f"the running game {game.name} cannot be shown: {error}")

    def _shown(self, game: Unfinished) -> Json:
        """A running game with its board; the board is made once for all who watch."""
        settings = self._spectator.settings
        start = parse(settings.game, game.start, settings.rules)
        before = self._views.get(game.name)
        if before is None or before[0] != game.moves:
            self._views[game.name] = game.moves, _view(start, game.moves)
        turn = (0, 1) if (game.first == "A") == (start.to_move == start.sides[0]) else (1, 0)
        return {
            "id": game.name,
            "round": game.round,
            "number": game.number,
            "players": [(game.a, game.b)[place] for place in turn],
            "cpu": [game.cpu[place] for place in turn],
            "wall": [game.wall[place] for place in turn],
            "view": self._views[game.name][1],
        }

    async def game(self, request: Request) -> Response:
        """A finished game: where to play through it, and why it ended as it did."""
        try:
            number = request.path_params["number"]
            evidence = await asyncio.to_thread(self._spectator.evidence, number)
            return JSONResponse(await asyncio.to_thread(_opened, evidence))
        except ValueError as error:
            return JSONResponse({"error": str(error)}, 404)

    def _is_reported(self) -> bool:
        return self._report is not None and report.is_report(self._report)

    async def report(self, _: Request) -> Response:
        """The report, once it is written."""
        if self._report is None or not self._is_reported():
            return JSONResponse({"error": "the report is written at the end"}, 404)
        script = html.script(*report.SCRIPTS)
        digest = base64.b64encode(sha256(script.encode()).digest()).decode()
        headers = {"Content-Security-Policy": POLICY.format(digest)}
        content = await asyncio.to_thread(self._report.read_bytes)
        return Response(content, 200, headers, "text/html; charset=utf-8")


def _whole(text: str) -> int:
    """A number of games; 0 for what is none."""
    return int(text) if text.isdecimal() and len(text) < MOST_DIGITS else 0


def _view(start: Position, moves: str) -> Json:
    record = Record(start.game, start.rules, start)
    for move in moves.split():
        record.play(move)
    shown = view(record).model_dump(exclude_none=True)
    # Watchers choose no moves, and walk through a game when it is over.
    return {**shown, "legal_moves": [], "refusals": {}, "moves": [], "movers": []}


async def _gone(socket: WebSocket) -> None:
    """Wait until a watcher goes; what it says meanwhile means nothing."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass


def _result(number: int, row: Row) -> Json:
    return {
        "id": number,
        "round": row.round,
        "a": row.a,
        "b": row.b,
        "number": row.number,
        "first": row.first,
        "winner": row.winner,
        "verdict": row.verdict,
        "guilty": row.guilty,
        "reason": row.reason,
        "plies": row.plies,
    }


def _opened(evidence: Evidence) -> Json:
    record = evidence.record()
    failed = evidence.failed
    written = evidence.left.get(evidence.guilty or "", {}).get("stderr", "")
    exchange = {} if failed is None else {"sent": failed.sent, "received": failed.received}
    return {
        "play": f"{BOARD}{to_game(record, view=PLAY)}",
        "review": f"{BOARD}{to_game(record, view=REVIEW)}",
        "first": evidence.agents[evidence.first],
        "second": evidence.agents[opponent(evidence.first)],
        "verdict": evidence.verdict.value,
        "reason": evidence.reason,
        "proof": None if evidence.proof is None else asdict(evidence.proof),
        "texts": {
            name: text[-SHOWN_TEXT:]
            for name, text in {**exchange, "standard error": written}.items()
            if text
        },
    }
