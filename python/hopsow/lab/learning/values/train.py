"""Fit a net to positions from self-play, with PyTorch.

The target of a position is a mixture of the result of its game and of what the search said, as
chances of winning. Weights are held within what the file can express while training, so that
rounding at the end changes little. The learning rate rises during the first steps and then falls
along a cosine to nothing. The last games are held out to see how well others are predicted; the
file is that of the net that predicted them best, looked at now and then.
"""

from __future__ import annotations

import time
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from hopsow import _native
from hopsow.files import write_atomically
from hopsow.games import Engine
from hopsow.lab.learning.values import data
from hopsow.lab.learning.values.shape import (
    HIDDEN,
    OF_EACH_FIRST,
    SCALES,
    SMALL,
    Shape,
    from_file,
    largest,
    real,
    shape_of,
    to_file,
    whole,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    Tensors = dict[str, Any]

BATCH = 16_384  # positions of a step
RATE, LAST_RATE, DECAY = 2e-3, 1e-6, 1e-5
RATE_OF_KNOWN = 5e-4  # for a net that has learned before
WARM_STEPS = 500  # the first steps are smaller
HELD_OUT = 20  # one position in so many, at most
MOST_HELD_OUT = 400_000
MOST_UNITS = 20.0  # scores beyond count as this: the game is decided
LARGEST_FIRST = 4.0  # weights of the first layer: sums of all inputs that are on stay in 16 bits
REPORT_EVERY_S, REPORTS = 10.0, 40  # so often, and not much more often than that in all
PART = 1 << 17  # positions judged at a time


class Options(namedtuple("Options", "seconds result_weight start own_first scale seed device")):
    """How to train: for so long, with so much weight on the result of the game, and where.

    `start` is the file of a net to begin with, None for random weights. With `own_first` each kind
    of positions gets a first layer of its own, at first the one that `start` shares among them.
    The values of the file are `scale` times those of the scores learned from.
    """

    __slots__ = ()
    seconds: float
    result_weight: float
    start: str | None
    own_first: bool
    scale: float
    seed: int
    device: str


class Outcome(namedtuple("Outcome", "positions held_out steps loss score_loss")):
    """How it went: the held-out loss of the net, and that of the search's own scores."""

    __slots__ = ()
    positions: int
    held_out: int
    steps: int
    loss: float
    score_loss: float


def train(
    game: str,
    folders: Sequence[str],
    output: str,
    options: Options,
    tell: Callable[[str], object] = lambda line: None,
) -> Outcome:
    """Fit a net to the positions in some folders and write its file, also while it is training."""
    shape = shape_of(game)
    torch.manual_seed(options.seed)
    firsts = shape.kinds if options.own_first else 1
    net = (
        known_net(shape, options.start, firsts, options.device)
        if options.start
        else random_net(shape, firsts, options.device)
    )
    seen = load(shape, folders, options.device)
    count = len(seen["result"])
    held_out = min(MOST_HELD_OUT, count // HELD_OUT)
    learned, tested = slice(0, count - held_out), slice(count - held_out, count)
    if held_out == 0:
        raise ValueError(
            f"{count} positions are too few to learn from, expected at least {HELD_OUT}"
        )
    steepness = steepest(seen["score"][tested], seen["result"][tested])
    score_loss = loss_of_scores(steepness, seen["score"][tested], seen["result"][tested])
    tell(f"{learned.stop} positions, {held_out} held out, loss of the search {score_loss:.4f}")
    least = float("inf")

    def look() -> float:
        nonlocal least
        loss = loss_of_net(net, seen, tested, steepness)
        if loss < least:
            least = loss
            save(net, shape, options.scale, output)
        return loss

    steps = descend(net, seen, learned.stop, steepness, options, look, tell)
    look()
    return Outcome(learned.stop, held_out, steps, least, score_loss)


def load(shape: Shape, folders: Sequence[str], device: str) -> Tensors:
    """Every position as a net sees it, with its score in units and its result from 0 to 1."""

    def shards() -> Iterator[data.Shard]:
        for folder in folders:
            for shard in data.shards(folder):
                if shard.game != shape.game:
                    raise ValueError(f"{folder} holds games of {shard.game}, not of {shape.game}")
                yield shard

    with ThreadPoolExecutor() as pool:
        parts = list(pool.map(partial(seen_in, shape), shards()))
    return {
        name: torch.from_numpy(np.concatenate([part[name] for part in parts])).to(device)
        for name in parts[0]
    }


def seen_in(shape: Shape, shard: data.Shard) -> dict[str, Any]:
    """The same of one file."""
    inputs, kinds = _native.net_inputs(shard.game, shard.rules, shard.records)
    size = _native.record_bytes(shard.game)
    labels = np.frombuffer(shard.records, np.uint8).reshape(-1, size)[:, -data.LABEL.size :]
    score = labels[:, :2].copy().view("<i2")[:, 0].astype(np.float32) / 100
    return {
        "inputs": np.frombuffer(inputs, np.uint16).astype(np.int16).reshape(-1, shape.most_on),
        "kind": np.frombuffer(kinds, np.uint8),
        "score": score.clip(-MOST_UNITS, MOST_UNITS),
        "result": (labels[:, 2].view(np.int8).astype(np.float32) + 1) / 2,
    }


def random_net(shape: Shape, firsts: int, device: str) -> Tensors:
    """Weights to begin with: uniform, smaller the more inputs they have."""
    fan_in = {"first": shape.inputs, "second": HIDDEN, "third": SMALL, "last": SMALL}
    net = {}
    for name, size in shape.sizes(firsts).items():
        bound = fan_in[name.removesuffix("_bias")] ** -0.5
        net[name] = ((2 * torch.rand(size) - 1) * bound).to(device).requires_grad_()
    return net


def known_net(shape: Shape, file: str, firsts: int, device: str) -> Tensors:
    """The weights of a net that has learned before, with at least so many first layers."""
    Engine(shape.game, 1, net=file)  # refuses what is not a net of this game
    arrays = dict(real(from_file(shape, Path(file).read_bytes())))
    for name in OF_EACH_FIRST:
        if len(arrays[name]) < firsts:
            arrays[name] = arrays[name].repeat(firsts, axis=0)
    return {
        name: torch.tensor(array, dtype=torch.float32, device=device, requires_grad=True)
        for name, array in arrays.items()
    }


def forward(net: Tensors, inputs: Any, kind: Any) -> tuple[Any, Any]:
    """The values of positions in units, kind by kind, and the order that this is."""
    inputs_of_all, kinds = net["first"].shape[1], len(net["last"])
    order = kind.argsort()
    # The number after the last input stands for no input.
    switches = net["first"].new_zeros(len(inputs), inputs_of_all + 1)
    switches = switches.scatter_(1, inputs[order].long(), 1.0)[:, :-1]
    values = []
    for i, hidden in enumerate(switches.split(kind.bincount(minlength=kinds).tolist())):
        first = min(i, len(net["first"]) - 1)
        hidden = (hidden @ net["first"][first] + net["first_bias"][first]).clamp(0, 1)
        for name in ("second", "third"):
            hidden = (hidden @ net[name][i].T + net[f"{name}_bias"][i]).clamp(0, 1)
        values.append(hidden @ net["last"][i] + net["last_bias"][i])
    return torch.cat(values), order


def descend(
    net: Tensors,
    seen: Tensors,
    count: int,
    steepness: float,
    options: Options,
    look: Callable[[], float],
    tell: Callable[[str], object],
) -> int:
    """Improve the net on the first `count` positions until the time is up; the steps taken.

    `look` says how it fares with those held out.
    """
    torch.set_float32_matmul_precision("high")
    optimiser = torch.optim.AdamW(net.values(), lr=RATE, weight_decay=DECAY, fused=True)
    batch = min(BATCH, count)
    highest = RATE_OF_KNOWN if options.start else RATE
    steps = at = 0
    order = torch.randperm(count, device=options.device)
    begun = last_report = time.monotonic()
    while (share := (time.monotonic() - begun) / options.seconds) < 1:
        rate = highest * min(1, (steps + 1) / WARM_STEPS) * (1 + np.cos(np.pi * share)) / 2
        for group in optimiser.param_groups:
            group["lr"] = float(rate) + LAST_RATE
        if at + batch > count:
            order, at = torch.randperm(count, device=options.device), 0
        rows = order[at : at + batch]
        at += batch
        values, by_kind = forward(net, seen["inputs"][rows], seen["kind"][rows].long())
        rows = rows[by_kind]
        chance = torch.sigmoid(steepness * seen["score"][rows])
        weight = options.result_weight
        target = weight * seen["result"][rows] + (1 - weight) * chance
        loss = functional.binary_cross_entropy_with_logits(steepness * values, target)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        stay_expressible(net)
        steps += 1
        if time.monotonic() - last_report > max(REPORT_EVERY_S, options.seconds / REPORTS):
            last_report = time.monotonic()
            tell(
                f"{share:4.0%}, {steps} steps, {steps * batch / count:.1f} times all positions, "
                f"loss {loss.item():.4f}, held out {look():.4f}"
            )
    return steps


def stay_expressible(net: Tensors) -> None:
    """Hold the weights within what the file can express."""
    with torch.no_grad():
        for name in SCALES:
            most = LARGEST_FIRST if name == "first" else largest(name)
            net[name].clamp_(-most, most)


def save(net: Tensors, shape: Shape, scale: float, output: str) -> None:
    """Write the file of the net so far."""
    arrays = {name: tensor.detach().cpu().numpy() for name, tensor in net.items()}
    for name in ("last", "last_bias"):
        arrays[name] = arrays[name] * scale
    write_atomically(Path(output), to_file(shape, whole(arrays)))


def loss_of_net(net: Tensors, seen: Tensors, tested: slice, steepness: float) -> float:
    """How badly the net predicts the results of games that it has not seen."""
    total = 0.0
    with torch.no_grad():
        for first in range(tested.start, tested.stop, PART):
            rows = slice(first, min(first + PART, tested.stop))
            values, order = forward(net, seen["inputs"][rows], seen["kind"][rows].long())
            loss = functional.binary_cross_entropy_with_logits(
                steepness * values, seen["result"][rows][order], reduction="sum"
            )
            total += float(loss)
    held_out: int = tested.stop - tested.start
    return total / held_out


def loss_of_scores(steepness: float, score: Any, result: Any) -> float:
    """How badly the search's scores predict the results."""
    return float(functional.binary_cross_entropy_with_logits(steepness * score, result))


def steepest(score: Any, result: Any) -> float:
    """How steeply the chances of winning rise with the score: what predicts best."""
    candidates = np.geomspace(0.05, 4, 60).tolist()
    best: float = min(candidates, key=lambda steepness: loss_of_scores(steepness, score, result))
    return best
