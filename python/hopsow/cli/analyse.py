"""`hopsow analyse`: the best lines of a position, growing while you watch."""

from __future__ import annotations

import sys

from hopsow.cli import INTERRUPTED
from hopsow.cli.arguments import add_json, add_moves, add_position, examples, parser, record
from hopsow.cli.interruption import Interruption
from hopsow.cli.tables import known_moves
from hopsow.engine import Searcher
from hopsow.errors import MessageError
from hopsow.games import Line, Position, Report, facts, unit
from hopsow.messages import Message, game_over
from hopsow.records import Record
from hopsow.tables import RESULTS, Tables, tell_problems

DEFAULT_S = 5.0
UP, CLEAR_DOWN = "\033[{}A", "\033[J"
FIGURES = ("depth", "nodes", "nps")


def run(argv: list[str]) -> int:
    """Search the position that the arguments describe."""
    arguments = parser("analyse", "Find the best lines of a position.", examples("analyse"))
    add_position(arguments)
    add_moves(arguments)
    arguments.add_argument(
        "--time", metavar="S", type=float, help=f"seconds (default: {DEFAULT_S:g})"
    )
    arguments.add_argument("--depth", metavar="N", type=int, help="depth in plies")
    arguments.add_argument("--nodes", metavar="N", type=int, help="nodes to search")
    arguments.add_argument(
        "--multipv", metavar="K", type=int, default=1, help="number of lines (default: 1)"
    )
    arguments.add_argument("--threads", metavar="N", type=int, default=1, help="default: 1")
    arguments.add_argument("--net", metavar="FILE", help="net to judge by (default: the built-in)")
    add_json(arguments)
    given = arguments.parse_intermixed_args(argv)
    game = record(given)
    if game.outcome is not None:
        raise MessageError(game_over(game.game, game.outcome.winner, game.outcome.reason))
    for name in ("depth", "nodes"):
        number = getattr(given, name)
        if number is not None and number < 1:
            raise ValueError(f"{name} must be at least 1")
    if given.time is None and given.depth is None and given.nodes is None:
        given.time = DEFAULT_S
    board = Board(game, is_live=not given.json and sys.stdout.isatty())
    searcher = Searcher(game.game, net=given.net)
    interruption = Interruption(searcher.stop)
    with interruption:
        report = searcher.search(
            game.positions,
            time=given.time,
            depth=given.depth,
            nodes=given.nodes,
            lines=given.multipv,
            threads=given.threads,
            progress=board.show if board.is_live else None,
        )
    if given.json:
        import json

        print(json.dumps(as_json(report, game.position, searcher.tables)))
    else:
        board.show(report, is_final=True)
        if known := _known(game.position, searcher.tables):
            print(known)
        if hint := searcher.hint(game.position):
            print(hint)
    tell_problems(searcher.tables)  # what probing found wrong after the search
    return INTERRUPTED if interruption.has_come else 0


class Board:
    """The lines as text, drawn anew over the last ones where the output is live."""

    def __init__(self, game: Record, is_live: bool) -> None:
        self.is_live = is_live
        self._unit = unit(game.game)
        position = game.position
        self._head = [
            f"{position.game} ({position.rules}), {position.to_move} to move",
            str(position),
        ]
        self._drawn = 0

    def show(self, report: Report, is_final: bool = False) -> None:
        """Print a report, in the place of the last one if that is live; the final one in full."""
        rows = [*self._head, "", *self._lines(report), "", _effort(report)]
        if not self.is_live:
            print("\n".join(rows))
            return
        from shutil import get_terminal_size

        width = None if is_final else get_terminal_size().columns - 1
        again = UP.format(self._drawn) + CLEAR_DOWN if self._drawn else ""
        print(again + "\n".join(row[:width] for row in rows), flush=True)
        self._drawn = len(rows)

    def _lines(self, report: Report) -> list[str]:
        scores = [score_text(line, self._unit) for line in report.lines]
        width = max(map(len, scores), default=0)
        return [
            f"{number:>2}  {score:<{width}}  depth {line.depth:>2}  {' '.join(map(str, line.pv))}"
            for number, (line, score) in enumerate(zip(report.lines, scores, strict=True), start=1)
        ]


def score_text(line: Line, unit_name: str) -> str:
    """A score as a person says it, for the side to move."""
    if line.distance is not None:
        plies = "ply" if line.distance == 1 else "plies"
        return f"{'win' if line.score > 0 else 'loss'} in {line.distance} {plies}"
    if line.exact:
        return "draw" if line.score == 0 else f"{'win' if line.score > 0 else 'loss'} by the tables"
    return f"{line.score:+.2f} {unit_name}"


def as_json(report: Report, position: Position, tables: Tables) -> dict[str, object]:
    """The report with the agreed keys, and what endings are known of the legal moves."""
    return {
        "move": None if report.move is None else str(report.move),
        "score": report.score,
        **{name: getattr(report, name) for name in FIGURES},
        "tbhits": report.table_hits,
        **_moves_and_proof(report),
        "lines": [
            {"move": str(line.move), "score": line.score, "depth": line.depth}
            | _moves_and_proof(line)
            for line in report.lines
        ],
        "moves": known_moves(position, tables),
    }


def _known(position: Position, tables: Tables) -> str | None:
    """What the tables say of a position beyond its result, in a game that is won by a score."""
    about = facts(position.game)
    worth = tables.probe(position) if about.ending_is_score else None
    if worth is None:
        return None
    result, value = worth
    return f"by the tables {RESULTS[result]}, {value:+d} {Message(f'{about.name}.ending-unit')}"


def _moves_and_proof(result: Report | Line) -> dict[str, object]:
    distance = {} if result.distance is None else {"distance": result.distance}
    return {"pv": [str(move) for move in result.pv], "exact": result.exact, **distance}


def _effort(report: Report) -> str:
    speed = f"{report.nodes:,} nodes in {report.wall:.2f} s, {report.nps:,} a second"
    hits = f", {report.table_hits:,} endings known" if report.table_hits else ""
    return f"depth {report.depth}, {speed}{hits}"
