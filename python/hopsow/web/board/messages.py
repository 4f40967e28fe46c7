"""Questions and answers, as types.

A question over the WebSocket is one JSON object: `id`, any number the client likes, `ask`, which
names the question, and its fields. Answers carry the same `id`; the last one of a question that is
answered in parts has `"done": true`. A move that the rules forbid is answered with `refused`, a
question that makes no sense with `error`: a kind with arguments, as all that is said to people.
Where a line breaks off, `good` is the number of its moves that can be played.

A client names the version of the protocol that it speaks in the address of the socket. The number
changes with every change that an older client would not understand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from hopsow import messages
from hopsow.games import GAMES
from hopsow.web import limits

if TYPE_CHECKING:
    GameName = str
else:
    GameName = Literal[GAMES]
VERSION: Final = 2
MoveText = Annotated[str, Field(max_length=limits.MAX_MOVE_TEXT)]
PositionText = Annotated[str, Field(max_length=limits.MAX_POSITION_TEXT)]
AgentText = Annotated[str, Field(max_length=100)]
Comment = Annotated[str, Field(max_length=limits.MAX_COMMENT)]
Drawn = Annotated[
    list[Annotated[str, Field(pattern="^[0-9A-Za-z,]+(>[0-9A-Za-z,]+)?$", max_length=16)]],
    Field(max_length=64),
]  # arrows and circles: "11>15", "20"


class Message(BaseModel):
    """A client's message; it has no other fields than those described."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @property
    def is_slow(self) -> bool:
        """Whether others would have to wait for the answer, though it needs no search."""
        return False


class Said(BaseModel):
    """Something for people to read: a kind and its arguments, put into words by who shows it."""

    kind: str
    arguments: dict[str, int | float | str | Said]

    @model_validator(mode="before")
    @classmethod
    def _of_message(cls, given: object) -> object:
        return given.as_json() if isinstance(given, messages.Message) else given


def said(message: messages.Message) -> Said:
    """A message as it is sent."""
    return Said.model_validate(message)


class Line(Message):
    """A game up to some point: where it began and every move since."""

    game: GameName
    rules: Annotated[str, Field(max_length=40)] | None = None
    start: PositionText | None = Field(
        default=None, description="text of the position; else the usual one"
    )
    moves: Annotated[list[MoveText], Field(max_length=limits.MAX_PLIES)] = []


class LookAt(Message):
    """What does the position at the end of this line look like?"""

    line: Line

    @property
    def is_slow(self) -> bool:
        """Whether the line takes long to replay."""
        return len(self.line.moves) > limits.SHORT_PLIES


class Look(LookAt):
    """What does the position at the end of this line look like, and may these play it?"""

    players: Annotated[list[AgentText], Field(max_length=2)] = []


class Play(LookAt):
    """What becomes of this line when this move is played?"""

    move: MoveText
    players: Annotated[list[AgentText], Field(max_length=2)] = Field(
        default=[], description="what plays each side: the moves of an agent are not listed"
    )


class Why(LookAt):
    """Why can the piece on this square not move?"""

    square: Annotated[str, Field(max_length=8)]


class Answer(LookAt):
    """What does this agent play here?"""

    agent: AgentText
    seconds_left: float | None = Field(
        default=None, gt=0, le=86_400, description="on the agent's clock"
    )
    increment: float = Field(default=0, ge=0, le=600)


class Offer(LookAt):
    """Does this agent, whose opponent is to move, agree to a draw here?"""

    agent: AgentText


class Analyse(LookAt):
    """What are the best moves here? Answered again and again, until the time is up."""

    lines: int = Field(default=1, ge=1, le=5)
    seconds: float = Field(default=10, gt=0, le=limits.MAX_ANALYSIS_S)
    depth: int | None = Field(default=None, ge=1, le=200, description="plies to look ahead at most")
    threads: int = Field(default=1, ge=1, le=limits.SEARCHES_AT_ONCE)
    hash_mb: int = Field(default=limits.HASH_MB, ge=1, le=limits.MAX_HASH_MB)


