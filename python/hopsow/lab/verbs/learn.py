"""`hopsow lab learn`: a game from nothing, by self-play with search."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any

from hopsow.arena.contest import entrants
from hopsow.cli import INTERRUPTED
from hopsow.cli.arguments import Arguments, add_json, add_number, add_position, parser
from hopsow.cli.interruption import Interruption
from hopsow.games import rule_sets
from hopsow.lab.verbs import torch

EXAMPLES = """\
  hopsow lab learn checkers --minutes 25 --against engine:level=5 -o checkers --json
  hopsow lab learn awari --minutes 20 -o learned
  hopsow lab learn awari --position 3-3-3-3-3-3-3-3-3-3-3-3-0-0-S --minutes 20 -o small
"""
WHAT = """\
Play against oneself, learn from it, and repeat that. The folder holds all that is needed to go on:
after an interruption the same command does. The agent net:DIR/net.onnx plays what has been learned.
Needs PyTorch: pip install "hopsow[lab]".
"""
MINUTES, SEED, TRIAL = 20.0, 1, 32
MOST_MINUTES = 1e6


def run(argv: list[str]) -> int:
    """Learn as the arguments say, and print a line for each generation."""
    given = _arguments().parse_args(argv)
    if not 0 < given.minutes <= MOST_MINUTES:
        raise ValueError("--minutes is a positive number")
    if given.generations is not None and given.generations < 1:
        raise ValueError("--generations is at least 1")
    if given.threads < 1 or given.trial < 1:
        raise ValueError("--threads and --trial are at least 1")
    for agent in given.against:
        if entrants.is_program(agent):
            raise ValueError(f"agent {agent!r}: --against takes built-in agents")
        entrants.check(agent, given.game, given.rules)
    # What is wrong with it is said before PyTorch is loaded, which takes seconds.
    _plan(given, "cpu")
    device = torch.device(given.device, "learning", "onnx")
    from hopsow.lab.learning.policies.learner import NET, Learner

    folder = Path(given.output)
    learner = Learner(
        _plan(given, device), folder, device, given.threads, given.against, given.trial
    )
    interruption = Interruption(lambda: None)
    done = len(learner.rows)
    with interruption:
        for row in learner.generations(
            given.minutes, given.generations, lambda: interruption.has_come
        ):
            if not given.json:
                print(line(row), flush=True)
    if given.json:
        about = {"game": given.game, "rules": learner.plan.rules, "folder": str(folder)}
        result = {"net": str(folder / NET), "generations": learner.rows}
        print(json.dumps({**about, "device": device, **result}))
    else:
        print(_ending(learner.rows, done, folder / NET, interruption.has_come))
    return INTERRUPTED if interruption.has_come else 0


def _plan(given: argparse.Namespace, device: str) -> Any:
    from hopsow.lab.learning.policies.plan import Plan, outlook

    usual = outlook(given.game)
    size = usual.large if device == "cuda" else usual.small
    chosen = {
        name: getattr(size, name) if getattr(given, name) is None else getattr(given, name)
        for name in size._fields
    }
    return Plan(
        game=given.game,
        rules=given.rules or rule_sets(given.game)[0],
        position=given.position,
        seed=given.seed,
        simulations=usual.simulations if given.simulations is None else given.simulations,
        **chosen,
    )


def line(row: dict[str, Any]) -> str:
    """What is printed of a generation."""
    words = [
        f"generation {row['generation']}, {row['minutes']:.1f} min",
        f"{row['games']} games, {row['games_per_s']:g}/s",
    ]
    if row["value_loss"] is not None:
        words.append(f"loss {row['policy_loss']:.3f} policy {row['value_loss']:.3f} value")
    if row.get("regret") is not None:
        words.append(f"regret {row['regret']:.3f}")
    words += [f"{score:.0%} against {agent}" for agent, score in row.get("scores", {}).items()]
    return "; ".join(words)


def _ending(rows: list[dict[str, Any]], before: int, net: Path, is_interrupted: bool) -> str:
    if is_interrupted:
        return f"interrupted after {len(rows)} generations; the same command goes on from there"
    if len(rows) == before:
        return f"{net}: as long as this has been learned already; more --minutes go on"
    return f"{net}: play it as net:{net}"


def _arguments() -> Arguments:
    arguments = parser("lab learn", WHAT, EXAMPLES)
    arguments.add_argument(
        "-o", metavar="DIR", dest="output", required=True, help="folder to learn in"
    )
    add_position(arguments)
    arguments.add_argument(
        "--minutes",
        metavar="M",
        type=float,
        default=MINUTES,
        help=f"how long, all runs together (default: {MINUTES:g})",
    )
    arguments.add_argument(
        "--generations", metavar="N", type=int, help="at most so many (default: any number)"
    )
    arguments.add_argument(
        "--against",
        metavar="AGENT",
        action="append",
        default=[],
        help="whom to measure by, may be given again (default: the levels, one after the other)",
    )
    add_number(arguments, "trial", TRIAL, "games against each, in pairs")
    for name, what in (
        ("simulations", "simulations for each action"),
        ("games", "games side by side"),
        ("positions", "positions that a generation adds"),
        ("width", "width of the net's layers"),
        ("blocks", "residual blocks of the net"),
    ):
        arguments.add_argument(
            f"--{name}", metavar="N", type=int, help=f"{what} (default: by game and device)"
        )
    arguments.add_argument("--seed", metavar="N", type=int, default=SEED, help=f"default: {SEED}")
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    arguments.add_argument(
        "--threads", metavar="N", type=int, default=processors, help="default: all processors"
    )
    torch.add_torch_device(arguments)
    add_json(arguments)
    return arguments
