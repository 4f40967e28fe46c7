"""The core against the naive oracle: legal moves, the positions after them, and outcomes.

The positions come from random and from greedy games, out of the start position and out of random
set-ups that lie near an end or near a rule that play seldom meets. The core walks, so that the slow
oracle has to look at each position only once; where the core strays from the rules, it strays into
a position in which the two differ.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from types import ModuleType

import hopsow
import pytest
from effort import cases, seeded
from hopsow import IllegalMoveError, Move, Position
from oracle import awari, checkers, halma

ORACLES: dict[str, ModuleType] = {"halma": halma, "checkers": checkers, "awari": awari}
RULE_SETS = [(game, rules) for game, oracle in ORACLES.items() for rules in oracle.RULES]

POSITIONS = cases(4_000, 20_000, 200_000)  # distinct, of each rule set
PARTS = 4  # each rule set is checked in so many tests, for as many processes
MIN_ENDGAMES = 0.25  # of the positions
MIN_ENDS = cases(5, 40, 40)  # finished games, for each reason that the game has

START_PLIES = 200
SETUP_PLIES = 16
SETUPS = 15  # games from set-ups for one from the start
BLUNDERS = 0.15  # of the moves in greedy games, so that no two games are alike
MOST_STONES = 255  # that a board of Awari may have
HALMA_SUCCESSORS = 2  # of some 140 moves a position; in the other games every move is played

REASONS = {
    "halma": {"camp filled", "no moves"},
    "checkers": {"no moves", "no progress"},
    "awari": {"no moves", "majority"},
}

Choose = Callable[[Position, random.Random], Move]
Pair = tuple[str, str]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("game", "rules"), RULE_SETS)
def test_core_agrees_with_the_oracle(game: str, rules: str, part: int) -> None:
    chance = seeded(part)
    for position in positions(game, rules)[part::PARTS]:
        check_moves(position)
        check_outcome(position)
        moves = list(position.legal_moves)
        if game == "halma":
            moves = chance.sample(moves, min(HALMA_SUCCESSORS, len(moves)))
        for move in moves:
            check_successor(position, move)


@pytest.mark.parametrize(("game", "rules"), RULE_SETS)
def test_positions_include_endgames_and_every_end(game: str, rules: str) -> None:
    sample = positions(game, rules)
    endgames = sum(is_endgame(position) for position in sample)
    ends = Counter(position.outcome.reason for position in sample if position.outcome)
    print(f"{game} {rules}: {len(sample)} positions, {endgames} of endgames, ended by {dict(ends)}")
    assert len(set(sample)) == len(sample) == POSITIONS
    assert endgames >= MIN_ENDGAMES * POSITIONS
    assert ends.keys() == REASONS[game]
    assert min(ends.values()) >= MIN_ENDS


@pytest.mark.parametrize("rules", awari.RULES)
def test_a_repeated_position_of_awari_ends_as_the_oracle_says(rules: str) -> None:
    winners: Counter[str | None] = Counter()
    for position in positions("awari", rules)[::10]:
        if position.outcome is None:
            outcome = position.outcome_after([position])
            assert outcome is not None
            expected = awari.outcome_if_repeated(str(position), rules)
            assert (outcome.winner, outcome.reason) == expected, position
            winners[outcome.winner] += 1
    assert winners.keys() == {"south", "north", None}


@pytest.mark.parametrize(("game", "rules"), RULE_SETS)
def test_unlisted_moves_are_illegal(game: str, rules: str) -> None:
    chance = seeded(game, rules)
    for position in positions(game, rules)[::10]:
        for text in unlisted_moves(position, chance):
            try:
                after = position.play(text)
            except IllegalMoveError:
                continue
            pytest.fail(f"{label(position)}\n{text} is not legal, yet leads to {after}")


@pytest.mark.parametrize("rules", halma.RULES)
def test_halma_path_is_a_shortest_chain(rules: str) -> None:
    for position in positions("halma", rules)[::20]:
        grid, side = halma._read(str(position))
        distance = {man: distances(grid, man) for man in halma._men(grid, side)}
        for move in position.legal_moves:
            path = [read_square(text) for text in move.squares]
            assert is_play(grid, path), f"{label(position)}\n{move} is no play"
            shortest = distance[path[0]][path[-1]]
            assert len(path) - 1 == shortest, f"{label(position)}\n{move} has a detour"


def check_moves(position: Position) -> None:
    core = sorted(as_the_oracle_writes(move) for move in position.legal_moves)
    expected = ORACLES[position.game].moves(str(position), position.rules)
    if core != expected:
        missing, extra = Counter(expected), Counter(core)
        missing.subtract(core)
        extra.subtract(expected)
        pytest.fail(
            f"{label(position)}\nthe core lacks {sorted((+missing).elements())}"
            f"\nthe core adds {sorted((+extra).elements())}"
        )


def check_outcome(position: Position) -> None:
    outcome = position.outcome
    core = None if outcome is None else (outcome.winner, outcome.reason)
    expected = ORACLES[position.game].outcome(str(position), position.rules)
    assert core == expected, label(position)


def check_successor(position: Position, move: Move) -> None:
    core = str(position.play(move))
    text = as_the_oracle_writes(move)
    expected = ORACLES[position.game].play(str(position), text, position.rules)
    assert core == expected, f"{label(position)}\nafter {move}"


def label(position: Position) -> str:
    return f"{position.game} {position.rules}: {position}"


def as_the_oracle_writes(move: Move) -> str:
    """The text of the move; in Halma its two ends, which is all the oracle knows of it."""
    return f"{move.squares[0]}-{move.squares[-1]}" if move.game == "halma" else str(move)


@cache
def positions(game: str, rules: str) -> list[Position]:
    """Distinct positions of many games, the same in every process."""
    chance = seeded(game, rules)
    reached: dict[Position, None] = {}
    while len(reached) < POSITIONS:
        for choose in (random_move, greedy_move):
            first = chance.choice(hopsow.sides(game))
            start = hopsow.start(game, rules, first)
            reached.update(dict.fromkeys(walk(start, choose, START_PLIES, chance)))
            for _ in range(SETUPS):
                start = hopsow.parse(game, SETUP[game](rules, chance), rules)
                reached.update(dict.fromkeys(walk(start, choose, SETUP_PLIES, chance)))
    return list(reached)[:POSITIONS]


def walk(
    position: Position, choose: Choose, plies: int, chance: random.Random
) -> Iterator[Position]:
    yield position
    for _ in range(plies):
        if not position.legal_moves:
            return
        position = position.play(choose(position, chance))
        yield position


def random_move(position: Position, chance: random.Random) -> Move:
    return chance.choice(position.legal_moves)


def greedy_move(position: Position, chance: random.Random) -> Move:
    if chance.random() < BLUNDERS:
        return random_move(position, chance)
    return max(position.legal_moves, key=lambda move: (gain(position, move), chance.random()))


def gain(position: Position, move: Move) -> int:
    """What a greedy side likes: stones; long captures, then men's moves; the way to the goal."""
    if position.game == "awari":
        store = 12 + position.sides.index(position.to_move)
        return position.play(move).stones[store] - position.stones[store]
    if position.game == "checkers":
        if move.is_capture:
            return len(move.squares)
        return int(position.cells[int(move.squares[0]) - 1].islower())
    start, end = read_square(move.squares[0]), read_square(move.squares[-1])
    way = sum(end) - sum(start)
    return way if position.to_move == "black" else -way


