"""Searches are limited in time and number, and end when nobody wants them."""

import asyncio
import threading
from collections.abc import Iterator

import hopsow
import pytest
from hopsow.web import limits
from hopsow.web.answers import Answers, Asker
from hopsow.web.board.line import replay
from hopsow.web.board.messages import Analyse, Line, Look, Report
from hopsow.web.questions import QUESTIONS
from hopsow.web.work import BusyError, Job, Workers
from pydantic import BaseModel
from served import finished

LONG_S = 1_000.0


@pytest.fixture
def workers() -> Iterator[Workers]:
    workers = Workers(at_once=1)
    yield workers
    workers.close()


def until_stopped(job: Job) -> str:
    ended = threading.Event()
    job.when_stopped(ended.set)
    assert ended.wait(60)
    return "stopped"


def test_work_is_stopped_when_its_time_is_up(workers: Workers) -> None:
    assert finished(workers.run(until_stopped, 0.01)) == "stopped"


def test_work_that_nobody_waits_for_is_stopped(workers: Workers) -> None:
    async def give_up() -> str:
        task = asyncio.create_task(workers.run(until_stopped, LONG_S))
        await asyncio.sleep(0)
        task.cancel()
        return await workers.run(lambda job: "next", LONG_S)

    assert finished(give_up()) == "next"


def test_more_work_than_can_wait_is_refused(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_WAITING", 1)

    async def ask_twice() -> None:
        first = asyncio.create_task(workers.run(until_stopped, LONG_S))
        await asyncio.sleep(0)
        try:
            await workers.run(lambda job: None, LONG_S)
        finally:
            first.cancel()

    with pytest.raises(BusyError, match="too many searches"):
        finished(ask_twice())


def test_no_analysis_keeps_a_player_waiting(workers: Workers) -> None:
    async def ask_beside() -> str:
        analysis = asyncio.create_task(workers.run(until_stopped, LONG_S))
        await asyncio.sleep(0)
        try:
            return await workers.run(lambda job: "moved", LONG_S, is_move=True)
        finally:
            analysis.cancel()

    assert finished(ask_beside()) == "moved"


def test_work_that_gives_way_makes_room_for_those_that_wait(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TURN_S", 0.01)

    async def ask_beside() -> list[str]:
        analysis = asyncio.create_task(workers.run(until_stopped, LONG_S, gives_way=True))
        await asyncio.sleep(0)
        other = await workers.run(lambda job: "answered", LONG_S)
        return [await analysis, other]

    assert finished(ask_beside()) == ["stopped", "answered"]


def test_an_analysis_goes_on_after_making_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TURN_S", 0.01)
    answers = Answers()
    answers.workers = Workers(at_once=1)
    parts: list[BaseModel] = []
    question = Analyse(line=Line(game="checkers", moves=["11-15"]), seconds=LONG_S, depth=11)

    async def ask_beside() -> Report:
        analysis = asyncio.create_task(answers.analyse(question, Asker(tell=parts.append)))
        for _ in range(5):
            await asyncio.sleep(0.02)
            await answers.workers.run(lambda job: None, LONG_S)
        return await analysis

    done = finished(ask_beside())
    assert done.depth == 11
    depths = [part.depth for part in parts if isinstance(part, Report)]
    assert depths == sorted(depths)
    answers.workers.close()


def test_an_analysis_ends_when_all_is_proven() -> None:
    answers = Answers()
    line = Line(game="checkers", start="W:WK1,K2,K3:BK32")
    question = Analyse(line=line, seconds=20, lines=2)
    done = finished(answers.analyse(question, Asker()))
    answers.workers.close()
    assert done.finished
    assert all(each.exact for each in done.lines)


def test_the_loop_serves_others_meanwhile(workers: Workers) -> None:
    ended = threading.Event()

    async def ask_beside() -> bool:
        slow = asyncio.create_task(workers.aside(lambda: ended.wait(60)))
        await asyncio.sleep(0)
        ended.set()  # which nobody could do if the loop waited
        return await slow

    assert finished(ask_beside())


def test_a_long_line_is_looked_at_aside() -> None:
    """It is answered like a short one."""
    answers = Answers()
    record = hopsow.Record("halma")
    while len(record.moves) <= limits.SHORT_PLIES:
        record.play(min(record.position.legal_moves, key=str))
    line = Line(game="halma", moves=[str(move) for move in record.moves])
    threads = []

    def replayed(line: Line) -> hopsow.Record:
        threads.append(threading.current_thread().name)
        return replay(line)

    question = Look(line=line)
    aside = QUESTIONS["view"].answered(answers, question, Asker(replayed))
    assert finished(aside) == answers.look(question, Asker())
    assert threads == ["aside_0"]
    answers.workers.close()
