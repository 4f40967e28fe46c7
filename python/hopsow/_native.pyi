"""The native module: positions, moves and what the core computes. Use the names in `hopsow`."""

import os
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, TypeAlias, final, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hopsow.errors import AmbiguousMoveError, IllegalMoveError, ParseError, SetupError

__all__ = [
    "GAMES",
    "AmbiguousMoveError",
    "Batch",
    "Capture",
    "Crown",
    "Engine",
    "IllegalMoveError",
    "Jump",
    "LegalMoves",
    "Lift",
    "Line",
    "Mcts",
    "Move",
    "Outcome",
    "ParseError",
    "Position",
    "Report",
    "Setup",
    "SetupError",
    "Sow",
    "Step",
    "Strategy",
    "Tables",
    "Turn",
    "__version__",
    "actions",
    "bench",
    "build_table_part",
    "build_tables",
    "built_in_file",
    "built_in_tables",
    "divide",
    "has_table_part",
    "illegal_kinds",
    "make_strategy",
    "mcts_move",
    "minimax",
    "net_inputs",
    "net_shape",
    "parse",
    "perft",
    "playouts",
    "read_table",
    "read_values",
    "record_bytes",
    "romein_bal_values",
    "rule_sets",
    "self_play",
    "set_up",
    "setup_kinds",
    "sides",
    "start",
    "table_files",
    "table_needs",
    "table_parts",
    "table_rules",
    "table_sizes",
    "unit",
    "unpack_position",
    "verify_strategy",
    "verify_tables",
    "write_table",
]

__version__: Final[str]

_Square: TypeAlias = int | tuple[int, int]
_Event: TypeAlias = Step | Jump | Capture | Crown | Lift | Sow

GAMES: Final[tuple[Literal["halma"], Literal["checkers"], Literal["awari"]]]

@final
class Outcome:
    """How a game ended: `winner` is a side's name, or None for a draw."""

    __match_args__: ClassVar[tuple[str, str]] = ("winner", "reason")
    def __new__(cls, winner: str | None, reason: str) -> Outcome: ...
    @property
    def winner(self) -> str | None: ...
    @property
    def reason(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Outcome], tuple[str | None, str]]: ...

@final
class Move:
    """A whole turn; `str(move)` is its text. Equal moves of one game are equal everywhere."""

    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def path(self) -> tuple[_Square, ...]:
        """The squares that the piece touches, start and end included; in Awari the pit sown."""
    @property
    def captured(self) -> tuple[_Square, ...]:
        """The squares or pits from which something is captured, in order."""
    @property
    def crowns(self) -> bool:
        """Whether a man is crowned."""
    @property
    def squares(self) -> tuple[str, ...]:
        """The path as texts write it."""
    @property
    def is_capture(self) -> bool:
        """Whether the move takes men or stones off the board."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Callable[[str], Move], tuple[str]]: ...

@final
class LegalMoves(Sequence[Move]):
    """The legal moves of a position, in a stable order; equal if they are of equal positions."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> Move: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Move]: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __reversed__(self) -> Iterator[Move]: ...
    def __contains__(self, value: object, /) -> bool: ...
    def index(self, value: object, start: int = 0, stop: int = ...) -> int: ...
    def count(self, value: object) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Position, str]]: ...

