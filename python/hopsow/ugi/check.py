"""Walking somebody else's engine through the protocol, line by line.

What is expected comes from our own rules: moves must be legal, questions must be answered as we
would. The walk ends at the first line that fails, since the lines after it build on it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from hopsow.games import GAMES, Position, facts, parse
from hopsow.records import Record
from hopsow.texts import quoted
from hopsow.ugi.dialogue import Dialogue, Silence

ANSWER_S = 10.0
SEARCH_S = 30.0
QUIET_S = 0.3  # how long an endless search is listened to
GAME_PLIES = 4
MAX_SHOWN = 3
NUMBERS = ("depth", "seldepth", "multipv", "nodes", "nps", "time", "hashfull", "tbhits")

# Return True or False if a line passes or fails the step in progress, None to wait on.
LineTest = Callable[[str], bool | None]


@dataclass(frozen=True, slots=True)
class CheckTask:
    """Lines to send and the answer to wait for; if silence is wanted, the wait is the test."""

    sent: tuple[str, ...]
    expected: str
    judge: LineTest
    seconds: float
    wants_silence: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the walk, and how it went."""

    number: int
    sent: tuple[str, ...]
    expected: str
    received: tuple[str, ...]
    passed: bool


class Walk:
    """The steps with one program."""

    def __init__(self, engine: Dialogue) -> None:
        self.engine = engine
        self.options: dict[str, list[str]] = {}
        self.best = ""
        self._number = 0

    def steps(self, game: str | None) -> Iterator[Step]:
        """Every step, up to the first that fails."""
        for task in self._script(game):
            step = self._take(task)
            yield step
            if not step.passed:
                return
        yield self._leave()

    def _take(self, task: CheckTask) -> Step:
        self._number += 1
        for line in task.sent:
            self.engine.say(line)
        deadline = time.monotonic() + task.seconds
        verdict: bool | None = None
        ending: tuple[str, ...] = ()
        try:
            while verdict is None:
                verdict = task.judge(self.engine.hear(deadline))
        except Silence as silence:
            verdict = task.wants_silence and silence.is_waiting
            what = f"nothing more within {task.seconds:g} s" if silence.is_waiting else str(silence)
            ending = (what,)
        heard = tuple(self.engine.heard[-MAX_SHOWN:])
        return Step(self._number, task.sent, task.expected, (*heard, *ending), verdict)

    def _leave(self) -> Step:
        self._number += 1
        self.engine.say("quit")
        status = self.engine.ends_within(ANSWER_S)
        received = f"still running after {ANSWER_S:g} s" if status is None else f"status {status}"
        return Step(self._number, ("quit",), "the end, status 0", (received,), status == 0)

    def _script(self, game: str | None) -> Iterator[CheckTask]:
        introduction = "id name …, id author …, option …, then ugiok"
        yield CheckTask(("ugi",), introduction, self._introduction(), ANSWER_S)
        yield _ready("isready")
        for name in self._games(game):
            yield from self._game(name)

    def _games(self, game: str | None) -> list[str]:
        if game is not None:
            return [game]
        games: list[str] = [name for name in self.options.get("game", []) if name in GAMES]
        if not games:
            raise ValueError(
                "the program has no option Game with one of "
                f"{', '.join(GAMES)}: say which it plays with --game"
            )
        return games

    def _game(self, game: str) -> Iterator[CheckTask]:
        if "game" in self.options:
            yield _ready(f"setoption name Game value {game}", "isready")
        yield _ready("uginewgame", "isready")
        record = Record(game)
        yield from _questions(("position startpos",), record, "p1turn", "gameover", "result")
        for _ in range(GAME_PLIES):
            yield self._search(record, "go depth 1")
            record.play(self.best)
            if record.outcome is not None:
                record.undo()  # the searches to come need a move
                break
        yield from _questions((_position(record),), record, "p1turn", "gameover", "result")
        for limit in ("nodes 500", "movetime 50", "p1time 1000 p2time 1000 p1inc 0 p2inc 0"):
            yield self._search(record, f"go {limit}")
        yield CheckTask(("go infinite",), "no bestmove before stop", _goes_on, QUIET_S, True)
        yield _ready("isready")
        yield CheckTask(("stop",), "bestmove MOVE", self._best_move(record.position), ANSWER_S)
        over = Record(game, None, facts(game).finished)
        yield from _questions((f"position fen {over.start}",), over, "gameover", "result")
        for wrong in ("frobnicate", "position startpos moves nonsense"):
            yield CheckTask((wrong,), "error …", _error, ANSWER_S)
        yield from _questions((), over, "gameover")
        yield from _questions((_position(record),), record, "legalmoves", "fen")

    def _introduction(self) -> LineTest:
        names: set[str] = set()

        def judge(line: str) -> bool | None:
            words = line.split()
            if words[:1] == ["id"] and len(words) > 2:
                names.add(words[1])
            elif words[:2] == ["option", "name"] and "type" in words[3:]:
                pairs = pairwise(words)
                self.options[words[2].lower()] = [value for word, value in pairs if word == "var"]
            elif words == ["ugiok"]:
                return names == {"name", "author"}
            elif words[:1] == ["option"]:
                return False
            return None

        return judge

    def _search(self, record: Record, go: str) -> CheckTask:
        judge = self._best_move(record.position)
        return CheckTask((_position(record), go), "bestmove MOVE", judge, SEARCH_S)

    def _best_move(self, position: Position) -> LineTest:
        def judge(line: str) -> bool | None:
            words = line.split()
            if words[:1] == ["info"]:
                return None if _is_info(words[1:], position) else False
            if words[:1] == ["bestmove"] and len(words) > 1:
                self.best = words[1]
                return _is_legal(position, self.best)
            return False if words[:1] in (["bestmove"], ["error"]) else None

        return judge


