"""`hopsow show`: a position after some moves, drawn and with its legal moves."""

from __future__ import annotations

from hopsow import draw
from hopsow.cli import colour
from hopsow.cli.arguments import add_json, add_moves, add_position, examples, parser, record
from hopsow.records import Record

NARROW, WIDE = 20, 79


def run(argv: list[str]) -> int:
    """Show the position that the arguments describe."""
    arguments = parser("show", "Draw a position and list its legal moves.", examples("show"))
    add_position(arguments)
    add_moves(arguments)
    add_json(arguments)
    given = arguments.parse_intermixed_args(argv)
    shown = record(given)
    print(_json(shown) if given.json else _text(shown))
    return 0


def _json(record: Record) -> str:
    import json

    outcome = record.outcome
    return json.dumps(
        {
            "game": record.game,
            "rules": record.rules,
            "position": str(record.position),
            "to_move": record.position.to_move,
            "legal_moves": _legal_moves(record),
            "outcome": outcome and {"winner": outcome.winner, "reason": outcome.reason},
        }
    )


def _text(record: Record) -> str:
    now = record.position
    lines = [colour.drawing(draw.text(now)), "", str(now)]
    if record.outcome is not None:
        winner = record.outcome.winner
        return "\n".join(
            [*lines, f"{f'{winner} has won' if winner else 'draw'}: {record.outcome.reason}"]
        )
    moves = sorted(_legal_moves(record), key=_numbers)
    plural = "" if len(moves) == 1 else "s"
    lines.append(f"{now.to_move} to move ({now.rules}), {len(moves)} legal move{plural}:")
    return "\n".join([*lines, *_wrapped(moves)])


def _legal_moves(record: Record) -> list[str]:
    """None once the game is over, also where only its history says so."""
    return [] if record.outcome else [str(move) for move in record.position.legal_moves]


def _numbers(move: str) -> list[tuple[int, str]]:
    """The order of moves for a reader: by the numbers in them, 9-13 before 10-14."""
    import re

    return [(int(each) if each.isdigit() else -1, each) for each in re.findall(r"\d+|\D+", move)]


def _wrapped(words: list[str]) -> list[str]:
    import shutil
    import textwrap

    return textwrap.wrap(
        " ".join(words),
        width=max(NARROW, min(WIDE, shutil.get_terminal_size().columns - 1)),
        initial_indent="  ",
        subsequent_indent="  ",
        break_on_hyphens=False,
        break_long_words=False,
    )