@final
class Position:
    """A position of one of the games, immutable, with its rule set and side to move."""

    def __new__(cls, game: str, text: str, rules: str | None = None) -> Position: ...
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def rules(self) -> str:
        """The name of the rule set in force."""
    @property
    def sides(self) -> tuple[str, str]:
        """The names of the two sides; the one that usually moves first comes first."""
    @property
    def to_move(self) -> str:
        """The side whose turn it is."""
    @property
    def legal_moves(self) -> LegalMoves:
        """Every legal move, always in the same order; none once the game is over."""
    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended as far as the position alone can tell, or None."""
    @property
    def cells(self) -> str:
        """The board from the top left: `.bw` for Halma's 256 squares, `.rwRW` for checkers' 32."""
    @property
    def stones(self) -> tuple[int, ...]:
        """Awari's stones: pits 0 to 11, then South's and North's store."""
    @property
    def counter(self) -> int:
        """The plies without progress that checkers counts towards a draw."""
    def play(self, move: Move | str) -> Position:
        """The position after a legal move, given as a `Move` or as its text."""
    @property
    def setup(self) -> Setup:
        """The parts of the position; its `position()` puts them together again."""
    def move(self, move: str | int) -> Move:
        """The legal move that a text means, or that consists of one action."""
    def why_not(self, square: _Square) -> IllegalMoveError | None:
        """Why no legal move starts on a square or pit, or None if one does."""
    def story(self, move: Move | str) -> tuple[_Event, ...]:
        """What happens on the board when a legal move is played, in order."""
    def action(self, move: Move | str) -> int:
        """The action that a legal move is; ValueError if it consists of several."""
    def actions(self, move: Move | str) -> tuple[int, ...]:
        """The actions that a legal move consists of, in order."""
    def outcome_after(self, earlier: Iterable[Position]) -> Outcome | None:
        """How the game has ended, given every position that led here, or None."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Position], tuple[str, str, str]]: ...

@final
class Setup:
    """The parts of a position, not yet checked: `position()` puts them together."""

    def __new__(
        cls,
        game: str,
        *,
        to_move: str,
        cells: str | None = None,
        stones: Sequence[int] | None = None,
        counter: int | None = None,
        rules: str | None = None,
    ) -> Setup: ...
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def rules(self) -> str:
        """The name of the rule set."""
    @property
    def to_move(self) -> str:
        """The side whose turn it is."""
    @property
    def cells(self) -> str | None:
        """The board from the top left, a character for each square; None for a board of pits."""
    @property
    def stones(self) -> tuple[int, ...] | None:
        """The stones in the pits, then in the stores; None for a board of squares."""
    @property
    def counter(self) -> int | None:
        """The plies without progress that are counted towards a draw, or None."""
    def position(self) -> Position:
        """The position with these parts; SetupError says what is wrong with them, and where."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Callable[[], Setup], tuple[()]]: ...

@final
class Step:
    """A piece goes to a neighbouring square."""

    kind: ClassVar[Literal["step"]] = "step"
    __match_args__: ClassVar[tuple[str, str]] = ("start", "end")
    def __new__(cls, start: _Square, end: _Square) -> Step: ...
    @property
    def start(self) -> _Square: ...
    @property
    def end(self) -> _Square: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Step], tuple[_Square, _Square]]: ...

@final
class Jump:
    """A piece jumps over another one, which stays unless a `Capture` follows."""

    kind: ClassVar[Literal["jump"]] = "jump"
    __match_args__: ClassVar[tuple[str, str, str]] = ("start", "over", "end")
    def __new__(cls, start: _Square, over: _Square, end: _Square) -> Jump: ...
    @property
    def start(self) -> _Square: ...
    @property
    def over(self) -> _Square: ...
    @property
    def end(self) -> _Square: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Jump], tuple[_Square, _Square, _Square]]: ...

@final
class Capture:
    """A piece, or all stones of a pit, are taken off; stones go to the mover's store."""

    kind: ClassVar[Literal["capture"]] = "capture"
    __match_args__: ClassVar[tuple[str, str]] = ("square", "count")
    def __new__(cls, square: _Square, count: int) -> Capture: ...
    @property
    def square(self) -> _Square: ...
    @property
    def count(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Capture], tuple[_Square, int]]: ...

@final
class Crown:
    """A man becomes a king."""

    kind: ClassVar[Literal["crown"]] = "crown"
    __match_args__: ClassVar[tuple[str]] = ("square",)
    def __new__(cls, square: _Square) -> Crown: ...
    @property
    def square(self) -> _Square: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Crown], tuple[_Square]]: ...

@final
class Lift:
    """All stones of a pit are taken up to be sown."""

    kind: ClassVar[Literal["lift"]] = "lift"
    __match_args__: ClassVar[tuple[str, str]] = ("square", "count")
    def __new__(cls, square: _Square, count: int) -> Lift: ...
    @property
    def square(self) -> _Square: ...
    @property
    def count(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Lift], tuple[_Square, int]]: ...

