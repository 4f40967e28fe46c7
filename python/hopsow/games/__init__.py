"""The games: their names, sides and rule sets, and what can be asked of their positions.

The rules themselves are native. This package gives them names that do not change, and types. What
differs from game to game lies in modules named after the games, here and in each package that needs
more; the module `by_game` beside them is the typed table in which they are found.
"""

from __future__ import annotations

from hopsow import _native
from hopsow._native import (
    GAMES,
    Batch,
    Capture,
    Crown,
    Jump,
    LegalMoves,
    Lift,
    Line,
    Mcts,
    Move,
    Outcome,
    Position,
    Report,
    Setup,
    Sow,
    Step,
    Turn,
    actions,
    divide,
    illegal_kinds,
    minimax,
    parse,
    perft,
    rule_sets,
    set_up,
    setup_kinds,
    sides,
    start,
    unit,
)
from hopsow.errors import AmbiguousMoveError, IllegalMoveError, ParseError, SetupError
from hopsow.games.by_game import module_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable
    from typing import Protocol

    from hopsow._native import Tables
    from hopsow.games.contract import Facts, Level, Playouts

    Square = int | tuple[int, int]

    class Played(Protocol):
        """A record: what has the positions of a game."""

        @property
        def positions(self) -> tuple[Position, ...]:
            """All positions, the last of which is searched."""

    # A position, a game that led to one, or its positions in their order.
    Searchable = Position | Played | Iterable[Position]

__all__ = [
    "GAMES",
    "AmbiguousMoveError",
    "Batch",
    "Capture",
    "Crown",
    "Engine",
    "Facts",
    "IllegalMoveError",
    "Jump",
    "LegalMoves",
    "Level",
    "Lift",
    "Line",
    "Mcts",
    "Move",
    "Outcome",
    "ParseError",
    "Playouts",
    "Position",
    "Report",
    "Setup",
    "SetupError",
    "Sow",
    "Step",
    "Turn",
    "actions",
    "batch",
    "canonical",
    "canonical_move",
    "divide",
    "facts",
    "has_tables",
    "illegal_kinds",
    "mcts",
    "minimax",
    "name_of",
    "parse",
    "perft",
    "playouts",
    "rule_sets",
    "search",
    "set_up",
    "setup_kinds",
    "sides",
    "size_of",
    "square_named",
    "start",
    "unit",
]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """The records of facts, which whoever only plays should not wait for."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from hopsow.games import contract

        return getattr(contract, name)


def has_tables(game: str) -> bool:
    """Whether there are tables of the game's endings."""
    return _native.table_sizes(game) is not None


def facts(game: str) -> Facts:
    """The facts about a game; those of all, in the order of `GAMES`, are `map(facts, GAMES)`."""
    return module_of(game).FACTS


def size_of(position: Position) -> int:
    """How much is on the board, which tables of endings are ordered by: pieces, or stones."""
    return module_of(position.game).size_of(position)


def canonical(position: Position) -> tuple[str, tuple[int, ...]]:
    """A board that positions share which are the same turned about or mirrored, sides swapped.

    With it come the views of this position that show this board: several where it is its own mirror
    image. Rules, counters and history do not count.
    """
    return module_of(position.game).canonical(position)


def canonical_move(move: Move, views: tuple[int, ...]) -> str:
    """The text of a move on the canonical board, the same for moves that mirror each other."""
    seen = module_of(move.game).seen
    return seen(move, views[0]) if len(views) == 1 else min(seen(move, view) for view in views)


def name_of(game: str, square: Square) -> str:
    """A square or pit as texts write it."""
    return module_of(game).name_of(square)


def square_named(game: str, name: str) -> Square:
    """The square or pit of a name; a ValueError if it names none. Positions know which exist."""
    square: Square = module_of(game).square_named(name)
    return square


def playouts(
    position: Position, games: int, seed: int = 0, threads: int = 1, max_plies: int = 100_000
) -> Playouts:
    """Play uniformly random games from a position to their end.

    Game i depends on the seed and on i alone, whatever the number of threads. A game that reaches
    `max_plies` is cut off and counts as a draw.
    """
    from hopsow.games.contract import Playouts

    return Playouts(*_native.playouts(position, games, seed, threads, max_plies))


