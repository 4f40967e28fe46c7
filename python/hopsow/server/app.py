"""Everything put together: the page, the JSON interface and the WebSocket.

The JSON interface asks the same questions as the WebSocket, one request each; `/api/openapi.json`
describes it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, ValidationError
from starlette.types import ASGIApp

import hopsow
from hopsow.server import limits, messages, players
from hopsow.server.answers import Answers
from hopsow.server.guard import LOOPBACK_NAMES, Guard
from hopsow.server.lessons import LESSONS
from hopsow.server.session import Session, in_one_sentence, said_of

WEB = Path(__file__).parent / "web"
TRY_AGAIN_LATER = 1013
POLL_S = 0.25

T = TypeVar("T")


def create(names: frozenset[str] | None = LOOPBACK_NAMES, token: str | None = None) -> ASGIApp:
    """The application, answering to the hosts `names` (None: to all) and wanting `token`."""
    answers = Answers()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        answers.workers.close()

    app = FastAPI(
        title="Hopsow",
        version=hopsow.__version__,
        description=messages.__doc__ or "",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    _add_errors(app)
    _add_facts(app)
    _add_questions(app, answers)
    _add_socket(app, answers)
    _add_page(app)
    return Guard(app, names, token)


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"][1:]))
        return JSONResponse({"error": f"{place}: {first['msg'].lower()}"}, 422)

    @app.exception_handler(ValidationError)
    async def invalid(_: Request, error: ValidationError) -> JSONResponse:
        return JSONResponse({"error": in_one_sentence(error)}, 422)

    @app.exception_handler(ValueError)
    @app.exception_handler(RuntimeError)
    async def refused(_: Request, error: Exception) -> JSONResponse:
        return JSONResponse(said_of(error), 400 if isinstance(error, ValueError) else 503)


def _add_facts(app: FastAPI) -> None:
    @app.get("/api/games")
    async def games() -> list[dict[str, Any]]:
        """The games, their sides and rule sets."""
        return [
            {"name": game, "sides": hopsow.sides(game), "rules": hopsow.rule_sets(game)}
            for game in hopsow.GAMES
        ]

    @app.get("/api/agents")
    async def agents() -> list[dict[str, Any]]:
        """The agents that a client may play against."""
        return players.listed()

    @app.get("/api/lessons")
    async def lessons() -> list[dict[str, Any]]:
        """The rules of each game, told in positions."""
        return LESSONS


def _add_questions(app: FastAPI, answers: Answers) -> None:
    def quick(path: str, kind: type[messages.Said], answer: type[BaseModel]) -> None:
        async def ask(question: messages.Said) -> BaseModel:
            return answers.quick(path, question)

        ask.__doc__ = kind.__doc__
        ask.__annotations__["question"] = kind
        app.post(f"/api/{path}", response_model=answer, response_model_exclude_none=True)(ask)

    quick("view", messages.LookAt, messages.View)
    quick("play", messages.Play, messages.View)
    quick("why", messages.Why, messages.Reason)
    quick("read", messages.Read, messages.Found)
    quick("write", messages.Write, messages.Text)
    quick("set-up", messages.SetUp, messages.View)

    @app.post("/api/answer")
    async def answer(question: messages.Answer, request: Request) -> messages.Played:
        """What does this agent play here?"""
        return await _while_wanted(request, answers.answer(question))

    @app.post("/api/analyse")
    async def analyse(question: messages.Analyse, request: Request) -> messages.Report:
        """What are the best moves here? Answered once, when the time is up."""
        search = answers.analyse(question.line, question.lines, question.seconds, lambda part: None)
        return await _while_wanted(request, search)

    @app.post("/api/values")
    async def values(question: messages.Values, request: Request) -> list[messages.BestLine]:
        """What is certain about each legal move here?"""
        return await _while_wanted(request, answers.values(question.line, question.seconds))

    @app.post("/api/judge")
    async def judge(question: messages.Judge, request: Request) -> messages.Judgement:
        """Is this move about as good as the best one?"""
        return await _while_wanted(
            request, answers.judge(question.line, question.move, question.seconds)
        )


def _add_socket(app: FastAPI, answers: Answers) -> None:
    connected = 0

    @app.websocket("/socket")
    async def socket(socket: WebSocket) -> None:
        nonlocal connected
        await socket.accept()
        if connected >= limits.MAX_CONNECTIONS:
            await socket.close(TRY_AGAIN_LATER, "too many connections, try again later")
            return
        connected += 1
        try:
            await Session(socket, answers).run()
        finally:
            connected -= 1


def _add_page(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(WEB / "index.html")

    app.mount("/", StaticFiles(directory=WEB), name="web")


async def _while_wanted(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Wait for the work, but give it up when the client goes away."""
    task = asyncio.create_task(work)
    try:
        while True:
            done, _ = await asyncio.wait({task}, timeout=POLL_S)
            if done:
                return task.result()
            if await request.is_disconnected():
                raise ValueError("the client went away")
    finally:
        task.cancel()