@final
class Sow:
    """One of the stones taken up is put into a pit."""

    kind: ClassVar[Literal["sow"]] = "sow"
    __match_args__: ClassVar[tuple[str]] = ("square",)
    def __new__(cls, square: _Square) -> Sow: ...
    @property
    def square(self) -> _Square: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Sow], tuple[_Square]]: ...

@final
class Turn:
    """A turn put together action by action; in checkers a capture takes one for each jump."""

    def __new__(cls, position: Position, actions: Sequence[int] = ...) -> Turn: ...
    @property
    def position(self) -> Position:
        """The position before the turn."""
    @property
    def actions(self) -> tuple[int, ...]:
        """The actions taken so far."""
    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The actions that can be taken next, ascending; none once the turn is finished."""
    @property
    def move(self) -> Move | None:
        """The move that has been made, or None until the turn is finished."""
    @property
    def setup(self) -> Setup:
        """The board as it stands now, with the same side to move."""
    def push(self, action: int) -> Turn:
        """The turn after one more action."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Turn], tuple[Position, list[int]]]: ...

def rule_sets(game: str) -> tuple[str, ...]:
    """The names of a game's rule sets, the default first."""

def illegal_kinds(game: str) -> tuple[str, ...]:
    """Every kind of illegal move that a game knows, as `IllegalMoveError.kind` names it."""

def set_up(
    game: str,
    *,
    to_move: str,
    cells: str | None = None,
    stones: Sequence[int] | None = None,
    counter: int | None = None,
    rules: str | None = None,
) -> Position:
    """The position with these parts; SetupError says what is wrong with them, and where."""

def setup_kinds(game: str) -> tuple[str, ...]:
    """Every kind of set-up that a game refuses, as `SetupError.kind` names it."""

def actions(game: str) -> int:
    """The number of a game's actions; they are numbered from 0 and never change."""

def sides(game: str) -> tuple[str, str]:
    """The names of a game's sides; the one that usually moves first comes first."""

def start(game: str, rules: str | None = None, first: str | None = None) -> Position:
    """The initial position of a game, with `first` to move."""

def parse(game: str, text: str, rules: str | None = None) -> Position:
    """The position that a text describes."""

def perft(position: Position, depth: int, threads: int = 1) -> int:
    """The number of lines of play of `depth` moves."""

def divide(position: Position, depth: int, threads: int = 1) -> list[tuple[Move, int]]:
    """The number of lines of play of `depth` moves that begin with each legal move."""

def playouts(
    position: Position, games: int, seed: int = 0, threads: int = 1, max_plies: int = 100_000
) -> tuple[array[int], array[int]]:
    """Random games: the results (1, -1 or 0) as an array of type `b`, the plies as one of `I`."""

@final
class Line:
    """A move with what it leads to."""

    @property
    def move(self) -> Move:
        """The first move."""
    @property
    def score(self) -> float:
        """The value for the side to move, in units of the game."""
    @property
    def exact(self) -> bool:
        """Whether the value is proven."""
    @property
    def distance(self) -> int | None:
        """The plies to a proven end."""
    @property
    def depth(self) -> int:
        """The depth to which the line was searched."""
    @property
    def pv(self) -> tuple[Move, ...]:
        """The moves expected."""

@final
class Report:
    """What a search has found, so far or in the end."""

    @property
    def move(self) -> Move | None:
        """The move to play; None only if there is no legal one."""
    @property
    def score(self) -> float:
        """The best line's value for the side to move, in units of the game."""
    @property
    def exact(self) -> bool:
        """Whether the value is proven."""
    @property
    def distance(self) -> int | None:
        """The plies to a proven end."""
    @property
    def depth(self) -> int:
        """The last depth that was finished."""
    @property
    def finished(self) -> bool:
        """Whether the search ended by itself, with nothing left to search."""
    @property
    def nodes(self) -> int:
        """The positions visited."""
    @property
    def nps(self) -> int:
        """Positions visited a second."""
    @property
    def wall(self) -> float:
        """Wall time in seconds."""
    @property
    def cpu(self) -> float:
        """CPU time in seconds that the process used meanwhile."""
    @property
    def table_hits(self) -> int:
        """Positions whose outcome came from tables or from solving a race."""
    @property
    def pv(self) -> tuple[Move, ...]:
        """The moves expected, beginning with `move`."""
    @property
    def lines(self) -> tuple[Line, ...]:
        """The best lines, best first."""

