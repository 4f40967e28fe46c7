"""Puzzles of Halma: even races, in which whoever loses a play loses the game.

Both armies are nearly home and as many plays away from it, so that the side to move wins by the
fastest way and loses by any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from hopsow.games import Move, Position, set_up
from hopsow.games.halma import square_named
from hopsow.tables import Tables

DEPTHS: Sequence[int] = (1, 2)
SPOILING: Sequence[int] = (12, 24)
TRIES = 100
SIZE = 16
CAMP = tuple((x, y) for y, width in enumerate((5, 5, 4, 3, 2)) for x in range(width))
SHAPES = (
    (1, 3),
    (2, 1),
    (2, 2),
    (2, 3),
    (3, 1),
)  # men that are not yet home, and how near they are to it
LEAST_PLIES = 3  # to the end; a single play is found at a glance

Square = tuple[int, int]


def candidates(random: Random, tables: Tables) -> Iterator[Position]:
    """Races in which no second play is as fast as the best."""
    by_plies: dict[int, list[list[Square]]] = {}
    for _ in range(TRIES):
        army = _army(random)
        race = _position(army, army, "white")
        plies = _plies(race, tables)
        opponents = by_plies.setdefault(plies, [])
        opponents.append(army)
        if plies < LEAST_PLIES or _is_won_by_several(race, tables):
            continue
        opponent = random.choice(opponents)
        if random.random() < 0.5:
            yield _position(army, opponent, "white")
        else:
            yield _position(opponent, army, "black")


def _army(random: Random) -> list[Square]:
    """Squares of men that go to the corner 0,0."""
    outside, near = random.choice(SHAPES)
    holes = random.sample(CAMP, outside)
    close = [square for square, distance in FROM_HOME.items() if 0 < distance <= near]
    return [*(square for square in CAMP if square not in holes), *random.sample(close, outside)]


def _distance(one: Square, other: Square) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


FROM_HOME = {
    (x, y): min(_distance((x, y), home) for home in CAMP) for y in range(SIZE) for x in range(SIZE)
}


def _position(white: list[Square], black: list[Square], to_move: str) -> Position:
    """The armies in their corners; black's is seen from the other side of the board."""
    cells = ["."] * SIZE * SIZE
    for x, y in white:
        cells[SIZE * y + x] = "w"
    for x, y in black:
        cells[-1 - SIZE * y - x] = "b"
    return set_up("halma", cells="".join(cells), to_move=to_move)


def _plies(race: Position, tables: Tables) -> int:
    """How long the race lasts, if the side to move wins it; else 0."""
    known = None if race.outcome else tables.probe(race)
    return known[1] if known is not None and known[0] > 0 else 0


def _is_won_by_several(race: Position, tables: Tables) -> bool:
    """Whether white, to move, wins by two plays; those that come nearer to home are tried first."""
    keeping = 0
    for move in sorted(race.legal_moves, key=_gain):
        after = race.play(move)
        known = tables.probe(after) if after.outcome is None else None
        if known is None:
            return True  # or nobody knows
        keeping += known[0] < 0
        if keeping == 2:
            return True
    return False


def _gain(move: Move) -> int:
    """Negative for a play towards home."""
    start, *_, end = map(square_named, move.squares)
    return FROM_HOME[end] - FROM_HOME[start]