def is_endgame(position: Position) -> bool:
    if position.outcome is not None:
        return True
    if position.game == "awari":
        return sum(position.stones[:12]) <= 12
    if position.game == "checkers":
        return 32 - position.cells.count(".") <= 8
    cells = position.cells
    for side, goal in (("b", halma.WHITE_CAMP), ("w", halma.BLACK_CAMP)):
        arrived = sum(cells[16 * y + x] == side for x, y in goal)
        if 2 * arrived >= cells.count(side) > 0:
            return True
    return False


def checkers_setup(rules: str, chance: random.Random) -> str:
    """A few pieces, or a board full of kings and men; sometimes shortly before the draw."""
    most = chance.choice([3, 4, 12])
    men = {"W": chance.randint(0, most), "B": chance.randint(1, most)}
    squares = chance.sample(range(1, 33), sum(men.values()))
    fields = [chance.choice("WB")]
    for letter, crowning_row in (("W", range(1, 5)), ("B", range(29, 33))):
        own = [squares.pop() for _ in range(men[letter])]
        kings = {square for square in own if square in crowning_row or chance.random() < 0.4}
        pieces = [f"K{square}" if square in kings else f"{square}" for square in own]
        fields.append(letter + ",".join(pieces))
    counter = chance.choice([0, 0, checkers.DRAW_PLIES[rules] - chance.randint(0, 9)])
    return ":".join(fields) + (f":H{counter}" if counter else "")