@final
class Engine:
    """Searches positions of one game and remembers what it learned from one search to the next.

    It knows the endings of the tables that are always there, or of those that it is given, and
    judges as its game does, or by the net in a file.
    """

    def __new__(
        cls,
        game: str,
        hash_mb: int = 64,
        tables: Tables | None = None,
        net: str | os.PathLike[str] | None = None,
    ) -> Engine: ...
    def search(
        self,
        game: Iterable[Position],
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        cpu: float | None = None,
        soft: float = 1.0,
        lines: int = 1,
        threads: int = 1,
        exact: bool = False,
        plays: bool = False,
        progress: Callable[[Report], object] | None = None,
    ) -> Report:
        """Search the last of the positions of a game. Without any limit it goes on until `stop`.

        Who `plays` the move may follow a plan instead, where that is known to serve better.
        """
    def estimate(self, position: Position) -> float:
        """What the engine thinks of a position before it searches, in units of the side to move."""
    def stop(self) -> None:
        """End the search that another thread, or a signal handler, is waiting for."""
    def clear(self) -> None:
        """Forget everything."""

def mcts_move(position: Position, simulations: int, seed: int) -> Move | None:
    """The move that a tree search with random playouts finds best, or None in a finished game."""

def minimax(position: Position, depth: int) -> Move | None:
    """The first of the best moves by plain minimax with a simple evaluation."""

def bench(game: str) -> tuple[int, float]:
    """Fixed searches of a game: the positions visited and the seconds they took."""

def unit(game: str) -> str:
    """The unit of a game's estimates, such as men or stones."""

@final
class Batch:
    """Games side by side, one action of each at a time. The arrays stay the same ones."""

    def __new__(
        cls,
        game: str,
        games: int,
        *,
        rules: str | None = None,
        position: Position | None = None,
        seed: int = 0,
        threads: int = 1,
        opening_plies: int = 0,
        max_plies: int,
        mask: bool = False,
        auto_reset: bool = True,
    ) -> Batch: ...
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def rules(self) -> str:
        """The name of the rule set in force."""
    @property
    def observations(self) -> NDArray[np.uint8]:
        """What the side to move sees in each game."""
    @property
    def legal(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The legal actions: those of game i are `actions[indptr[i]:indptr[i + 1]]`, ascending."""
    @property
    def mask(self) -> NDArray[np.bool]:
        """The legal actions as truth values, if the batch was made with `mask=True`."""
    @property
    def to_move(self) -> NDArray[np.uint8]:
        """The side to move in each game, 0 or 1."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """What the last action gave each side: 1 for a win, -1 for a loss."""
    @property
    def terminated(self) -> NDArray[np.bool]:
        """Whether the last action ended the game."""
    @property
    def truncated(self) -> NDArray[np.bool]:
        """Whether the game was cut off after the last action, at `max_plies`."""
    @property
    def keys(self) -> NDArray[np.uint64]:
        """Hashes of the states."""
    @property
    def bytes_of_game(self) -> int:
        """The bytes that a game takes beside the arrays, without what a long memory needs."""
    def step(self, actions: ArrayLike) -> None:
        """Take one action in each game. With an illegal action among them, none is taken."""
    def reset(self, mask: ArrayLike | None = None) -> None:
        """Begin anew, all games or those for which `mask` is true."""
    def sample(self) -> NDArray[np.int64]:
        """One of the legal actions for each game, all alike; 0 where a game is over."""
    def state(self, game: int) -> Position:
        """The position of a game before the turn under way."""
    def turn(self, game: int) -> Turn:
        """The turn under way in a game; in checkers it may be half made."""
    def set_state(self, game: int, state: Position | Turn) -> None:
        """Let a game go on from a position or a turn under way; what came before does not count."""
    def values(
        self, tables: Tables | None = None
    ) -> tuple[NDArray[np.bool], NDArray[np.int8], NDArray[np.int16]]:
        """What each state is worth for the side to move: whether tables know it, the result (1, 0
        or -1), and how far or by how much."""
    def regret(self, actions: ArrayLike, tables: Tables | None = None) -> NDArray[np.float32]:
        """The part of a game, 0 to 1, that each action gives away against perfect play; not a
        number where tables do not know."""
    def clone(self) -> Batch:
        """The same games in a batch with arrays of its own."""
    def __len__(self) -> int: ...

@final
class Mcts:
    """A tree search in each game of a batch, round by round; the batch stays as it is."""

    def __new__(
        cls,
        batch: Batch,
        simulations: int,
        *,
        method: str = "puct",
        seed: int = 0,
        exploration: float = 1.25,
        considered: int = 16,
        tables: Tables | None = None,
    ) -> Mcts: ...
    def descend(self) -> int:
        """Go down in every game that has simulations left; the number of states that wait for an
        estimate, 0 once the search is over."""
    @property
    def observations(self) -> NDArray[np.uint8]:
        """What the side to move sees in the states that wait."""
    @property
    def legal(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The legal actions of the states that wait, as `Batch.legal` gives them."""
    def put(self, logits: ArrayLike, values: ArrayLike) -> None:
        """Take the estimates of the states that wait: a logit for each action of `legal`, or for
        each action of the game, and a value from -1 to 1 for the side to move."""
    def play_out(self) -> None:
        """Do all simulations with random play as the estimate."""
    def decisions(self) -> tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.float32]]:
        """What the search has found out: the best action of each game, how often each legal action
        should be played (in the order of `Batch.legal`), and the value for the side to move."""

