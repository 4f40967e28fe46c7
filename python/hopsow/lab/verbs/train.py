"""`hopsow lab train`: a net from the positions that `hopsow lab data` wrote."""

from __future__ import annotations

import json
import sys

from hopsow.cli.arguments import (
    Arguments,
    add_json,
    check_folder,
    game_named,
    plain_parser,
)
from hopsow.games import GAMES
from hopsow.lab.verbs import torch

EXAMPLES = """\
  hopsow lab train checkers games --seconds 5 -o my.net
"""
WHAT = """\
Fit a net to positions from self-play. The file can be used at once: hopsow match GAME engine
engine:net=FILE. It is written now and then during the training, too. Needs PyTorch:
pip install "hopsow[lab]".
"""
SECONDS, RESULT_WEIGHT, SCALE, SEED = 120.0, 0.6, 1.0, 1
MOST_SCALE = 10.0


def run(argv: list[str]) -> int:
    """Train as the arguments say and write the net."""
    given = _arguments().parse_args(argv)
    if not given.seconds > 0:
        raise ValueError("seconds must be positive")
    if not 0 <= given.result_weight <= 1:
        raise ValueError("result-weight must be from 0 to 1")
    if not 0 < given.scale <= MOST_SCALE:
        raise ValueError(f"scale must be above 0 and at most {MOST_SCALE:g}")
    check_folder(given.output)
    device = torch.device(given.device, "training")
    from hopsow.lab.learning.values.train import Options, train

    options = Options(
        given.seconds,
        given.result_weight,
        given.start,
        given.own_first,
        given.scale,
        given.seed,
        device,
    )
    outcome = train(given.game, given.folders, given.output, options, _tell)
    if given.json:
        print(json.dumps({"game": given.game, "file": given.output, **outcome._asdict()}))
    else:
        print(
            f"{given.output}: held-out loss {outcome.loss:.4f}, "
            f"{outcome.score_loss:.4f} of the search's scores"
        )
    return 0


def _arguments() -> Arguments:
    arguments = plain_parser("lab train", WHAT, EXAMPLES)
    arguments.add_argument("game", metavar="GAME", type=game_named, help=", ".join(GAMES))
    arguments.add_argument("folders", metavar="DIR", nargs="+", help="folders of hopsow lab data")
    arguments.add_argument("-o", metavar="FILE", dest="output", required=True, help="file to write")
    arguments.add_argument(
        "--seconds", metavar="S", type=float, default=SECONDS, help=f"default: {SECONDS:g}"
    )
    arguments.add_argument(
        "--result-weight",
        metavar="W",
        type=float,
        default=RESULT_WEIGHT,
        help=f"how much the result counts, the rest is the search's score ({RESULT_WEIGHT})",
    )
    arguments.add_argument(
        "--from", metavar="FILE", dest="start", help="net to begin with (default: random weights)"
    )
    arguments.add_argument(
        "--own-first",
        action="store_true",
        help="a first layer for each kind of positions, at first that of --from",
    )
    arguments.add_argument(
        "--scale",
        metavar="X",
        type=float,
        default=SCALE,
        help=f"multiply the net's values, to change what one unit is ({SCALE:g})",
    )
    arguments.add_argument(
        "--seed", metavar="N", type=int, default=SEED, help=f"seed of all randomness ({SEED})"
    )
    torch.add_torch_device(arguments)
    add_json(arguments)
    return arguments


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