def awari_setup(rules: str, chance: random.Random) -> str:
    """A few stones of the 48, or heaps that go round several times."""
    pits = [0] * 12
    if chance.random() < 0.75:
        for _ in range(chance.randint(0, 14)):
            pits[chance.randrange(12)] += 1
        captured = 48 - sum(pits)
        south = chance.randint(captured - 24, 24)
        stores = [south, captured - south]
    else:
        for pit in chance.sample(range(12), 3):
            pits[pit] = chance.choice([1, 11, 12, 13, 22, 23, 24, chance.randint(12, 70)])
        for _ in range(chance.randint(0, 12)):
            pits[chance.randrange(12)] += 1
        stones = sum(pits)
        stores = [chance.randint(0, min(stones, MOST_STONES - stones) // 2)] * 2
    return "-".join(map(str, pits + stores)) + "-" + chance.choice("SN")


def halma_setup(rules: str, chance: random.Random) -> str:
    """Men about to arrive, a throng around a camp, or any men anywhere."""
    arrange = chance.choice([arriving_men, arriving_men, thronging_men, scattered_men])
    rows = [["."] * 16 for _ in range(16)]
    for (x, y), side in arrange(chance).items():
        rows[y][x] = side
    texts = [re.sub(r"\.+", lambda run: str(len(run[0])), "".join(row)) for row in rows]
    return "/".join(texts) + " " + chance.choice("bw")


def arriving_men(chance: random.Random) -> dict[halma.Square, str]:
    men = {}
    for side, goal in (("b", halma.WHITE_CAMP), ("w", halma.BLACK_CAMP)):
        around = {(x + dx, y + dy) for x, y in goal for dx, dy in halma.DIRECTIONS} - {*goal}
        before = [(x, y) for x, y in sorted(around) if 0 <= x < 16 and 0 <= y < 16]
        arrived = chance.randint(16, 19)
        for square in chance.sample(goal, arrived) + chance.sample(before, 19 - arrived):
            men[square] = side
    if chance.random() < 0.3:  # of each side a man has not left its camp
        black, white = (chance.choice([s for s in men if men[s] == side]) for side in "bw")
        men[black], men[white] = "w", "b"
    return men


def thronging_men(chance: random.Random) -> dict[halma.Square, str]:
    """A few men in their own corner, more or less walled in by the other side."""
    side = chance.choice("bw")
    disorder = chance.choice([1, 2, 6])
    squares = [(x, y) for x in range(6) for y in range(6)]
    squares.sort(key=lambda square: max(square) + disorder * chance.random())
    if side == "w":
        squares = [(15 - x, 15 - y) for x, y in squares]
    own = chance.randint(1, 9)
    men = dict.fromkeys(squares[:own], side)
    men.update(dict.fromkeys(squares[own : own + 19], halma.OPPONENT[side]))
    return men


def scattered_men(chance: random.Random) -> dict[halma.Square, str]:
    squares = chance.sample([(x, y) for x in range(16) for y in range(16)], 38)
    men = dict.fromkeys(squares[: chance.randint(1, 19)], "b")
    men.update(dict.fromkeys(squares[19 : 19 + chance.randint(0, 19)], "w"))
    return men


SETUP: dict[str, Callable[[str, random.Random], str]] = {
    "halma": halma_setup,
    "checkers": checkers_setup,
    "awari": awari_setup,
}


def unlisted_moves(position: Position, chance: random.Random) -> list[str]:
    """Texts of moves, near the legal ones, that the oracle does not list."""
    legal = ORACLES[position.game].moves(str(position), position.rules)
    if position.game == "awari":
        return [letter for letter in awari.LETTERS if letter not in legal]
    paths = [re.split("[-x]", text) for text in legal]
    ends = {(path[0], path[-1]) for path in paths}  # two ends may stand for the whole path
    if position.game == "halma":
        pairs = [pair for pair in halma_pairs(position, chance) if pair not in ends]
        return ["-".join(pair) for pair in pairs]

    pairs = [(f"{chance.randint(1, 32)}", f"{chance.randint(1, 32)}") for _ in range(4)]
    pairs += neighbours(position)
    texts = [
        start + mark + end for start, end in pairs if (start, end) not in ends for mark in "-x"
    ]
    for path in paths:
        unfinished = [path[:length] for length in range(2, len(path))]
        texts += ["x".join(part) for part in unfinished if (part[0], part[-1]) not in ends]
    return texts


def halma_pairs(position: Position, chance: random.Random) -> Iterator[Pair]:
    """Men of the mover, each with a square up to four away; and any two squares."""
    side = position.to_move[0]
    for cell, content in enumerate(position.cells):
        if content == side:
            y, x = divmod(cell, 16)
            end_x = min(max(x + chance.randint(-4, 4), 0), 15)
            end_y = min(max(y + chance.randint(-4, 4), 0), 15)
            yield f"{x},{y}", f"{end_x},{end_y}"
    x, y, end_x, end_y = (chance.randrange(16) for _ in range(4))
    yield f"{x},{y}", f"{end_x},{end_y}"


def neighbours(position: Position) -> list[Pair]:
    """For every piece, either side's, the squares one and two diagonal steps away."""
    pairs = []
    for number, content in enumerate(position.cells, start=1):
        if content == ".":
            continue
        row, column = checkers._square(number)
        for down in (-2, -1, 1, 2):
            for right in (-abs(down), abs(down)):
                if 0 <= row + down < 8 and 0 <= column + right < 8:
                    end = checkers._number(row + down, column + right)
                    pairs.append((f"{number}", f"{end}"))
    return pairs


def read_square(text: str) -> halma.Square:
    x, y = text.split(",")
    return int(x), int(y)


def is_play(grid: halma.Grid, path: list[halma.Square]) -> bool:
    """Whether the squares are one step or a chain of jumps, by the oracle's hop rule."""
    lifted = lift(grid, path[0])
    if len(path) == 2 and path[1] in steps(lifted, path[0]):
        return True
    return all(end in jumps(lifted, start) for start, end in pairwise(path))


def distances(grid: halma.Grid, start: halma.Square) -> dict[halma.Square, int]:
    """The fewest steps or jumps to each square where a play from `start` can end."""
    lifted = lift(grid, start)
    fewest = {start: 0}
    for square in (queue := [start]):
        for landing in jumps(lifted, square):
            if landing not in fewest:
                fewest[landing] = fewest[square] + 1
                queue.append(landing)
    return fewest | dict.fromkeys(steps(lifted, start), 1)


def lift(grid: halma.Grid, square: halma.Square) -> halma.Grid:
    lifted = [row[:] for row in grid]
    lifted[square[1]][square[0]] = halma.EMPTY
    return lifted


def steps(grid: halma.Grid, square: halma.Square) -> list[halma.Square]:
    x, y = square
    ends = [(x + dx, y + dy) for dx, dy in halma.DIRECTIONS]
    return [end for end in ends if halma._is_empty(grid, *end)]


def jumps(grid: halma.Grid, square: halma.Square) -> list[halma.Square]:
    x, y = square
    return [
        (x + 2 * dx, y + 2 * dy)
        for dx, dy in halma.DIRECTIONS
        if halma._is_man(grid, x + dx, y + dy) and halma._is_empty(grid, x + 2 * dx, y + 2 * dy)
    ]