@final
class Tables:
    """The built-in tables, and those in a folder."""

    def __new__(
        cls, folder: str | os.PathLike[str] | None = None, cache_bytes: int = ...
    ) -> Tables: ...
    def reach(self, game: str, rules: str | None = None) -> int | None:
        """The size up to which the tables for these rules contain every position of the game."""
    def probe(self, position: Position) -> tuple[int, int] | None:
        """Result (1, 0 or -1) and value for the side to move, or None if no table contains them.

        Awari's value is the stones that the mover will still get less the opponent's, or under
        `abapa`, where only bounds may be known, what the winner gets at least. That of checkers is
        the plies to the capture, to the man's move where that restarts the counter, or to the end,
        which keeps the result, negative for a loss. That of a Halma race is the plies to its end.
        """
    def bounds(self, position: Position) -> tuple[tuple[int, int], tuple[int, int]] | None:
        """The least and the most that a position can be worth, each as result and value.

        They are the same wherever a table has the exact value.
        """
    def rank_moves(self, position: Position) -> list[tuple[Move, int, int]] | None:
        """Every legal move with its result and value, best first, or None if no table has them.

        In Halma it lists the moves that lead to races which can be judged.
        """
    def choices(
        self, game: str, seed: int, size: int, count: int, rules: str | None = None
    ) -> list[tuple[Position, list[Move]]]:
        """Positions of at most this size in which the choice of the move decides.

        They come from random games by seed; each with the moves that keep its result, best first.
        """
    def take_problems(self) -> list[str]:
        """The problems with files that have come up since the last call."""

def built_in_tables() -> list[tuple[str, str, str, str, int, int, int, int, int]]:
    """What the files of the built-in tables say."""

def built_in_file(name: str) -> bytes | None:
    """The file of a built-in table, or None."""

def read_table(
    path: str | os.PathLike[str],
) -> tuple[str, str, str, str, int, int, int, int, int]:
    """What a file says: game, rules, name, note, entries, wins, draws, losses, bytes."""

def read_values(path: str | os.PathLike[str]) -> NDArray[np.int8]:
    """All values in a file, by rank."""

def romein_bal_values(
    stones: int, threads: int = 1, progress: Callable[[float], object] | None = None
) -> list[NDArray[np.int8]]:
    """The values of all positions of Awari with up to so many stones under the rules of Romein and
    Bal: by stones, then by rank."""

def table_rules(game: str) -> list[str]:
    """The rule sets of a game that have tables, its default first."""

def table_sizes(game: str, rules: str | None = None) -> tuple[str, int, int] | None:
    """The rules that a game's tables are for and the smallest and largest size, or None."""

def table_files(game: str, size: int, rules: str | None = None) -> list[str]:
    """The names of the files that hold the positions of exactly this size."""

