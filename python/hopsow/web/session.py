"""One WebSocket: questions in, answers out, and everything stopped when the page goes away."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

from pydantic import BaseModel, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from hopsow import AmbiguousMoveError, IllegalMoveError, Record
from hopsow.errors import MessageError
from hopsow.messages import Message as Told
from hopsow.web import limits
from hopsow.web.answers import Answers, Asker
from hopsow.web.board import messages
from hopsow.web.board.line import LineError, RefusedError, replay
from hopsow.web.board.messages import VERSION, Json, Line, LookAt, Message
from hopsow.web.questions import MESSAGES, QUESTIONS, Pace
from hopsow.web.work import BusyError, StoppedError

TOO_MANY = 1008


class Session:
    """A connection to one page.

    Quick questions are answered at once and in order. Long ones run beside them. Every question is
    answered unless it is cancelled; one that another of its kind ends is told so.
    """

    def __init__(self, socket: WebSocket, answers: Answers) -> None:
        self._socket = socket
        self._answers = answers
        self._is_understood = socket.query_params.get("version") == str(VERSION)
        self._client = "" if socket.client is None else socket.client.host
        self._known: Record | None = None
        self._running: dict[int, tuple[str, asyncio.Task[None]]] = {}
        self._allowance = limits.Allowance()
        self._sending = asyncio.Lock()

    async def run(self) -> None:
        """Answer until the page goes away or floods us."""
        try:
            while True:
                text = await self._socket.receive_text()
                if not self._allowance.take():
                    await self._send(in_error(Told("server.too-many-messages")))
                    await self._socket.close(TOO_MANY, "too many messages")
                    return
                await self._hear(text)
        except (WebSocketDisconnect, KeyError, RuntimeError):
            pass  # gone, or sent bytes where text was due
        finally:
            for _, task in self._running.values():
                task.cancel()

    async def _hear(self, text: str) -> None:
        number: int | None = None
        last: Json = {}
        try:
            number, message = _numbered(text)
            if len(text) > limits.MAX_MESSAGE_BYTES:
                raise QuestionError(Told("server.too-long", most=limits.MAX_MESSAGE_BYTES), number)
            if not self._is_understood:
                raise QuestionError(Told("server.other-version"), number)
            ask, question = _understood(number, message)
            if isinstance(question, messages.Cancel):
                self._cancel(question.of)
            elif QUESTIONS[ask].is_long:
                last = {"done": True}
                await self._begin(number, ask, question)
            else:
                asker = Asker(self._replayed, self._client)
                answer = await QUESTIONS[ask].answered(self._answers, question, asker)
                await self._send({"id": number, **answer.model_dump(exclude_none=True)})
        except QuestionError as error:
            await self._send({"id": error.number, **in_error(error.message)})
        except Exception as error:
            await self._send({"id": number, **last, **said_of(error)})

    def _replayed(self, line: Line) -> Record:
        known, self._known = self._known, None  # lost if the line fails half-way
        self._known = replay(line, known)
        return self._known

    async def _begin(self, number: int, ask: str, question: Message) -> None:
        for other, (kind, _) in list(self._running.items()):
            if other == number:
                self._cancel(other)
            elif kind == ask and QUESTIONS[ask].pace is Pace.ALONE:
                self._cancel(other)
                await self._send({"id": other, "done": True, **in_error(Told("server.replaced"))})
        if len(self._running) >= limits.MAX_QUESTIONS:
            raise BusyError(Told("server.too-many-questions"))
        replayed = await self._snapshot(question)
        task = asyncio.create_task(self._answer(number, ask, question, replayed))
        self._running[number] = ask, task
        task.add_done_callback(lambda done: self._forget(number, done))

    async def _snapshot(self, question: Message) -> Callable[[Line], Record]:
        """How a long question gets its record: replayed now, since later ones play on in it."""
        if not isinstance(question, LookAt):
            return replay

        def copied() -> Record:
            record = self._replayed(question.line)
            return record.until(len(record.moves))

        record = await self._answers.workers.aside(copied) if question.is_slow else copied()
        return lambda _: record

    async def _answer(
        self, number: int, ask: str, question: Message, replayed: Callable[[Line], Record]
    ) -> None:
        loop = asyncio.get_running_loop()
        parts: asyncio.Queue[BaseModel | None] = asyncio.Queue()

        def tell(part: BaseModel) -> None:
            loop.call_soon_threadsafe(parts.put_nowait, part)

        async def pass_on() -> None:
            while (part := await parts.get()) is not None:
                await self._send({"id": number, **part.model_dump(exclude_none=True)})

        sender = asyncio.create_task(pass_on())
        try:
            asker = Asker(replayed, self._client, tell)
            answer = await QUESTIONS[ask].answered(self._answers, question, asker)
            parts.put_nowait(None)
            await sender
            await self._send({"id": number, "done": True, **answer.model_dump(exclude_none=True)})
        except asyncio.CancelledError:
            raise
        except Exception as error:
            await self._send({"id": number, "done": True, **said_of(error)})
        finally:
            sender.cancel()

    def _cancel(self, number: int) -> None:
        if number in self._running:
            self._running.pop(number)[1].cancel()

    def _forget(self, number: int, task: asyncio.Task[None]) -> None:
        if number in self._running and self._running[number][1] is task:
            del self._running[number]

    async def _send(self, message: Json) -> None:
        async with self._sending:
            await self._socket.send_text(json.dumps(message, separators=(",", ":")))


class QuestionError(MessageError):
    """A message that is no question; `number` is its id where it had one."""

    def __init__(self, problem: Told | str, number: int | None = None) -> None:
        super().__init__(_said(problem))
        self.number = number


def said_of(error: Exception) -> Json:
    """What a client is told about an error; an unforeseen one is raised again."""
    if isinstance(error, StoppedError):
        return in_error(Told("server.stopped"))
    if isinstance(error, (RefusedError, IllegalMoveError, AmbiguousMoveError)):
        return {"refused": error.message.as_json()}
    if isinstance(error, (MessageError, BusyError)):
        good = {"good": error.good} if isinstance(error, LineError) and error.good else {}
        return in_error(error.message) | good
    if isinstance(error, ValueError):
        return malformed(str(error))
    raise error


def malformed(problem: str) -> Json:
    """What a client is told about a question that no page asks: for its programmer, in English."""
    return in_error(_said(problem))


def _said(problem: Told | str) -> Told:
    return Told("server.malformed", problem=problem) if isinstance(problem, str) else problem


def in_error(message: Told) -> Json:
    """An answer that says that there is none."""
    return {"error": message.as_json()}


def _numbered(text: str) -> tuple[int, Json]:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise QuestionError("the message is not JSON") from None
    if not isinstance(message, dict):
        raise QuestionError("a message is a JSON object")
    number = message.pop("id", None)
    if type(number) is not int:
        raise QuestionError('a message has an "id", a whole number')
    return number, message


def _understood(number: int, message: Json) -> tuple[str, Message]:
    ask = message.pop("ask", None)
    if not isinstance(ask, str) or ask not in MESSAGES:
        raise QuestionError(f'"ask" is one of {", ".join(MESSAGES)}', number)
    try:
        return ask, MESSAGES[ask].model_validate(message)
    except ValidationError as error:
        raise QuestionError(in_one_sentence(error), number) from None


def in_one_sentence(error: ValidationError) -> str:
    """The first thing that is wrong with a message."""
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(map(str, first["loc"]))
    return f"{place}: {first['msg'].lower()}" if place else first["msg"].lower()
