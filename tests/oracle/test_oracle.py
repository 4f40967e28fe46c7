"""The oracle against the perft tables, and against laws and games derived by hand.

The tables' depths are checked while the moves to be listed stay few; the core checks them all.
"""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from effort import seeded
from perft_tables import Row, rows

from oracle import awari, checkers, halma

MAX_LISTS = 8_000  # move lists made for one count: the count of the depth before


class Rules(NamedTuple):
    start: str
    rules: tuple[str, ...]
    moves: Callable[[str, str], list[str]]
    play: Callable[[str, str, str], str]
    outcome: Callable[[str, str], tuple[str | None, str] | None]
    perft: Callable[[str, int, str], int]


GAMES = {
    name: Rules(game.START, game.RULES, game.moves, game.play, game.outcome, game.perft)
    for name, game in [("halma", halma), ("checkers", checkers), ("awari", awari)]
}
ROWS = {(row.game, row.name, row.rules): row for game in GAMES for row in rows(game)}


@pytest.mark.parametrize("row", ROWS.values(), ids=lambda row: f"{row.game}-{row.name}-{row.rules}")
def test_table(row: Row) -> None:
    lists = 1
    for depth, count in enumerate(row.counts, start=1):
        if lists > MAX_LISTS:
            break
        assert GAMES[row.game].perft(row.position, depth, row.rules) == count, f"depth {depth}"
        lists = count


def test_rows_have_names_of_their_own_and_known_rules() -> None:
    assert len(ROWS) == sum(len(rows(game)) for game in GAMES)
    assert all(row.rules in GAMES[row.game].rules for row in ROWS.values())


@pytest.mark.parametrize("row", ROWS.values(), ids=lambda row: f"{row.game}-{row.name}-{row.rules}")
def test_a_position_has_moves_or_an_outcome(row: Row) -> None:
    game = GAMES[row.game]
    assert (game.outcome(row.position, row.rules) is None) == (row.counts[0] > 0)


@pytest.mark.parametrize(
    ("game", "name", "rules", "winner", "reason"),
    [
        ("halma", "blocked", "addendum", "white", "no moves"),
        ("halma", "no-men", "addendum", "white", "no moves"),
        ("halma", "only-sideways-loses", "addendum", "white", "no moves"),
        ("halma", "opposing-camp-bars-the-last-play", "original", "white", "no moves"),
        ("halma", "filled-with-stayers", "addendum", "black", "camp filled"),
        ("halma", "filled-by-black-alone-mirrored", "original", "white", "camp filled"),
        ("halma", "filled-and-stuck", "addendum", "white", "no moves"),
        ("halma", "both-camps-filled", "addendum", "black", "camp filled"),
        ("checkers", "blocked-side-loses", "dd2380", "white", "no moves"),
        ("checkers", "no-pieces-mirrored", "tournament", "red", "no moves"),
        ("checkers", "counter-50", "dd2380", None, "no progress"),
        ("checkers", "counter-before-capture", "dd2380", None, "no progress"),
        ("checkers", "counter-before-no-moves", "dd2380", None, "no progress"),
        ("checkers", "counter-80", "tournament", None, "no progress"),
        ("awari", "cannot-feed", "forfeit", "north", "no moves"),
        ("awari", "cannot-feed", "abapa", "south", "no moves"),
        ("awari", "mover-without-stones", "forfeit", None, "no moves"),
        ("awari", "mover-without-stones", "abapa", "north", "no moves"),
        ("awari", "cannot-feed", "oware", "south", "no moves"),
        ("awari", "mover-without-stones", "oware", "north", "no moves"),
        ("awari", "empty-board", "forfeit", None, "no moves"),
        ("awari", "majority", "abapa", "south", "majority"),
        ("awari", "majority-of-the-other", "forfeit", "north", "majority"),
    ],
)
def test_outcome(game: str, name: str, rules: str, winner: str | None, reason: str) -> None:
    position = ROWS[game, name, rules].position
    assert GAMES[game].outcome(position, rules) == (winner, reason)