def table_needs(game: str, size: int, rules: str | None = None) -> tuple[int, int]:
    """The bytes of memory and of disk space that building up to a size takes."""

def build_tables(
    game: str,
    folder: str | os.PathLike[str],
    size: int,
    threads: int = 1,
    progress: Callable[[float], object] | None = None,
    rules: str | None = None,
) -> None:
    """Build all tables up to a size in a folder."""

def table_parts(
    game: str, size: int, rules: str | None = None
) -> list[tuple[list[str], list[str], int, int]]:
    """The parts in which all tables up to a size are built, each after those that it needs.

    Each is the names of its files and of those that building them reads, the positions in them,
    and the bytes of memory that it takes. None if nothing can be built apart.
    """

def has_table_part(
    game: str,
    folder: str | os.PathLike[str],
    size: int,
    number: int,
    rules: str | None = None,
) -> bool:
    """Whether the files of a part are in a folder, and every block of them sound."""

def build_table_part(
    game: str,
    folder: str | os.PathLike[str],
    size: int,
    number: int,
    threads: int = 1,
    progress: Callable[[float], object] | None = None,
    rules: str | None = None,
) -> None:
    """Build a part in a folder that holds what it needs."""

def write_table(
    game: str,
    folder: str | os.PathLike[str],
    size: int,
    values: NDArray[np.int8],
    threads: int = 1,
    rules: str | None = None,
) -> None:
    """Write the file of a size, given its values by rank, which another builder has found."""

def verify_tables(
    game: str,
    folder: str | os.PathLike[str],
    size: int,
    step: int = 1,
    threads: int = 1,
    progress: Callable[[float], object] | None = None,
    rules: str | None = None,
) -> tuple[Position, int, int] | None:
    """Check the files of a size, and every `step`-th value in them against its successors."""

@final
class Strategy:
    """Moves that keep a result whatever the other side plays."""

    def __new__(cls, content: bytes) -> Strategy: ...
    @property
    def game(self) -> str: ...
    @property
    def rules(self) -> str: ...
    @property
    def start(self) -> str:
        """The text of the position it begins with."""
    @property
    def below(self) -> int:
        """The size up to which it leaves positions to tables."""
    @property
    def promises(self) -> list[tuple[str, int]]:
        """A first move, or "" for the start, and what the side to move is sure of after it."""
    @property
    def sizes(self) -> list[tuple[int, int]]:
        """How many positions it has of each size, the largest first."""
    def __len__(self) -> int:
        """How many positions it has a move for."""
    def content(self) -> bytes:
        """Its file."""
    def answer(self, position: Position) -> tuple[Move, int] | None:
        """The move for a position and the result that its side is sure of, or None."""

def make_strategy(
    start: Position,
    below: int,
    tables: Tables,
    side: str | None = None,
    progress: Callable[[int, int], object] | None = None,
    layers: Mapping[int, NDArray[np.int8]] | None = None,
) -> Strategy:
    """Extract a strategy from a start, down to a size, from layers by size and tables."""

def verify_strategy(
    strategy: Strategy, tables: Tables, progress: Callable[[int, int], object] | None = None
) -> tuple[int, int, int, int]:
    """Play every reply against a strategy: the numbers of positions, replies, leaves and ends."""

def self_play(
    start: Position,
    first: int,
    games: int,
    nodes: int,
    noise: int = 12,
    seed: int = 1,
    net: str | os.PathLike[str] | None = None,
    level: int = 0,
    adjudicate: int = 0,
    openings: Iterable[Position] | None = None,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
) -> bytes:
    """The records of some games of an engine against itself, by their numbers."""

def record_bytes(game: str) -> int:
    """The bytes of a record: a packed position, its score, result and ply."""

def unpack_position(game: str, rules: str, packed: bytes) -> Position:
    """The position that some bytes stand for."""

def net_shape(game: str) -> tuple[int, int, int]:
    """The shape of a game's nets: inputs, the most that are on at once, kinds of positions."""

def net_inputs(game: str, rules: str, records: bytes) -> tuple[bytes, bytes]:
    """What a net sees of the positions in records: inputs that are on (16 bits each), kinds.

    Each position has as many inputs as can be on at once, filled up with the number of inputs.
    """
