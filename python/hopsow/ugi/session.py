"""Our side of the engine protocol: one line in, its answers out.

A search runs in a thread of its own, so that lines are read meanwhile. Lines that would change what
is being searched are refused until it has ended; `stop` waits for that end, so that the next line
always finds a free engine. Whatever is wrong with a line is one `error` and changes nothing.
"""

from __future__ import annotations

import threading

from hopsow.engine import Searcher, choice
from hopsow.engine.book import Book, built_in, read
from hopsow.engine.budget import WALL_GRACE_S, Clock, share
from hopsow.engine.levels import lesser
from hopsow.errors import MessageError
from hopsow.games import GAMES, facts, rule_sets
from hopsow.messages import game_over
from hopsow.records import Record
from hopsow.tables import default_folder, open_tables
from hopsow.texts import quoted
from hopsow.ugi.commands import Limits, read_go, read_position, read_setoption, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hopsow._native import Strategy
    from hopsow.games import Level, Line, Move, Report
    from hopsow.tables import Tables

MAX_HASH_MB = 1 << 16
MAX_THREADS = 256
MAX_LINES = 500
HIGHEST = 10
SPINS = {  # name: where it starts, least, most
    "Hash": (64, 1, MAX_HASH_MB),
    "Threads": (1, 1, MAX_THREADS),
    "MultiPV": (1, 1, MAX_LINES),
    "Level": (HIGHEST, 1, HIGHEST),
}
OWN_BOOK = "OwnBook"
FILES = ("EvalFile", "BookFile", "StrategyFile")
BUILT_IN = "<empty>"  # the value of an option for a file that stands for no file
OVERHEAD_S = 0.002  # between the line that asks and the search, and back
LEAST_S = 0.002  # in less time not even each move is looked at
UNLIMITED_S = 1.0  # what a go without limits takes
POLL_S = 0.01


