"""`hopsow lab solve`: what a whole game is worth, from its start."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from hopsow import tables
from hopsow.cli.arguments import (
    Arguments,
    add_device,
    add_json,
    add_memory,
    add_number,
    check_folder,
    parser,
)
from hopsow.cli.status import progress_of
from hopsow.files import write_atomically
from hopsow.games import rule_sets
from hopsow.lab.solve import awari, cuda, refuse_others
from hopsow.lab.verbs.torch import DEVICES

EXAMPLES = """\
  hopsow lab solve awari --stones-per-pit 1 -o one.json
  hopsow lab solve awari --rules oware
"""
WHAT = """\
Solve a game from its start: whether it is won, drawn or lost, and by which first moves.

Every position that can come about is solved, layer by layer, and counted. One or two stones a pit
are solved on the processor; three or four need a graphics card and pip install 'hopsow[cuda]'."""

MOST_PER_PIT = 4
CHECKED = 0


def run(argv: list[str]) -> int:
    """Solve it, print each layer and the result, and write the certificate."""
    given = _arguments().parse_args(argv)
    refuse_others(given.game, "be solved")
    if not 1 <= given.stones_per_pit <= MOST_PER_PIT:
        raise ValueError(f"--stones-per-pit {given.stones_per_pit}: expected 1 to {MOST_PER_PIT}")
    if given.output:
        check_folder(given.output)
    folder = Path(given.tables) if given.tables else tables.default_folder()
    rules = given.rules or rule_sets(given.game)[0]
    told = None if given.json else _print_layer
    if given.device == "cuda":
        on_card = cuda.solver(given.game, "be solved")
        card = on_card.card()
        solution = on_card.solve(
            *(card, given.stones_per_pit, rules, folder, given.memory),
            check=given.check,
            told=told,
        )
    else:
        with progress_of(f"{given.game}, {given.stones_per_pit} stones a pit") as progress:
            solution = awari.solve(
                *(given.stones_per_pit, rules, folder),
                threads=os.cpu_count() or 1,
                memory=given.memory,
                progress=progress,
                told=told,
            )
    certificate: dict[str, Any] = solution.as_json()
    if given.output:
        write_atomically(given.output, json.dumps(certificate, indent=1) + "\n")
    if given.json:
        print(json.dumps(certificate))
    else:
        _print_result(certificate)
    return 0


def _arguments() -> Arguments:
    arguments = parser("lab solve", WHAT, EXAMPLES)
    add_number(arguments, "stones-per-pit", 1, "stones in each pit at the start")
    where = "where to solve: the processor (cpu, the default) or a graphics card (cuda)"
    add_device(arguments, DEVICES, DEVICES[0], where)
    add_number(arguments, "check", CHECKED, "recompute layers of up to N stones, on a card")
    arguments.add_argument("-o", "--output", metavar="FILE", help="write a certificate, as JSON")
    arguments.add_argument(
        "--tables", metavar="DIR", help="folder for tables, and for layers that fit nowhere else"
    )
    add_memory(arguments)
    add_json(arguments)
    return arguments


def _print_layer(layer: Any, seconds: float) -> None:
    swept = f" in {layer.sweeps} sweeps" if layer.sweeps else ""
    checked = ", recomputed" if layer.all_results is not None else ""
    print(
        f"{layer.stones:2} stones: {layer.wins:,} won, {layer.draws:,} drawn, "
        f"{layer.losses:,} lost{swept}{checked} ({seconds:.1f} s)",
        flush=True,
    )


def _print_result(certificate: dict[str, Any]) -> None:
    moves = ", ".join(
        f"{move} {_worth(about)}" for move, about in sorted(certificate["moves"].items())
    )
    print(
        f"{certificate['positions']:,} positions in {certificate['seconds']} s "
        f"({certificate['device']})\n"
        f"the start is {_worth(certificate)}: {moves}"
    )


def _worth(about: dict[str, Any]) -> str:
    return f"{about['result']} ({about['value']:+d})" if "value" in about else str(about["result"])
