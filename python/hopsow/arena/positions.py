"""Checkers positions in the endgame where the choice of the move changes the outcome, with proof.

A position is kept if the value of every legal move is proven and they are not all the same. The
proof walks every line until the game ends, by the rules or by the count of plies without a capture.
Behind a capture that count starts anew: with up to three men the value is then looked up in a list
of all such endings, solved backwards from their ends; with more a search must find a forced end.
`python -m hopsow.arena.positions` makes the list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, permutations
from pathlib import Path
from random import Random

from hopsow.games import Engine, Position, parse

FILE = Path(__file__).parent / "data" / "checkers_positions.txt"
COUNT = 25
WORDS = {1: "win", 0: "draw", -1: "loss"}
COUNTED_PLIES = 50  # without a capture are a draw
MAX_POSITIONS = 40_000  # of one proof
MAX_NODES = 100_000  # of a search behind a capture
PLIES_LEFT = range(9, 16)
MEN = (4, 4, 5)
SMALL = 3  # men of the endings that are solved completely
KINDS = {"w": "W", "W": "WK", "r": "B", "R": "BK"}


class Unproven(Exception):  # noqa: N818 (no error: the position is passed over)
    """A value that could not be proven with the effort allowed."""


@dataclass(frozen=True)
class Exercise:
    """A position, its value for the side to move, and the moves that keep it."""

    position: str
    value: str
    keeping: tuple[str, ...]
    effort: int  # positions that the proof visited


class Endings:
    """The value of every position with up to three men, for the side to move, from counter 0."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        positions: list[Position] = []
        for position in small_positions():
            self.numbers[_plain(position)] = len(positions)
            positions.append(position)
        self.values = [0] * len(positions)
        self.plies = [0] * len(positions)
        self._solve(positions)

    def __getitem__(self, position: Position) -> int:
        number = self.numbers[_plain(position)]
        if self.plies[number] >= COUNTED_PLIES:  # the count might make this a draw
            raise Unproven
        return self.values[number]

    def _solve(self, positions: list[Position]) -> None:
        """Backwards from the ends: a loss makes all its parents wins, and a position all of whose
        children are won for the opponent is lost. What is never reached is a draw."""
        parents: list[list[int]] = [[] for _ in positions]
        open_children = [0] * len(positions)
        queue: list[int] = []
        for number, position in enumerate(positions):
            if not position.legal_moves:
                self.values[number] = -1
                queue.append(number)
            for move in position.legal_moves:
                child = position.play(move)
                known = self.numbers.get(_plain(child))
                if known is None:  # the last man was taken: no moves, and lost
                    self.values[number] = 1
                else:
                    parents[known].append(number)
                    open_children[number] += 1
            if self.values[number] == 1:
                queue.append(number)
        for number in queue:
            for parent in parents[number]:
                open_children[parent] -= 1
                if self.values[parent]:
                    continue
                if self.values[number] == -1 or open_children[parent] == 0:
                    self.values[parent] = -self.values[number]
                    self.plies[parent] = self.plies[number] + 1
                    queue.append(parent)


def small_positions() -> Iterator[Position]:
    """Every position with two or three men, of both sides."""
    for count in range(2, SMALL + 1):
        for kinds in combinations_with_replacement(sorted(KINDS), count):
            if len({kind.lower() for kind in kinds}) == 2:
                for squares in permutations(range(1, 33), count):
                    pairs = list(zip(kinds, squares, strict=True))
                    if pairs == sorted(pairs):  # equal men in one order only
                        yield from _both_to_move(pairs)


def _both_to_move(pairs: list[tuple[str, int]]) -> Iterator[Position]:
    men: dict[str, list[str]] = {"W": [], "B": []}
    for kind, square in pairs:
        men[KINDS[kind][0]].append(f"{KINDS[kind][1:]}{square}")
    for side in "WB":
        try:
            yield parse("checkers", f"{side}:W{','.join(men['W'])}:B{','.join(men['B'])}")
        except ValueError:  # a man on the last row
            return


def _plain(position: Position) -> str:
    """The position without its counter."""
    return str(position).partition(":H")[0]


