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
from hopsow.web.answers import Answers, Asker
from hopsow.web.board import messages, players
from hopsow.web.questions import QUESTIONS, Row
from hopsow.web.session import in_one_sentence, malformed, said_of

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
    async def invalid_request(_: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"][1:]))
        return JSONResponse(malformed(f"{place}: {first['msg'].lower()}"), 422)

    @app.exception_handler(HTTPException)
    async def unknown(_: Request, error: HTTPException) -> JSONResponse:
        return JSONResponse(malformed(str(error.detail).lower()), error.status_code, error.headers)

    @app.exception_handler(ValidationError)
    async def invalid(_: Request, error: ValidationError) -> JSONResponse:
        return JSONResponse(malformed(in_one_sentence(error)), 422)

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
    for ask, row in QUESTIONS.items():
        if row.is_posted:
            _add_question(app, answers, ask, row)


def _add_question(app: FastAPI, answers: Answers, path: str, row: Row) -> None:
    async def ask(question: messages.Message, request: Request) -> BaseModel:
        answer = row.answered(answers, question, Asker())
        return await (_while_wanted(request, answer) if row.is_long else answer)

    ask.__doc__ = row.message.__doc__
    ask.__annotations__["question"] = row.message
    app.post(f"/api/{path}", response_model=row.answer, response_model_exclude_none=True)(ask)


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