class Session:
    """The state of a dialogue: options, the game so far, the search under way."""

    def __init__(self, say: Callable[[str], object]) -> None:
        """`say` takes a line of the answer; two threads call it, never at once."""
        self.record = Record(GAMES[0])
        self.spins = {name: start for name, (start, _, _) in SPINS.items()}
        self._say = say
        self._saying = threading.Lock()
        self._tables = open_tables()
        self._net: str | None = None
        self._plays_by_book = True
        self._book: Book | None = None
        self._strategy: Strategy | None = None
        self._searcher: Searcher | None = None
        self._search: threading.Thread | None = None
        self._is_searching = False
        self._is_infinite = False

    def answer(self, line: str) -> bool:
        """Answer a line; whether the dialogue goes on after it."""
        words = line.split()
        if not words:
            return True
        if words == ["quit"]:
            self.stop()
            return False
        try:
            self._obey(words)
        except ValueError as error:
            self.say(f"error {' '.join(str(error).split())}")
        return True

    def end(self) -> None:
        """No more lines will come: a search with a limit may still reach it."""
        if self._search is not None and not self._is_infinite:
            self._search.join()
        self.stop()

    def stop(self) -> None:
        """End the search, if there is one, and wait until its answer is written."""
        while self._search is not None and self._search.is_alive():
            # A search that is about to begin would not see a single call.
            if self._searcher is not None:
                self._searcher.stop()
            self._search.join(POLL_S)
        self._search = None

    def say(self, line: str) -> None:
        """Write a line."""
        with self._saying:
            self._say(line)

    def _obey(self, words: list[str]) -> None:
        if words in (["ugi", "newgame"], ["ucinewgame"]):
            words = ["uginewgame"]
        verb, *rest = words
        if verb not in VERBS:
            raise ValueError(f"unknown command {quoted(verb)}, expected {', '.join(VERBS)}")
        act, takes_words, waits = VERBS[verb]
        if rest and not takes_words:
            raise ValueError(f"found {quoted(' '.join(rest))} after {verb}, expected nothing")
        if waits and self._is_searching:
            raise ValueError(f"{verb} has to wait for the end of the search: send stop first")
        act(self, rest)

    def introduce(self, okay: str) -> None:
        """Say who we are and what can be set."""
        from hopsow import __version__

        self.say(f"id name Hopsow {__version__}")
        self.say("id author the Hopsow authors")
        self.say(f"option name Game type combo default {GAMES[0]}" + variants(GAMES))
        rules = [name for game in GAMES for name in rule_sets(game)]
        self.say(f"option name Rules type combo default {rules[0]}" + variants(rules))
        for name, (start, least, most) in SPINS.items():
            self.say(f"option name {name} type spin default {start} min {least} max {most}")
        self.say(f"option name {OWN_BOOK} type check default true")
        self.say(f"option name Tables type string default {default_folder()}")
        for name in FILES:
            self.say(f"option name {name} type string default {BUILT_IN}")
        self.say(okay)

    def set_option(self, words: Sequence[str]) -> None:
        """Set an option; another game or other rules begin a new game."""
        name, value = read_setoption(words)
        if name == "game":
            self.record = Record(value)
            self._searcher = self._net = self._book = self._strategy = None  # for one game
        elif name == "rules":
            self.record = Record(self.record.game, value)
        elif name == "tables":
            self._tables, self._searcher = _tables(value), None
        elif name == "evalfile":
            net = None if value == BUILT_IN else value
            self._searcher = self._made(self.spins["Hash"], net)
            self._net = net
        elif name == OWN_BOOK.lower():
            self._plays_by_book = _switch(value)
        elif name == "bookfile":
            self._book = None if value == BUILT_IN else read(value, self.record.game)
        elif name == "strategyfile":
            self._strategy = None if value == BUILT_IN else _strategy(value, self.record.game)
        else:
            spin = {known.lower(): known for known in SPINS}.get(name)
            if spin is None:
                known = ", ".join(["Game", "Rules", *SPINS, OWN_BOOK, "Tables", *FILES])
                raise ValueError(f"unknown option {quoted(name)}, expected {known}")
            number = whole(value, spin, *SPINS[spin][1:])
            if spin == "Hash":
                self._searcher = self._made(number, self._net)
            self.spins[spin] = number

    def begin_game(self) -> None:
        """Forget everything about the last game."""
        self.record = Record(self.record.game, self.record.rules)
        if self._searcher is not None:
            self._searcher.clear()

    def set_position(self, words: Sequence[str]) -> None:
        """Set up a position and play moves from it, all or nothing."""
        text, moves = read_position(words)
        record = Record(self.record.game, self.record.rules, text)
        for move in moves:
            try:
                record.play(move)
            except ValueError as error:
                raise ValueError(f"{move}: {getattr(error, 'problem', error)}") from None
        self.record = record

    def query(self, words: Sequence[str]) -> None:
        """Answer a question about the position."""
        if len(words) != 1 or words[0] not in QUERIES:
            raise ValueError(f"found {quoted(' '.join(words))}, expected {', '.join(QUERIES)}")
        self.say(f"response {QUERIES[words[0]](self.record)}".rstrip())

    def go(self, words: Sequence[str]) -> None:
        """Begin to search."""
        position, outcome = self.record.position, self.record.outcome
        limits = read_go(words, position.sides.index(position.to_move))
        if outcome is not None:
            raise MessageError(game_over(position.game, outcome.winner, outcome.reason))
        self._search = self._begin(limits)
        self._is_searching, self._is_infinite = True, limits.infinite
        self._search.start()

    def _begin(self, limits: Limits) -> threading.Thread:
        return threading.Thread(target=self._find, args=(self._ready(), limits))

    def _ready(self) -> Searcher:
        if self._searcher is None:
            self._searcher = self._made(self.spins["Hash"], self._net)
        return self._searcher

    def _made(self, megabytes: int, net: str | None) -> Searcher:
        return Searcher(self.record.game, megabytes, self._tables, net)

    def _find(self, searcher: Searcher, limits: Limits) -> None:
        reported = []

        def tell(report: Report) -> None:
            reported.append(report.nodes)
            self._inform(report)

        try:
            level = facts(self.record.game).levels[self.spins["Level"] - 1]
            move = self._without_search(limits, level)
            if move is None:
                report = self._search_within(searcher, limits, level, tell)
                if report.nodes not in reported[-1:]:
                    self._inform(report)
                move = choice(report, level)
            # Whoever reads the answer may send the next line at once.
            self._is_searching = False
            self.say(f"bestmove {move}")
        except OSError:
            pass  # nobody listens any more, and the end of their input will say so
        finally:
            self._is_searching = False

    def _without_search(self, limits: Limits, level: Level) -> Move | None:
        if limits.infinite or not level.is_full:
            return None
        position = self.record.position
        if self._strategy is not None and (answer := self._strategy.answer(position)) is not None:
            return answer[0]
        if not self._plays_by_book:
            return None
        if self._book is not None:
            return self._book.move(position)
        # Whoever sets a depth or a number of nodes asks for a search.
        return built_in(position) if limits.depth is None and limits.nodes is None else None

    def _search_within(
        self, searcher: Searcher, limits: Limits, level: Level, tell: Callable[[Report], object]
    ) -> Report:
        wall, soft = self._wall(limits)
        bounds = (lesser(limits.depth, level.depth), lesser(limits.nodes, level.nodes))
        if not limits.infinite and not any((wall, limits.cpu, *bounds)):
            wall = UNLIMITED_S
        return searcher.search(
            self.record.positions,
            depth=limits.depth,
            nodes=limits.nodes,
            time=wall,
            cpu=None if limits.cpu is None else _less_grace(limits.cpu),
            soft=soft,
            lines=self.spins["MultiPV"],
            threads=self.spins["Threads"],
            plays=True,
            level=level,
            progress=tell,
        )

    def _wall(self, limits: Limits) -> tuple[float | None, float]:
        """Wall time in seconds, and the share of the limit after which no deeper search begins."""
        wall, soft = limits.wall, 1.0
        if wall is not None:
            wall = _less_grace(wall)
        if limits.left is not None:
            clock = Clock(left=limits.left, increment=limits.increment)
            budget = share(self.record.position, clock, OVERHEAD_S)
            if budget is not None and (wall is None or budget.limit < wall):
                wall, soft = max(LEAST_S, budget.limit), budget.soft
                if limits.cpu is not None and limits.cpu < wall:
                    soft = min(1.0, soft * wall / max(LEAST_S, limits.cpu))
        return wall, soft

    def _inform(self, report: Report) -> None:
        for number, line in enumerate(report.lines[: self.spins["MultiPV"]], start=1):
            rank = f" multipv {number}" if self.spins["MultiPV"] > 1 else ""
            effort = f"nodes {report.nodes} nps {report.nps} time {round(1000 * report.wall)}"
            known = f"tbhits {report.table_hits}"
            moves = " ".join(map(str, line.pv))
            score = _score(line)
            self.say(f"info depth {line.depth}{rank} score {score} {effort} {known} pv {moves}")


