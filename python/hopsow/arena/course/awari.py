"""Awari, whose document states no scheme: ten games against `minimax` at depths 1, 2 and 3; ten
points for a win and five for a draw. A private exam also asks for ten endings, two points each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hopsow import tables
from hopsow.arena.contest.openings import Openings
from hopsow.arena.course.check import Check
from hopsow.arena.course.difficulty import Stratum
from hopsow.arena.course.endings import Wanted, choices
from hopsow.arena.course.exam import Question
from hopsow.games import Move, Position, facts, minimax
from hopsow.records import Record

DEPTHS = (1, 1, 1, 2, 2, 2, 2, 3, 3, 3)
OPENING_PLIES = 4
WON = {1: (1, 3), 3: (1, 2, 3, 4, 6, 7, 9)}  # by plain minimax of each depth: 20 and 70 points
CHECKS: Sequence[Check] = ()  # there is no course format
ENDING_WORTH = 2.0
STONES, LEAST_STONES = 12, 7  # the tables that are always there know as many
STRATA = (Stratum(0, 0, 4), Stratum(1, 3, 3), Stratum.deeper(3))


def course(rules: str | None, seed: int) -> list[Question]:
    """Ten games."""
    openings = Openings("awari", rules, "random:plies=2", seed)
    chosen = (openings[(number - 1) // 2].moves for number in range(1, len(DEPTHS) + 1))
    return _games(chosen, seed)


def _games(openings: Iterable[tuple[str, ...]], seed: int) -> list[Question]:
    return [
        Question(
            *("games", f"game {number}: against depth {depth}", 10.0, False),
            first=_first(number),
            opponent=f"minimax:depth={depth}",
            opening=opening,
            cpu_move=facts("awari").course_limits["cpu_move"],
            seed=seed + number,
        )
        for number, (depth, opening) in enumerate(zip(DEPTHS, openings, strict=True), 1)
    ]


def _first(number: int) -> str:
    return "AB"[(number - 1) % 2]


def _equally_hard(seed: int) -> Iterator[tuple[str, ...]]:
    """Openings from which plain minimax of each depth wins just the games that it should."""
    openings = Openings("awari", None, f"random:plies={OPENING_PLIES}", seed)
    place = 0
    for number, depth in enumerate(DEPTHS, 1):
        while True:
            opening = openings[place].moves
            place += 1
            if all(
                _wins(opening, _first(number), own, depth) == (number in won)
                for own, won in WON.items()
            ):
                yield opening
                break


def _wins(opening: tuple[str, ...], first: str, own: int, other: int) -> bool | None:
    """Whether plain minimax of one depth beats another from an opening; None if neither does."""
    record = Record("awari")
    side = record.position.to_move
    for move in opening:
        record.play(move)
    while record.outcome is None:
        is_own = (record.position.to_move == side) == (first == "A")
        chosen = minimax(record.position, own if is_own else other)
        assert chosen is not None
        record.play(chosen)
    winner = record.outcome.winner
    return None if winner is None else (winner == side) == (first == "A")


def private(seed: int) -> list[Question]:
    """Ten endings, proven by tables, and the games."""
    found = choices(tables.open_tables(), seed, WANTED)
    endings = [
        Question(
            *("endings", f"ending {number}: {each.position} is a {each.value}", ENDING_WORTH, True),
            position=str(each.position),
            cpu_move=facts("awari").course_limits["cpu_move"],
            keeping=each.keeping,
            value=each.value,
            depth=each.depth,
        )
        for number, each in enumerate(found, 1)
    ]
    return endings + _games(_equally_hard(seed), seed)


def answer(position: Position, move: Move) -> str:
    """The line of an engine, because the course has no format for programs."""
    return f"bestmove {move}\n"


def _simple(position: Position) -> Move:
    """The starter's move, which captures as much as it can."""
    move = minimax(position, 1)
    assert move is not None
    return move


WANTED = Wanted("awari", STONES, STRATA, _simple, least_size=LEAST_STONES)
