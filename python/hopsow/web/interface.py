"""The JSON interface: the WebSocket's questions, one request each.

`/api/openapi.json` describes it. FastAPI takes longer to import than all that a page needs, so only
`app.Interface` imports this module, when somebody asks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ValidationError
from starlette.exceptions import HTTPException

import hopsow
from hopsow.analysis.lessons import LESSONS
from hopsow.web import description
from hopsow.web.answers import Answers
from hopsow.web.board import messages, players
from hopsow.web.session import in_one_sentence, said_of

POLL_S = 0.25

T = TypeVar("T")


def create(answers: Answers) -> FastAPI:
    """The application behind `/api/`."""
    app = FastAPI(
        title="Hopsow",
        version=hopsow.__version__,
        description=messages.__doc__ or "",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    _add_errors(app)
    _add_facts(app, answers)
    _add_questions(app, answers)
    return app


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"][1:]))
        return JSONResponse({"error": f"{place}: {first['msg'].lower()}"}, 422)

    @app.exception_handler(HTTPException)
    async def unknown(_: Request, error: HTTPException) -> JSONResponse:
        return JSONResponse({"error": str(error.detail).lower()}, error.status_code, error.headers)

    @app.exception_handler(ValidationError)
    async def invalid(_: Request, error: ValidationError) -> JSONResponse:
        return JSONResponse({"error": in_one_sentence(error)}, 422)

    @app.exception_handler(ValueError)
    @app.exception_handler(RuntimeError)
    async def refused(_: Request, error: Exception) -> JSONResponse:
        return JSONResponse(said_of(error), 400 if isinstance(error, ValueError) else 503)


def _add_facts(app: FastAPI, answers: Answers) -> None:
    @app.get("/api/games")
    async def games() -> list[messages.GameFacts]:
        """The games, their sides and rule sets."""
        return players.games()

    @app.get("/api/agents")
    async def agents() -> list[messages.AgentOffer]:
        """The agents that a client may play against."""
        return players.listed(answers.own)

    @app.get("/api/socket.json")
    async def socket() -> dict[str, Any]:
        """The messages of the WebSocket, as a JSON schema."""
        return description.describe()

    @app.get("/api/lessons")
    async def lessons() -> list[dict[str, Any]]:
        """The rules of each game, taught by positions."""
        return LESSONS


def _add_questions(app: FastAPI, answers: Answers) -> None:
    def quick(path: str, kind: type[messages.Message], answer: type[BaseModel]) -> None:
        async def ask(question: messages.Message) -> BaseModel:
            return await answers.soon(path, question)

        ask.__doc__ = kind.__doc__
        ask.__annotations__["question"] = kind
        app.post(f"/api/{path}", response_model=answer, response_model_exclude_none=True)(ask)

    quick("view", messages.Look, messages.View)
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
        return await _while_wanted(request, answers.analyse(question, lambda part: None))

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