def _tables(folder: str) -> Tables:
    from os.path import isdir

    if not isdir(folder):
        raise ValueError(f"Tables must be a folder, not {quoted(folder)}")
    return open_tables(folder)


def _switch(value: str) -> bool:
    if value not in ("true", "false"):
        raise ValueError(f"found {quoted(value)}, expected true or false")
    return value == "true"


def _strategy(path: str, game: str) -> Strategy:
    from hopsow.tables.strategy import read

    return read(path, game)


def _less_grace(seconds: float) -> float:
    return max(seconds - WALL_GRACE_S, seconds / 2)


def variants(names: Sequence[str]) -> str:
    """The choices of an option, as its line lists them."""
    return "".join(f" var {name}" for name in names)


def _score(line: Line) -> str:
    """Hundredths of the game's unit, or the plies to a proven end, negative where it is lost."""
    if line.distance is None:
        return f"cp {round(100 * line.score)}"
    return f"mate {line.distance if line.score > 0 else -line.distance}"


def _result(record: Record) -> str:
    results = {"1-0": "p1win", "0-1": "p2win", "1/2-1/2": "draw", "*": "none"}
    return results[record.result]


def _legal_moves(record: Record) -> str:
    return "" if record.outcome else " ".join(map(str, record.position.legal_moves))


def _truth(fact: bool) -> str:
    return "true" if fact else "false"


QUERIES: dict[str, Callable[[Record], str]] = {
    "gameover": lambda record: _truth(record.outcome is not None),
    "p1turn": lambda record: _truth(record.position.to_move == record.position.sides[0]),
    "result": _result,
    "legalmoves": _legal_moves,
    "fen": lambda record: str(record.position),
}

# What a line does, whether words follow its first, whether it waits for the end of a search.
VERBS: dict[str, tuple[Callable[[Session, list[str]], object], bool, bool]] = {
    "ugi": (lambda session, _: session.introduce("ugiok"), False, False),
    "uci": (lambda session, _: session.introduce("uciok"), False, False),
    "isready": (lambda session, _: session.say("readyok"), False, False),
    "setoption": (lambda session, words: session.set_option(words), True, True),
    "uginewgame": (lambda session, _: session.begin_game(), False, True),
    "position": (Session.set_position, True, True),
    "go": (Session.go, True, True),
    "stop": (lambda session, _: session.stop(), False, False),
    "query": (Session.query, True, False),
    "quit": (lambda session, _: session.stop(), False, False),
}