class Values(LookAt):
    """What is certain about each legal move here?"""

    seconds: float = Field(default=1, gt=0, le=10)


class Review(LookAt):
    """Where did this game turn? Answered ply by ply, then as a whole."""

    seconds: float = Field(
        default=limits.REVIEW_S_PER_POSITION,
        gt=0,
        le=limits.MAX_REVIEW_S_PER_POSITION,
        description="for each position",
    )


class Judge(Play):
    """Is this move about as good as the best one?"""

    seconds: float = Field(default=0.5, gt=0, le=5)


class Read(Message):
    """Which game or position is this text?"""

    text: Annotated[str, Field(max_length=limits.MAX_TEXT)]
    number: int = Field(default=1, ge=1, description="of the game, where there are several")
    game: GameName | None = Field(default=None, description="where the text fits several")
    rules: Annotated[str, Field(max_length=40)] | None = None

    @property
    def is_slow(self) -> bool:
        """Whether the text takes long to read."""
        return len(self.text) > limits.SHORT_TEXT


class Noted(Message):
    """A move with what is said of it, and what might have been played in its place."""

    move: MoveText
    side: int = Field(default=0, ge=0, le=1, description="which of the sides played it")
    comment: Comment = ""
    symbols: Annotated[list[Annotated[int, Field(ge=0, le=255)]], Field(max_length=8)] = []
    drawn: Drawn = []
    variations: list[list[Noted]] = []


class Write(LookAt):
    """This line as text, with what is noted about its moves."""

    format: Literal["position", "course", "record", "picture"]
    comment: Comment = ""
    drawn: Drawn = []
    notes: Annotated[list[Noted], Field(max_length=limits.MAX_PLIES)] = []
    result: Literal["1-0", "0-1", "1/2-1/2", "*"] = "*"
    players: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=2)] = Field(
        default=[], description="their names"
    )


class Draw(LookAt):
    """This line as a picture of its end, or its whole way as a film; answered in base64."""

    format: Literal["svg", "png", "gif"]


class SetUp(Message):
    """Is this arrangement, made by hand, a position?"""

    game: GameName
    rules: Annotated[str, Field(max_length=40)] | None = None
    to_move: Annotated[str, Field(max_length=8)]
    cells: Annotated[str, Field(max_length=limits.MAX_CELLS)] | None = None
    stones: Annotated[list[int], Field(max_length=limits.MAX_PITS)] | None = None


class Facts(Message):
    """Which games are there, and which opponents?"""


class Learn(Message):
    """Which lessons are there?"""


class Ping(Message):
    """Are you there?"""


class Cancel(Message):
    """Never mind an earlier question."""

    of: int


class LegalMove(BaseModel):
    """A move that may be played."""

    text: str
    squares: list[str]
    capture: bool
    story: Story | None = Field(default=None, description="where the stones would go, if it sows")


class Story(BaseModel):
    """What happens on the board during a move, in order."""

    path: list[str] = Field(description="squares the piece visits, or the pit that is emptied")
    taken: list[str] = Field(description="squares or pits whose contents are captured")
    crowned: bool = False
    sown: list[str] = Field(default=[], description="the pit that each stone falls into")
    store: str | None = Field(default=None, description="the side whose store gets the capture")


class Ending(BaseModel):
    """How the game ended."""

    winner: str | None
    reason: str
    text: Said


class View(BaseModel):
    """A position as a page needs it."""

    game: GameName
    rules: str
    position: str
    sides: tuple[str, str]
    to_move: str
    ply: int
    moves: list[str] = Field(description="the line's moves as they are written")
    movers: list[int] = Field(description="which of the sides played each of them, 0 or 1")
    cells: str | None = Field(description="the board from the top left, if it has squares")
    stones: list[int] | None = Field(
        description="pits, then the stores of both sides, if it has them"
    )
    counter: int = Field(description="plies without progress, where the game counts them")
    notice: Said | None = Field(description="what the side to move has to know")
    legal_moves: list[LegalMove]
    listed: bool = Field(description="whether the legal moves and the refusals are told")
    refusals: dict[str, Said] = Field(
        description="why each pit that is not among the moves cannot be played"
    )
    outcome: Ending | None
    story: Story | None = Field(description="of the last move")