def batch(
    game: str,
    games: int,
    *,
    rules: str | None = None,
    position: Position | None = None,
    seed: int = 0,
    threads: int = 1,
    opening_plies: int = 0,
    max_plies: int | None = None,
    mask: bool = False,
    auto_reset: bool = True,
) -> Batch:
    """Games side by side for learners, in arrays of NumPy that are filled in place.

    Games begin in `position`, by default at the start, with `opening_plies` random plies, which
    depend on the seed alone; one that would end there begins a ply earlier. At `max_plies`
    (default: the referee's limit) a game is cut off.
    A new game begins where one is over, unless `auto_reset` is False.
    """
    return Batch(
        game,
        games,
        rules=rules,
        position=position,
        seed=seed,
        threads=threads,
        opening_plies=opening_plies,
        max_plies=facts(game).ply_cap if max_plies is None else max_plies,
        mask=mask,
        auto_reset=auto_reset,
    )


def mcts(
    batch: Batch,
    simulations: int,
    *,
    method: str = "puct",
    seed: int = 0,
    exploration: float = 1.25,
    considered: int = 16,
    tables: Tables | None = None,
) -> Mcts:
    """A tree search in each game of a batch, for a policy and a value that the caller gives.

    `method` is "puct", with the weight `exploration` of policy and visits, or "gumbel", which
    begins with the `considered` best actions and needs few simulations. States below the root that
    `tables` know count as they say. The batch stays as it is.
    """
    return Mcts(
        batch,
        simulations,
        method=method,
        seed=seed,
        exploration=exploration,
        considered=considered,
        tables=tables,
    )


def _html(report: Report) -> str:
    """The lines of a report as a notebook shows them."""
    rows = "".join(
        f"<tr><td>{line.score:+.2f}</td><td>{line.depth}</td>"
        f"<td>{' '.join(map(str, line.pv))}</td></tr>"
        for line in report.lines
    )
    head = "<tr><th>score</th><th>depth</th><th>moves</th></tr>"
    return f"<table>{head}{rows}</table><p>depth {report.depth}, {report.nodes:,} nodes</p>"


setattr(Report, "_repr_html_", _html)  # noqa: B010 (the native type has it from here)


class Engine:
    """Searches positions of one game and remembers what it learned from one search to the next.

    It knows the endings of the tables that are always there, or of those that it is given, and
    evaluates as its game does, or by the net in a file.
    """

    __slots__ = ("_native", "clear", "estimate", "stop")

    def __init__(
        self,
        game: str,
        hash_mb: int = 64,
        tables: Tables | None = None,
        net: str | os.PathLike[str] | None = None,
    ) -> None:
        self._native = engine = _native.Engine(game, hash_mb, tables, net)
        self.clear = engine.clear
        self.estimate = engine.estimate
        self.stop = engine.stop

    def search(
        self,
        game: Searchable,
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
        """Search a position, or the last one of a game. Without any limit it goes on until `stop`.

        With `plays` the engine may follow a plan instead, where that is known to serve better.
        """
        return self._native.search(
            _line(game),
            depth=depth,
            nodes=nodes,
            time=time,
            cpu=cpu,
            soft=soft,
            lines=lines,
            threads=threads,
            exact=exact,
            plays=plays,
            progress=progress,
        )


def _line(game: Searchable) -> Iterable[Position]:
    """The positions of a game, the last of which is searched."""
    if isinstance(game, Position):
        return (game,)
    positions: Iterable[Position] | None = getattr(game, "positions", None)
    return game if positions is None else positions  # type: ignore[return-value]


def search(
    game: Searchable,
    *,
    time: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 1,
    threads: int = 1,
    progress: Callable[[Report], object] | None = None,
) -> Report:
    """Find the best move of a position, or of a game that led to one; by default in one second.

    A game whose rules look back at earlier positions wants them too: a record, or its positions.
    """
    if time is None and depth is None and nodes is None:
        time = 1.0
    line = tuple(_line(game))
    if not line:
        raise ValueError("there is no position to search")
    return Engine(line[-1].game).search(
        line,
        time=time,
        depth=depth,
        nodes=nodes,
        lines=lines,
        threads=threads,
        progress=progress,
    )
