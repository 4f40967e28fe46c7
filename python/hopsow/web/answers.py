"""The answer to each question, whichever way it came in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from pydantic import BaseModel

import hopsow
from hopsow import Record, agents
from hopsow.analysis.review import judge, review
from hopsow.errors import MessageError
from hopsow.messages import Message as Told
from hopsow.web import limits
from hopsow.web.board import analysis, messages, players, programs, texts, views
from hopsow.web.board.line import play, replay
from hopsow.web.board.messages import Line
from hopsow.web.friends import meetings
from hopsow.web.shelf import explorer
from hopsow.web.shelf.library import Librarian
from hopsow.web.work import Job, Workers

PERSON = "human"
OFFER_S = 0.5
MIN_PLIES_BEFORE_DRAW = 10


@dataclass(frozen=True)
class Asker:
    """The client that asks: how its lines are replayed, where it is, and what tells it parts."""

    replayed: Callable[[Line], Record] = replay
    client: str = ""
    tell: Callable[[BaseModel], None] = lambda part: None


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
        self.librarian = Librarian(library)
        self.friends = meetings.Friends(token)
        self.own = own or {}
        self._engines = analysis.Engines()
        self._agents = players.Agents()

    def look(self, question: messages.Look, asker: Asker) -> messages.View:
        """The end of a line; a player that cannot be had here is refused."""
        for player in question.players:
            if player != PERSON:
                players.check(player, self.own)
        return views.view(asker.replayed(question.line))

    def play(self, question: messages.Play, asker: Asker) -> messages.View:
        """What becomes of a line when a move is played."""
        record = asker.replayed(question.line)
        play(record, question.move)
        position = record.position
        side = position.sides.index(position.to_move)
        is_persons = question.players[side : side + 1] in ([], [PERSON])
        return views.view(record, is_listed=is_persons)

    def why(self, question: messages.Why, asker: Asker) -> messages.Reason:
        """Why the piece on a square cannot move."""
        position = asker.replayed(question.line).position
        return messages.Reason(reason=messages.said(views.why(position, question.square)))

    def read(self, question: messages.Read, _: Asker) -> messages.Found:
        """What a text is."""
        return texts.read(question.text, question.game, question.rules, question.number)

    def write(self, question: messages.Write, asker: Asker) -> messages.Text:
        """A line as text."""
        return texts.write(question, asker.replayed(question.line))

    async def draw(self, question: messages.Draw, asker: Asker) -> messages.Text:
        """A line as a picture."""
        drawn = partial(texts.drawn, question, asker.replayed(question.line))
        return await self.workers.run(drawn, limits.MAX_FILM_S)

    def set_up(self, question: messages.SetUp, _: Asker) -> messages.View:
        """An arrangement as a position, if it is one."""
        position = hopsow.set_up(
            question.game,
            to_move=question.to_move,
            cells=question.cells,
            stones=question.stones,
            rules=question.rules,
        )
        return views.view(Record(position.game, position.rules, position))

    def facts(self, _: messages.Facts, __: Asker) -> messages.Known:
        """The games, the players, and how much a client may ask for."""
        return messages.Known(
            games=players.games(),
            agents=players.listed(self.own),
            threads=limits.SEARCHES_AT_ONCE,
            hash_mb=limits.MAX_HASH_MB,
        )

    def explore(self, question: explorer.Explore, asker: Asker) -> explorer.Explored:
        """What is known of a position."""
        position = asker.replayed(question.line).position
        own = self.librarian.played(position)
        return explorer.explored(position, own, self._engines.tables)

    async def answer(self, question: messages.Answer, asker: Asker) -> messages.Played:
        """An agent's move."""
        name = players.check(question.agent, self.own)
        spec = self.own.get(name, name)
        record = asker.replayed(question.line)
        if record.outcome is not None:
            raise MessageError(Told("meeting.over"))
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

    async def offer(self, question: messages.Offer, asker: Asker) -> messages.Agreement:
        """Whether an agent accepts the draw that its opponent, who is to move, offers."""
        players.check(question.agent, self.own)
        record = asker.replayed(question.line)
        if len(record.moves) < MIN_PLIES_BEFORE_DRAW:
            return messages.Agreement(accepted=False, reason=messages.said(Told("offer.too-early")))
        result = await self._search(record, OFFER_S)
        if result.score >= 0:
            return messages.Agreement(accepted=True, reason=messages.said(Told("offer.agreed")))
        return messages.Agreement(accepted=False, reason=messages.said(Told("offer.ahead")))

    async def analyse(self, question: messages.Analyse, asker: Asker) -> messages.Report:
        """The best lines; the asker is told them whenever the search has improved them.

        It searches by turns: others may come in between, and what was learned is remembered.
        """
        record = asker.replayed(question.line)
        if record.outcome is not None:
            return messages.Report(depth=0, nodes=0, nps=0, seconds=0, lines=[], finished=True)
        subject = self._engines.subject(record)
        with self._engines.borrow(record.game, question.hash_mb) as searcher:
            turn = analysis.Turn(subject, question, asker.tell)
            while True:
                search = partial(turn.search, searcher)
                done = await self.workers.run(search, turn.seconds + 1, gives_way=True)
                if done.finished or turn.is_last:
                    return done
                turn = analysis.Turn(subject, question, asker.tell, done)

    async def values(self, question: messages.Values, asker: Asker) -> messages.Certain:
        """The moves whose result is proven, best first."""
        record, seconds = asker.replayed(question.line), question.seconds
        if record.outcome is not None:
            return messages.Certain(values=[])
        subject = self._engines.subject(record)
        count = len(subject.positions[-1].legal_moves)

        def search(job: Job) -> hopsow.Report:
            def end_when_known(result: hopsow.Report) -> None:
                if sum(line.exact for line in result.lines) == count:
                    job.stop()

            return self._engines.search(job, subject.positions, seconds, count, end_when_known)

        result = await self.workers.run(search, seconds + 1)
        lines = result.lines[:1] if subject.forced else result.lines
        return messages.Certain(values=[subject.line(each) for each in lines if each.exact])

    async def review(self, question: messages.Review, asker: Asker) -> messages.Reviewed:
        """How a game turned and was played; the asker is told the evaluation of each position."""
        record, seconds = asker.replayed(question.line), question.seconds
        plies = len(record.moves) + 1

        def search(job: Job) -> messages.Reviewed:
            reviewed = review(
                record,
                search=lambda positions: self._engines.search(job, positions, seconds),
                progress=lambda opinion: asker.tell(
                    messages.Evaluation.model_validate(asdict(opinion))
                ),
                is_stopped=lambda: job.is_stopped,
            )
            points = [asdict(point) for point in reviewed.turning_points]
            accuracy = {side: mark for side, mark in reviewed.accuracy.items() if mark is not None}
            return messages.Reviewed.model_validate(
                {"turning_points": points, "accuracy": accuracy}
            )

        return await self.workers.run(search, plies * (seconds + 1))

    async def judge(self, question: messages.Judge, asker: Asker) -> messages.Judgement:
        """A learner's move beside the best one."""
        record, seconds = asker.replayed(question.line), question.seconds

        def search(job: Job) -> messages.Judgement:
            judgement = judge(
                record,
                question.move,
                lambda positions: self._engines.search(job, positions, seconds),
            )
            return messages.Judgement.model_validate(asdict(judgement))

        return await self.workers.run(search, 2 * seconds + 2)

    async def _search(self, record: Record, seconds: float) -> hopsow.Report:
        positions = record.positions
        return await self.workers.run(
            lambda job: self._engines.search(job, positions, seconds), seconds + 1, is_move=True
        )
