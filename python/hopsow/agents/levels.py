"""Ten levels of play: how far each looks, and how freely it chooses among the moves it sees.

Levels with a temperature weigh their moves: one that looks worse by `temperature` units of the game
(men, stones, plies) is chosen e times less often. So they err as people do, often a little and
seldom badly. The others play the best move they find. benches/levels.py measures whether each level
beats the second below it and whether level 1 is a match for `greedy`; the numbers made it so.
"""

from __future__ import annotations

from collections import namedtuple
from math import exp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from hopsow.games import Line, Move

WEIGHED = 12  # moves; the rest would hardly ever be chosen


class Level(namedtuple("Level", "depth nodes temperature", defaults=(None, None, 0.0))):
    """Looks `depth` plies ahead, or at `nodes` positions; without either it is at full strength."""

    __slots__ = ()
    depth: int | None
    nodes: int | None
    temperature: float


def chosen(lines: tuple[Line, ...], temperature: float, random: Random) -> Move:
    """One of the moves, the better ones more often; `lines` begin with the best."""
    best = lines[0].score
    weights = [exp(max(LEAST, (line.score - best) / temperature)) for line in lines]
    return random.choices(lines, weights)[0].move


LEAST = -700.0  # about the least exponent that a float can hold

LEVELS = {
    "halma": (
        Level(1, temperature=0.12),
        Level(1, temperature=0.06),
        Level(1),
        Level(2, temperature=0.04),
        Level(2),
        Level(3, temperature=0.1),
        Level(3, temperature=0.04),
        Level(nodes=6_000),
        Level(nodes=25_000),
        Level(),
    ),
    "checkers": (
        Level(1, temperature=5.0),
        Level(1, temperature=2.0),
        Level(2, temperature=0.75),
        Level(2, temperature=0.5),
        Level(3, temperature=0.42),
        Level(3, temperature=0.27),
        Level(4, temperature=0.15),
        Level(5, temperature=0.08),
        Level(6, temperature=0.03),
        Level(),
    ),
    "awari": (
        Level(1, temperature=2.8),
        Level(1, temperature=1.2),
        Level(1, temperature=0.6),
        Level(2, temperature=0.6),
        Level(2, temperature=0.3),
        Level(3, temperature=0.2),
        Level(4, temperature=0.1),
        Level(5),
        Level(7),
        Level(),
    ),
}
