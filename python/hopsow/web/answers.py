"""The answer to each question, whichever way it came in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path

from pydantic import BaseModel

import hopsow
from hopsow import Record, agents
from hopsow.analysis.lessons import LESSONS
from hopsow.analysis.review import judge, review
from hopsow.web import limits
from hopsow.web.board import analysis, messages, players, programs, texts, views
from hopsow.web.board.line import play, replay
from hopsow.web.board.messages import Line, Message
from hopsow.web.friends import meetings
from hopsow.web.shelf import explorer, puzzles
from hopsow.web.shelf.library import Librarian, is_of_the_library
from hopsow.web.work import Job, Workers

Replayed = Callable[[Line], Record]
Tell = Callable[[BaseModel], None]
OFFER_S = 0.5
MIN_PLIES_BEFORE_DRAW = 10


class Answers:
    """What the server knows: how to answer, for people at this machine a library of games, and the
    games that people play with each other; `token` is what their links need."""

    def __init__(
        self,
        own: Mapping[str, str] | None = None,
        library: Path | None = None,
        token: str | None = None,
    ) -> None:
        self.workers = Workers()
        self._librarian = Librarian(library)
        self._friends = meetings.Friends(token)
        self.own = own or {}
        self._engines = analysis.Engines()
        self._agents = players.Agents()

    async def soon(
        self, ask: str, question: Message, replayed: Replayed = replay, client: str = ""
    ) -> BaseModel:
        """The answer to a client's quick question, given aside if others would have to wait."""
        if isinstance(question, meetings.Meet):
            return self._friends.meet(question, client)
        if is_of_the_library(question):
            return await self.workers.aside(lambda: self._librarian.answer(question))
        if isinstance(question, explorer.Explore):
            return await self.workers.aside(lambda: self._explored(question.line))
        line: Line | None = getattr(question, "line", None)
        is_long = line is not None and len(line.moves) > limits.SHORT_PLIES
        if isinstance(question, messages.Read):
            is_long = len(question.text) > limits.SHORT_TEXT
        if is_long:
            return await self.workers.aside(lambda: self.quick(ask, question, replayed))
        return self.quick(ask, question, replayed)

    def quick(self, ask: str, question: Message, replayed: Replayed = replay) -> BaseModel:
        """The answer to a question that takes no time."""
        match question:
            case messages.Play(line=line, move=move):
                record = replayed(line)
                play(record, move)
                return views.view(record)
            case messages.Why(line=line, square=square):
                return messages.Reason(reason=views.why(replayed(line).position, square))
            case messages.Write():
                return texts.write(question)
            case messages.Look(line=line, players=asked):
                for player in asked:
                    if player != "human":
                        players.check(player, self.own)
                return views.view(replayed(line))
            case messages.Read(text=text, game=game, rules=rules, number=number):
                return texts.read(text, game, rules, number)
            case messages.SetUp():
                position = hopsow.set_up(
                    question.game,
                    to_move=question.to_move,
                    cells=question.cells,
                    stones=question.stones,
                    rules=question.rules,
                )
                return views.view(Record(position.game, position.rules, position))
            case messages.Facts():
                return messages.Known(
                    games=players.games(),
                    agents=players.listed(self.own),
                    threads=limits.SEARCHES_AT_ONCE,
                    hash_mb=limits.MAX_HASH_MB,
                )
            case messages.Ping():
                return messages.Pong()
            case messages.Learn():
                return messages.Lessons.model_validate({"lessons": LESSONS})
            case puzzles.Ask(game=game):
                return puzzles.listed(game)
            case meetings.Act():
                return self._friends.act(question)
        raise ValueError(f"{ask} is no quick question")

    def _explored(self, line: Line) -> explorer.Explored:
        position = replay(line).position
        own = self._librarian.played(position)
        return explorer.explored(position, own, self._engines.tables)

    async def long(self, ask: str, question: Message, tell: Tell) -> BaseModel:
        """The answer to a question that needs a search; `tell` gets parts of it as they come."""
        match question:
            case messages.Answer():
                return await self.answer(question)
            case messages.Offer(line=line, agent=agent):
                return await self.offer(line, agent)
            case messages.Analyse():
                return await self.analyse(question, tell)
            case messages.Values(line=line, seconds=seconds):
                return messages.Certain(values=await self.values(line, seconds))
            case messages.Review(line=line, seconds=seconds):
                return await self.review(line, seconds, tell)
            case messages.Draw():
                return await self.workers.run(partial(texts.drawn, question), limits.MAX_FILM_S)
            case messages.Judge(line=line, move=move, seconds=seconds):
                return await self.judge(line, move, seconds)
            case meetings.Attend():
                return await self._friends.attend(question, tell)
        raise ValueError(f"{ask} is no long question")

    async def answer(self, question: messages.Answer) -> messages.Played:
        """An agent's move."""
        name = players.check(question.agent, self.own)
        spec = self.own.get(name, name)
        record = replay(question.line)
        if record.outcome is not None:
            raise ValueError("the game is over")
        seconds = min(question.seconds_left or limits.MAX_MOVE_S, limits.MAX_MOVE_S)
        clock = agents.Clock(
            question.seconds_left, question.increment, earlier=record.positions[:-1]
        )

        def choose(job: Job) -> hopsow.Move:
            if programs.is_program(spec):
                return programs.choose(name, spec, record, clock)
            with self._agents.borrow(spec, record.game) as agent:
                job.when_stopped(getattr(agent, "stop", None))
                try:
                    return agent.choose(record.position, clock)
                finally:
                    job.when_stopped(None)

        move = await self.workers.run(choose, seconds, is_move=True)
        record.play(move)
        return messages.Played(move=str(move), view=views.view(record))

    async def offer(self, line: Line, agent: str) -> messages.Agreement:
        """Whether an agent accepts the draw that its opponent, who is to move, offers."""
        players.check(agent, self.own)
        record = replay(line)
        if len(record.moves) < MIN_PLIES_BEFORE_DRAW:
            return messages.Agreement(accepted=False, reason="it is too early for a draw")
        result = await self._search(record, OFFER_S)
        if result.score >= 0:
            return messages.Agreement(accepted=True, reason="the draw is agreed")
        return messages.Agreement(accepted=False, reason="the opponent thinks it is ahead")

    async def analyse(self, question: messages.Analyse, tell: Tell) -> messages.Report:
        """The best lines; `tell` gets them whenever the search has improved them.

        It searches by turns: others may come in between, and what was learned is remembered.
        """
        record = replay(question.line)
        if record.outcome is not None:
            return messages.Report(depth=0, nodes=0, nps=0, seconds=0, lines=[], finished=True)
        subject = self._engines.subject(record)
        with self._engines.borrow(record.game, question.hash_mb) as searcher:
            turn = analysis.Turn(subject, question, tell)
            while True:
                search = partial(turn.search, searcher)
                done = await self.workers.run(search, turn.seconds + 1, gives_way=True)
                if done.finished or turn.is_last:
                    return done
                turn = analysis.Turn(subject, question, tell, done)

    async def values(self, line: Line, seconds: float) -> list[messages.BestLine]:
        """The moves whose result is proven, best first."""
        record = replay(line)
        if record.outcome is not None:
            return []
        subject = self._engines.subject(record)
        count = len(subject.positions[-1].legal_moves)

        def search(job: Job) -> hopsow.Report:
            def end_when_known(result: hopsow.Report) -> None:
                if sum(line.exact for line in result.lines) == count:
                    job.stop()

            return self._engines.search(job, subject.positions, seconds, count, end_when_known)

        result = await self.workers.run(search, seconds + 1)
        lines = result.lines[:1] if subject.forced else result.lines
        return [subject.line(each) for each in lines if each.exact]

    async def review(self, line: Line, seconds: float, tell: Tell) -> messages.Reviewed:
        """How a game turned and was played; `tell` gets the evaluation of each position."""
        record = replay(line)
        plies = len(record.moves) + 1

        def search(job: Job) -> messages.Reviewed:
            reviewed = review(
                record,
                search=lambda positions: self._engines.search(job, positions, seconds),
                progress=lambda opinion: tell(messages.Evaluation.model_validate(asdict(opinion))),
                is_stopped=lambda: job.is_stopped,
            )
            points = [asdict(point) for point in reviewed.turning_points]
            accuracy = {side: mark for side, mark in reviewed.accuracy.items() if mark is not None}
            return messages.Reviewed.model_validate(
                {"turning_points": points, "accuracy": accuracy}
            )

        return await self.workers.run(search, plies * (seconds + 1))

    async def judge(self, line: Line, move: str, seconds: float) -> messages.Judgement:
        """A learner's move beside the best one."""
        record = replay(line)

        def search(job: Job) -> messages.Judgement:
            judgement = judge(
                record, move, lambda positions: self._engines.search(job, positions, seconds)
            )
            return messages.Judgement.model_validate(asdict(judgement))

        return await self.workers.run(search, 2 * seconds + 2)

    async def _search(self, record: Record, seconds: float) -> hopsow.Report:
        positions = record.positions
        return await self.workers.run(
            lambda job: self._engines.search(job, positions, seconds), seconds + 1, is_move=True
        )