class Played(BaseModel):
    """An agent's move and the position it leads to."""

    move: str
    view: View


class Pong(BaseModel):
    """Nothing but an answer."""


class Reason(BaseModel):
    """Why something cannot be."""

    reason: Said


class Agreement(BaseModel):
    """What an agent says to an offered draw."""

    accepted: bool
    reason: Said


class BestLine(BaseModel):
    """One of the best moves, its score, and what would follow."""

    move: str
    score: float = Field(description="in the game's units, for the first of the sides")
    chance: float = Field(description="expected result for the first of the sides, 0 to 1")
    text: Said
    exact: bool
    depth: int
    pv: list[str]


class Report(BaseModel):
    """How far an analysis has come."""

    depth: int
    nodes: int
    nps: float
    seconds: float
    lines: list[BestLine]
    finished: bool = Field(default=False, description="whether nothing is left to find out")
    hint: Said | None = Field(
        default=None, description="what is certain here, or how to get the table that knows"
    )


class Evaluation(BaseModel):
    """A review's opinion of one position of the game."""

    ply: int
    chance: float
    text: Said
    best: str | None
    better: list[str] = Field(description="the line that was best there, beginning with `best`")


class TurningPoint(BaseModel):
    """A move that changed the game."""

    ply: int = Field(description="of the position in which the move was played")
    side: str
    name: str = Field(description="inaccuracy, mistake or blunder")
    played: str
    best: str
    loss: float = Field(description="how much of the expected result it cost")
    text: Said


class Judgement(BaseModel):
    """A learner's move beside the best one."""

    good: bool
    best: str
    text: Said


class Found(BaseModel):
    """What a text turned out to be."""

    kind: Said
    line: Line
    result: str
    players: tuple[str, str] | None = Field(description="their names, where the text has them")
    comment: str = Field(description="before the first move")
    drawn: Drawn = Field(description="arrows and circles before the first move")
    notes: list[Noted] = Field(description="the moves of the line, with what is said of them")
    games: list[Said] = Field(description="a title for each game of the text")
    view: View


class GameFacts(BaseModel):
    """A game, to be offered and explained; `unit` is what scores are counted in."""

    name: GameName
    sides: tuple[str, str] = Field(description="the one that begins comes first")
    rules: dict[str, Said] = Field(
        description="rule sets, the usual one first, each with what sets it apart"
    )
    unit: Said
    example_move: str = Field(description="as it is written")
    elo: list[int] = Field(description="how strong each of the engine's levels is, the first at 0")


class AgentOffer(BaseModel):
    """An agent to play against."""

    name: str
    title: Said
    options: dict[str, tuple[float, float]] = Field(description="from and to, by name")


class Known(BaseModel):
    """What can be played, and against whom."""

    games: list[GameFacts]
    agents: list[AgentOffer]
    threads: int = Field(description="the most that an analysis may have")
    hash_mb: int = Field(description="the most memory that it may have")


class LessonStep(BaseModel):
    """A position in which the learner makes the move."""

    text: str
    position: str
    rules: str
    moves: list[str] | None = Field(description="those that are asked for; else any legal one")
    done: str = Field(description="what there is to say then")
    hint: str | None = None


class Lesson(BaseModel):
    """Some of a game's rules."""

    id: str
    game: GameName
    title: str
    steps: list[LessonStep]


class Lessons(BaseModel):
    """The rules of each game, taught by positions."""

    lessons: list[Lesson]


class Certain(BaseModel):
    """The moves whose result is certain, best first."""

    values: list[BestLine]


class Reviewed(BaseModel):
    """A game's turning points, and how well it was played."""

    turning_points: list[TurningPoint]
    accuracy: dict[str, float] = Field(description="of each side that has moved, in per cent")


class Text(BaseModel):
    """A text and the file name that suits it."""

    text: str
    name: str


Json = dict[str, Any]
