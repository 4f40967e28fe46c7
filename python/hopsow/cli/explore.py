"""`hopsow tables explore`: what tables know of a position, or positions that are hard to win."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hopsow import draw, tables
from hopsow.cli.arguments import Arguments, add_number
from hopsow.games import Position, parse
from hopsow.messages import Message
from hopsow.tables import RESULTS, explore

SEED = 1
MOST_HARD = 1000


def add_explorer(verb: Arguments) -> None:
    """The options."""
    verb.add_argument("--position", metavar="T", help="text of a position to look at")
    verb.add_argument("--rules", metavar="R", help="rule set (default: the game's first)")
    verb.add_argument(
        "--hard", metavar="N", type=int, help="instead, N won positions that one move alone wins"
    )
    verb.add_argument(
        "--size", metavar="N", type=int, help="of these, stones or pieces (default: all there are)"
    )
    add_number(verb, "seed", SEED, "of these, which ones")


def explore_tables(given: argparse.Namespace, folder: Path) -> int:
    """Do what the arguments say."""
    known = tables.open_tables(folder)
    if given.hard is not None:
        return _hard(given, known)
    if given.position is None:
        raise ValueError("expected --position T, or --hard N for positions to begin with")
    position = parse(given.game, given.position, given.rules)
    if position.outcome is not None:
        raise ValueError(f"the game is over: {position.outcome.reason}")
    listed, cost = explore.moves(position, known), explore.cost(position, known)
    worth = known.probe(position)
    tables.tell_problems(known)
    if given.json:
        about = {"game": position.game, "rules": position.rules, "position": str(position)}
        worths = {**_worth(worth), **bounds_as_json(position, known)}
        print(json.dumps({**about, **worths, "moves": [*map(_move, listed)], **_cost(cost)}))
        return 0
    print(draw.text(position))
    print(in_words(position, worth, known.bounds(position)))
    _print_moves(listed)
    if cost is not None:
        command = tables.build_command(position.game, cost.size, position.rules)
        print(f"{cost.message}\n  {command}")
    return 0


def in_words(
    position: Position,
    worth: tuple[int, int] | None,
    bounds: tuple[tuple[int, int], tuple[int, int]] | None,
) -> str:
    """What tables say of a position."""
    unit = Message(f"{position.game}.ending-unit")
    known = "no table knows this position"
    if worth is not None:
        known = f"{RESULTS[worth[0]]}, {worth[1]:+d} {unit}"
    if bounds is not None and bounds[0] != bounds[1]:
        (low, least), (high, most) = bounds
        results = (
            RESULTS[low] if low == high else f"{RESULTS[low]} at worst, {RESULTS[high]} at best"
        )
        known = f"{results}, {least:+d} to {most:+d} {unit}"
    return f"{position.to_move} to move: {known}"


def bounds_as_json(position: Position, known: tables.Tables) -> dict[str, Any]:
    """What a position is worth at least and at most, where tables know only that."""
    bounds = known.bounds(position)
    if bounds is None or bounds[0] == bounds[1]:
        return {}
    named = ({"result": RESULTS[result], "value": value} for result, value in bounds)
    return dict(zip(("at_least", "at_most"), named, strict=True))


def _print_moves(listed: list[explore.RankedMove]) -> None:
    for each in listed:
        result = "unknown" if each.result is None else RESULTS[each.result]
        value = "" if each.value is None else f" {each.value:+d}"
        print(f"  {each.move!s:12} {result:7}{value}".rstrip())


def _hard(given: argparse.Namespace, known: tables.Tables) -> int:
    rules, possible = tables.sizes(given.game, given.rules)
    reach = known.reach(given.game, rules) or 0
    size = reach if given.size is None else given.size
    if not 1 <= given.hard <= MOST_HARD:
        raise ValueError(f"--hard {given.hard}: expected 1 to {MOST_HARD}")
    if not possible.start <= size <= reach:
        raise ValueError(f"--size {size}: the tables here reach size {reach}")
    positions = explore.hard(known, given.game, size, given.hard, given.seed, rules)
    if given.json:
        listed = [
            {"position": str(each.position), "move": str(each.move), "others": each.others}
            for each in positions
        ]
        about = {"game": given.game, "rules": rules, "size": size}
        print(json.dumps({**about, "positions": listed}))
        return 0
    for each in positions:
        others = "1 other does not" if each.others == 1 else f"{each.others} others do not"
        print(f"{each.position}  {each.move} wins, {others}")
    if len(positions) < given.hard:
        print(f"random games led to no more than {len(positions)} of them")
    return 0


def _worth(worth: tuple[int, int] | None) -> dict[str, Any]:
    return {} if worth is None else {"result": RESULTS[worth[0]], "value": worth[1]}


def _move(each: explore.RankedMove) -> dict[str, Any]:
    result = None if each.result is None else RESULTS[each.result]
    return {"move": str(each.move), "result": result, "value": each.value}


def _cost(cost: explore.Cost | None) -> dict[str, Any]:
    return {} if cost is None else {"to_build": asdict(cost)}
