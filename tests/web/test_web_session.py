"""A connection to a page: what a move of a long game costs there."""

import asyncio
import json
from typing import Any, cast

import pytest
from hopsow import Move, Position, Record
from hopsow.web.answers import Answers
from hopsow.web.board.messages import VERSION
from hopsow.web.session import Session
from served import finished
from starlette.websockets import WebSocket, WebSocketDisconnect


class Talk:
    """Questions, each asked when the one before is answered; how many moves that plays, by name."""

    def __init__(self, questions: list[dict[str, Any]], played: list[str]) -> None:
        self.client = None
        self.query_params = {"version": str(VERSION)}
        self._questions = questions
        self._played = played
        self._is_answered = asyncio.Event()
        self._is_answered.set()
        self.plays: dict[str, int] = {}

    async def receive_text(self) -> str:
        await self._is_answered.wait()
        self._is_answered.clear()
        if not self._questions:
            raise WebSocketDisconnect
        self._played.clear()
        self._ask = self._questions[0]["ask"]
        return json.dumps({"id": 1, **self._questions.pop(0)})

    async def send_text(self, text: str) -> None:
        assert "error" not in json.loads(text)
        self.plays[self._ask] = len(self._played)
        self._is_answered.set()


def test_a_move_of_a_long_game_does_not_replay_it(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record("halma")
    while len(record.moves) < 100:
        record.play(min(record.position.legal_moves, key=str))
    played: list[str] = []
    play = Record.play

    def counted(record: Record, move: Move | str) -> Position:
        played.append(str(move))
        return play(record, move)

    monkeypatch.setattr(Record, "play", counted)
    line = {"game": "halma", "moves": [str(move) for move in record.moves]}
    move = str(min(record.position.legal_moves, key=str))
    longer = {"game": "halma", "moves": [*line["moves"], move]}
    talk_of: list[dict[str, Any]] = [
        {"ask": "view", "line": line},
        {"ask": "play", "line": line, "move": move},
        {"ask": "answer", "line": longer, "agent": "random"},
        {"ask": "write", "line": longer, "format": "record"},
        {"ask": "draw", "line": longer, "format": "svg"},
        {"ask": "explore", "line": longer},
        {"ask": "analyse", "line": longer, "seconds": 0.01},
    ]

    async def talk() -> dict[str, int]:
        answers = Answers()
        page = Talk(talk_of, played)
        await Session(cast(WebSocket, page), answers).run()
        answers.workers.close()
        return page.plays

    assert finished(talk()) == {
        "view": 100,
        "play": 1,
        "answer": 1,  # its own
        "write": 0,
        "draw": 0,
        "explore": 0,
        "analyse": 0,
    }
