"""How freely a level of play chooses among the moves it sees.

Levels with a temperature weigh their moves: one that looks worse by `temperature` units of the game
(men, stones, plies) is chosen e times less often. So they err as people do, often a little and
seldom badly. The others play the best move they find. benches/levels.py measures whether each level
beats the second below it and whether level 1 is a match for `greedy`; the numbers, among the facts
about each game, made it so.
"""

from __future__ import annotations

from math import exp

from hopsow.games import Level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from hopsow.games import Line, Move

FULL = Level()  # looks as far as it may, and plays the best move
WEIGHED = 12  # moves; the rest would hardly ever be chosen
LEAST = -700.0  # about the least exponent that a float can hold


def chosen(lines: tuple[Line, ...], temperature: float, random: Random | None = None) -> Move:
    """One of the moves, the better ones more often; `lines` begin with the best."""
    if random is None:
        from random import Random

        random = Random()
    best = lines[0].score
    weights = [exp(max(LEAST, (line.score - best) / temperature)) for line in lines]
    return random.choices(lines, weights)[0].move


def lesser(one: int | None, other: int | None) -> int | None:
    """The stricter of two limits, where None is no limit."""
    return min((limit for limit in (one, other) if limit is not None), default=None)
