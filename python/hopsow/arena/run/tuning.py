"""Fitting the weights of an evaluation with games that are played in any place.

The games of a generation go out in pieces; the fit to all of them, in the order of their numbers,
is made at home. So the weights are those of `hopsow._native.tune`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import NamedTuple

from hopsow._native import tuning_fit, tuning_games
from hopsow.arena.run import here, shipping
from hopsow.arena.run.place import Place
from hopsow.arena.run.shipping import Shipped

PIECE = 50  # games

Plan = tuple[int, int, int, int]  # games, generations, nodes and seed
Fit = tuple[bytes, int, float, float]


class Piece(NamedTuple):
    """Some games of a generation, and the weights that they are played with."""

    game: str
    plan: Plan
    weights: bytes | None
    generation: int
    first: int


def tune(
    place: Place, game: str, plan: Plan, progress: Callable[[float], object] | None = None
) -> Fit:
    """The file of weights, positions, loss before and after, as `hopsow._native.tune` has them."""
    tuning_games(game, plan, None, 0, 0, 0)  # a plan that nobody can carry out is refused at home
    weights: bytes | None = None
    for generation in range(plan[1]):
        samples = _played(place, Piece(game, plan, weights, generation, 0), progress)
        fit = tuning_fit(game, plan, weights, generation, samples)
        weights = fit[0]
    return fit[1:]


def _played(place: Place, model: Piece, progress: Callable[[float], object] | None) -> bytes:
    """What all games of a generation teach."""
    games, generations = model.plan[:2]
    firsts = range(0, games, PIECE)
    tasks = (
        (first, Shipped(model._replace(first=first), (), (shipping.SAME_HOPSOW,)))
        for first in firsts
    )
    samples: dict[int, bytes] = {}
    with closing(place.work(tasks, 1, tell_samples, lambda shipped: None)) as told:
        for first, result in told:
            if result is None:
                raise ChildProcessError(f"games from {first}: a worker was killed")
            samples[first] = result
            if progress is not None:
                share = len(samples) / len(firsts)
                progress((model.generation + share) / generations)
    return b"".join(samples[first] for first in firsts)


def tell_samples(shipped: Shipped, tell: here.Tell) -> None:
    """Play a piece that has arrived."""
    piece: Piece = shipped.task
    tell(tuning_games(*piece, PIECE))
