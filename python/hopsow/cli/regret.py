"""`hopsow regret`: what the moves of played games gave away, by exact tables."""

from __future__ import annotations

import json

from hopsow import tables
from hopsow.analysis.regret import Blunder, Regret, Tally, regret
from hopsow.cli.arguments import add_json, contents, examples, game_named, plain_parser
from hopsow.exchange import read_all
from hopsow.files import check_writable, write_atomically
from hopsow.games import GAMES
from hopsow.records import Record
from hopsow.records.played import MOST_SHOWN

WHAT = """\
Judge every move of played games that was made in a position which tables know: the half-points it
gave away, the share of perfect moves, and for each blunder the line of best play against it.

FILE is a record (PDN, OGN and the like), a referee's evidence, or any other text of a course that
tells a whole game. Larger tables know more positions: hopsow tables build.
"""

MOST_DRAWN = 50  # blunders on a page


def run(argv: list[str]) -> int:
    """Read the games, judge them, and print or write what was found."""
    arguments = plain_parser("regret", WHAT, examples("regret"))
    arguments.add_argument(
        "files", metavar="FILE", nargs="+", help="files to read; - is standard input"
    )
    arguments.add_argument(
        "--game", metavar="GAME", type=game_named, help=f"{', '.join(GAMES)} (default: recognised)"
    )
    arguments.add_argument("--rules", metavar="R", help="rules of texts that do not state theirs")
    arguments.add_argument("--tables", metavar="DIR", help="folder of tables")
    arguments.add_argument("-o", "--output", metavar="FILE", help="write a page, as HTML")
    add_json(arguments)
    given = arguments.parse_args(argv)
    if given.output:
        check_writable(given.output)
    records = [record for path in given.files for record in _games(path, given.game, given.rules)]
    known = tables.open_tables(given.tables)
    found = regret(records, known)
    tables.tell_problems(known)
    if given.output:
        write_atomically(given.output, _page(found))
    if given.json:
        print(json.dumps(found.as_json()))
    else:
        print("\n".join(_lines(found)))
    return 0


def _page(found: Regret) -> str:
    from markupsafe import Markup

    from hopsow import draw
    from hopsow.arena.results import html

    return html.fill(
        "regret.html",
        title="Exact regret",
        style=html.style("regret.css"),
        found=found,
        most=MOST_DRAWN,
        picture=lambda blunder: Markup(draw.svg(blunder.position, blunder.played)),
    )


def _games(path: str, game: str | None, rules: str | None) -> list[Record]:
    try:
        return read_all(contents(path), game, rules)
    except ValueError as error:
        message = str(error)
        raise ValueError(message if message.startswith(path) else f"{path}: {message}") from None


def _lines(found: Regret) -> list[str]:
    known = sum(tally.moves for tally in found.players.values())
    games = f"{found.games} game{'s' * (found.games != 1)}"
    lines = [f"{games}, {found.plies} moves, {known} of them from positions in tables"]
    if not known:
        return lines
    title = f"{'moves':>9}{'choices':>9}{'perfect':>9}{'half-points':>13}{'a move':>9}"
    lines += ["", f"{'player':20}{title}"]
    lines += [f"{name:20}{_row(tally)}" for name, tally in found.players.items()]
    lines += ["", f"{'stones or pieces':20}{title}"]
    lines += [f"{size:<20}{_row(tally)}" for size, tally in sorted(found.sizes.items())]
    if found.blunders:
        lines += ["", "plies of the refutation: blunders"]
        lines += [f"{name:>24}: {count}" for name, count in found.depths().items()]
        lines += ["", *(line for each in found.blunders for line in _told(each))]
    return lines


def _row(tally: Tally) -> str:
    share = "-" if tally.share_perfect is None else f"{100 * tally.share_perfect:.1f} %"
    counts = f"{tally.moves:9}{tally.choices:9}{share:>9}{tally.half_points:13}"
    return f"{counts}{tally.per_move:9.3f}"


def _told(blunder: Blunder) -> list[str]:
    best = " or ".join(map(str, blunder.best))
    line = " ".join(map(str, blunder.refutation[:MOST_SHOWN]))
    more = len(blunder.refutation) - MOST_SHOWN
    rest = f" and {more} more" if more > 0 else ""
    return [
        f"game {blunder.game}, ply {blunder.ply + 1}, {blunder.player}: {blunder.played} gave away "
        f"{blunder.half_points} half-point{'s' * (blunder.half_points > 1)}; best {best}",
        f"  {blunder.position}",
        f"  then {line or 'the game is over'}{rest}",
    ]