def walk(command: list[str], game: str | None = None) -> Iterator[Step]:
    """Start a program and take it through the protocol; it is ended whatever happens."""
    if game is not None and game not in GAMES:
        raise ValueError(f"unknown game {quoted(game)}, expected {', '.join(GAMES)}")
    with Dialogue(command) as engine:
        yield from Walk(engine).steps(game)


def _position(record: Record) -> str:
    moves = "".join(f" {move}" for move in record.moves)
    return "position startpos" + (f" moves{moves}" if moves else "")


def _questions(before: tuple[str, ...], record: Record, *queries: str) -> Iterator[CheckTask]:
    """Ask about a record's position, which `before` sets up."""
    for query in queries:
        expected, judge = _answers(record)[query]
        sent = (*before, f"query {query}")
        yield CheckTask(sent, f"response {expected}", _response(judge), ANSWER_S)
        before = ()


def _answers(record: Record) -> dict[str, tuple[str, Callable[[str], bool]]]:
    position = record.position
    turn = "true" if position.to_move == position.sides[0] else "false"
    over = "false" if record.outcome is None else "true"
    result = {"1-0": "p1win", "0-1": "p2win", "1/2-1/2": "draw", "*": "none"}[record.result]
    return {
        "p1turn": (turn, turn.__eq__),
        "gameover": (over, over.__eq__),
        "result": (result, result.__eq__),
        "legalmoves": (
            " ".join(map(str, position.legal_moves)),
            lambda text: _moves(position, text) == set(position.legal_moves),
        ),
        "fen": (str(position), lambda text: _is_text_of(position, text)),
    }


def _response(judge: Callable[[str], bool]) -> LineTest:
    def judge_line(line: str) -> bool | None:
        word, _, rest = line.strip().partition(" ")
        if word == "response":
            return judge(rest.strip())
        return False if word == "error" else None

    return judge_line


def _ready(*sent: str) -> CheckTask:
    return CheckTask(sent, "readyok", _is_ready, ANSWER_S)


def _is_ready(line: str) -> bool | None:
    return True if line.strip() == "readyok" else _unless(line, "bestmove", "error")


def _error(line: str) -> bool | None:
    return True if line.startswith("error ") else _unless(line, "response", "bestmove")


def _goes_on(line: str) -> bool | None:
    return _unless(line, "bestmove", "error")


def _unless(line: str, *words: str) -> bool | None:
    return False if line.split(maxsplit=1)[:1] in ([word] for word in words) else None


def _is_info(words: list[str], position: Position) -> bool:
    """Whether numbers are numbers and the line of play is legal."""
    if words[:1] == ["string"]:
        return True
    for name, value in zip(words, [*words[1:], ""], strict=True):
        if name == "pv":
            return _is_line(position, words[words.index("pv") + 1 :])
        if name in NUMBERS and not value.isdigit():
            return False
        if name in ("cp", "mate") and not value.lstrip("+-").isdigit():
            return False
    return True


def _is_line(position: Position, moves: list[str]) -> bool:
    for text in moves:
        if not _is_legal(position, text):
            return False
        position = position.play(text)
    return True


def _is_legal(position: Position, text: str) -> bool:
    try:
        position.move(text)
    except ValueError:
        return False
    return True


def _moves(position: Position, text: str) -> set[object]:
    try:
        return {position.move(word) for word in text.split()}
    except ValueError:
        return set()


def _is_text_of(position: Position, text: str) -> bool:
    try:
        return parse(position.game, text, position.rules) == position
    except ValueError:
        return False