class Prover:
    """Proves values of positions."""

    def __init__(self) -> None:
        self.engine = Engine("checkers", 16)
        self.endings = Endings()
        self.known: dict[Position, int] = {}
        self.visited = 0

    def prove(self, position: Position) -> Exercise:
        """The exercise that a position is; its moves need not differ."""
        self.known.clear()
        self.visited = 0
        values = {str(move): -self.value(position.play(move)) for move in position.legal_moves}
        best = max(values.values())
        keeping = tuple(move for move, value in values.items() if value == best)
        return Exercise(str(position), WORDS[best], keeping, self.visited)

    def value(self, position: Position) -> int:
        """1, 0 or -1 for the side to move."""
        outcome = position.outcome
        if outcome is not None:
            return 0 if outcome.winner is None else 1 if outcome.winner == position.to_move else -1
        if position in self.known:
            return self.known[position]
        self.visited += 1
        if self.visited > MAX_POSITIONS:
            raise Unproven
        if position.counter == 0:
            small = len(position.cells) - position.cells.count(".") <= SMALL
            found = self.endings[position] if small else self._search(position)
        else:
            found = -1
            for move in position.legal_moves:
                found = max(found, -self.value(position.play(move)))
                if found == 1:
                    break
        self.known[position] = found
        return found

    def _search(self, position: Position) -> int:
        report = self.engine.search([position], nodes=MAX_NODES, exact=True)
        if not report.exact:
            raise Unproven
        return (report.score > 0) - (report.score < 0)


def random_position(random: Random) -> Position | None:
    """A few men and kings anywhere, with few plies left before the game is a draw."""
    squares = random.sample(range(1, 33), random.choice(MEN))
    half = random.choice((len(squares) // 2, (len(squares) + 1) // 2))
    sides = {"W": squares[:half], "B": squares[half:]}
    texts = []
    for side, last in (("W", range(1, 5)), ("B", range(29, 33))):
        men = [
            f"K{s}" if s in last or random.random() < 0.4 else str(s) for s in sorted(sides[side])
        ]
        texts.append(side + ",".join(men))
    counter = COUNTED_PLIES - random.choice(PLIES_LEFT)
    try:
        return parse("checkers", f"{random.choice('WB')}:{':'.join(texts)}:H{counter}")
    except ValueError:
        return None


def make(seed: int = 1, count: int = COUNT) -> Iterator[Exercise]:
    """Exercises, as many won as drawn ones as can be had in turn."""
    random, prover = Random(seed), Prover()
    for number in range(count):
        wanted = ("win", "draw")[number % 2]
        while True:
            position = random_position(random)
            if position is None or not 3 <= len(position.legal_moves) <= 12:
                continue
            if position.legal_moves[0].is_capture:
                continue
            try:
                exercise = prover.prove(position)
            except Unproven:
                continue
            moves = len(position.legal_moves)
            if exercise.value == wanted and len(exercise.keeping) <= moves // 2:
                yield exercise
                break


def write(exercises: Iterator[Exercise]) -> Iterator[str]:
    """The lines of a file."""
    yield "# Checkers endgames (rules dd2380) where only some moves keep the outcome."
    yield "# Made and proven by: python -m hopsow.arena.positions"
    yield "# position | value for the side to move | moves that keep it | positions in the proof"
    for each in exercises:
        yield f"{each.position} | {each.value} | {' '.join(each.keeping)} | {each.effort}"


def read(path: Path = FILE) -> list[Exercise]:
    """The exercises of a file."""
    exercises = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        words = [word.strip() for word in line.split("|")]
        try:
            text, value, keeping, effort = words
            position = parse("checkers", text)
            moves = tuple(str(position.move(move)) for move in keeping.split())
            exercises.append(Exercise(text, value, moves, int(effort)))
        except ValueError as error:
            raise ValueError(f"{path}: line {number}: {error}") from None
    return exercises


def main() -> None:
    """Print the list."""
    for line in write(make()):
        print(line, flush=True)


if __name__ == "__main__":
    main()