@pytest.mark.parametrize(
    ("game", "name", "move", "after"),
    [
        ("halma", "start-white-first", "11,15-10,15", "11wwwww/10w1wwww b"),
        ("halma", "start-white-first", "12,15-10,13", "10w1wwww/11wwwww/11w1www b"),
        ("halma", "same-man-jumped-twice", "8,8-8,10", "16/16/9ww5/8b7/16/16/16/16/16 w"),
        ("checkers", "start", "9-13", ":B1,2,3,4,5,6,7,8,10,11,12,13:H1"),
        ("checkers", "counter-reset-by-capture", "14x23", "W:W32:B23,K1"),
        ("checkers", "counter-ignores-men", "1-6", "W:W32:B6:H49"),
        ("checkers", "crowned-by-capture-ends-the-turn", "22x31", "W:W27:BK31"),
        ("checkers", "king-circles", "10x17x26x19x10", "W:W:BK10"),
        ("awari", "twelve-stones", "C", "1-1-0-2-1-1-2-1-4-1-1-3-15-15-N"),
        ("awari", "twenty-four-stones", "E", "2-2-2-2-0-4-0-2-3-2-2-8-11-8-N"),
        ("awari", "twelve-stones-take", "F", "1-1-1-1-1-0-0-1-6-1-1-1-18-15-N"),
        ("awari", "grand-slam-six-pits", "F", "0-0-0-0-0-0-2-3-2-3-2-3-17-16-N"),
        ("awari", "grand-slam-feeds", "F", "3-1-1-1-1-0-2-2-2-2-2-2-15-14-N"),
        ("awari", "not-a-grand-slam", "F", "1-0-0-0-0-0-0-0-0-0-1-0-27-19-N"),
        ("awari", "run-stops-at-the-row", "E", "0-0-1-0-0-2-0-0-0-0-0-3-22-20-N"),
    ],
)
def test_position_after(game: str, name: str, move: str, after: str) -> None:
    rules = GAMES[game].rules[0]
    position = GAMES[game].play(ROWS[game, name, rules].position, move, rules)
    assert position.endswith(after)


def test_a_mans_move_resets_the_tournament_counter_only() -> None:
    assert checkers.play("B:W32:B1:H48", "1-6", "tournament") == "W:W32:B6"
    assert checkers.play("B:WK32:BK1:H48", "1-6", "tournament") == "W:WK32:BK6:H49"


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_listed_does_not_play(game: str) -> None:
    rules = GAMES[game]
    foreign = {"halma": "4,4-5,5", "checkers": "21-17", "awari": "a"}[game]
    with pytest.raises(ValueError, match="illegal move"):
        rules.play(rules.start, foreign, rules.rules[0])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", sorted({name for _, name, _ in ROWS if name.endswith("mirrored")}))
def test_mirrored_rows_count_alike(game: str, name: str) -> None:
    for rules in GAMES[game].rules:
        mirrored = ROWS.get((game, name, rules))
        if mirrored is not None:
            assert mirrored.counts == ROWS[game, name.removesuffix("-mirrored"), rules].counts


def _walk(game: str, rules: str, seed: int, plies: int) -> list[str]:
    """The positions of a random game, from the start to its end or to `plies`."""
    chance = seeded(seed)
    positions = [GAMES[game].start]
    while len(positions) <= plies:
        legal = GAMES[game].moves(positions[-1], rules)
        if not legal:
            break
        positions.append(GAMES[game].play(positions[-1], chance.choice(legal), rules))
    return positions


@pytest.mark.parametrize("seed", range(20))
def test_awari_keeps_its_stones(seed: int) -> None:
    for position in _walk("awari", "forfeit", seed, plies=200):
        assert sum(int(number) for number in position.split("-")[:-1]) == 48


@pytest.mark.parametrize("rules", halma.RULES)
@pytest.mark.parametrize("seed", range(3))
def test_halma_keeps_its_men(rules: str, seed: int) -> None:
    for position in _walk("halma", rules, seed, plies=120):
        board = position.split(" ")[0]
        assert board.count("b") == board.count("w") == 19


@pytest.mark.parametrize("seed", range(20))
def test_checkers_games_end_within_the_counter(seed: int) -> None:
    # 24 pieces allow 23 captures, at most 50 plies apart, and 50 plies more to the draw.
    positions = _walk("checkers", "dd2380", seed, plies=24 * 50)
    assert checkers.outcome(positions[-1], "dd2380") is not None
