"""The moves that a pair of games begins with, so that deterministic agents play different games.

`random:plies=N` are random legal moves by seed; `level` are the three-ply openings of checkers that
a search keeps level, from a list that `python -m hopsow.arena.contest.openings` makes; anything
else is a file with the moves of one opening a line, or with a position.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from hopsow.errors import ParseError
from hopsow.games import Engine, Position, parse, start
from hopsow.records import Record
from hopsow.texts import decode

LEVEL = Path(__file__).parent / "data" / "checkers_openings.txt"
PLIES = 4
MAX_PLIES = 100
DEFAULTS = {"halma": f"random:plies={PLIES}", "checkers": "level", "awari": f"random:plies={PLIES}"}
DEPTH = 15  # of the search that judges the list
HALF_A_MAN = 0.5


@dataclass(frozen=True)
class Opening:
    """A start position (None is the usual one) and the moves that follow it."""

    position: str | None = None
    moves: tuple[str, ...] = ()


class Openings:
    """An endless, repeatable sequence of openings: number i depends on the seed and on i alone."""

    def __init__(self, game: str, rules: str | None, text: str | None, seed: int) -> None:
        if seed < 0:
            raise ValueError(f"the seed is {seed}, expected at least 0")
        self.game, self.rules, self.seed = game, rules, seed
        self.plies: int | None = None
        self.listed: list[Opening] = []
        text = text or (DEFAULTS[game] if rules is None or game != "checkers" else "random")
        name, _, rest = text.partition(":")
        if name == "random":
            self.plies = _plies(text, rest)
        elif text == "level":
            if game != "checkers":
                raise ValueError(f"openings 'level' are of checkers, not of {game}")
            self.listed = self._read(LEVEL)
        else:
            self.listed = self._read(Path(text))
        if self.listed:
            Random(seed).shuffle(self.listed)

    def __getitem__(self, number: int) -> Opening:
        if self.listed:
            return self.listed[number % len(self.listed)]
        return Opening(moves=self._random(number))

    def _random(self, number: int) -> tuple[str, ...]:
        random = Random(f"{self.seed}/{number}")
        while True:
            record = Record(self.game, self.rules)
            while len(record.moves) < (self.plies or 0) and record.outcome is None:
                record.play(random.choice(record.position.legal_moves))
            if record.outcome is None:
                return tuple(map(str, record.moves))

    def _read(self, path: Path) -> list[Opening]:
        openings = []
        try:
            lines = decode(path.read_bytes()).splitlines()
        except ParseError as error:
            raise ValueError(f"{path}: {error}") from None
        for number, line in enumerate(lines, 1):
            text = line.partition("#")[0].strip()
            if text:
                try:
                    openings.append(self._opening(text))
                except ParseError as error:
                    raise ValueError(f"{path}: line {number}: {error.problem}") from None
                except ValueError as error:
                    raise ValueError(f"{path}: line {number}: {error}") from None
        if not openings:
            raise ValueError(f"{path}: found no opening")
        return openings

    def _opening(self, text: str) -> Opening:
        """Moves from the start, or a position with moves after it."""
        position: Position | None = None
        words = text.split()
        for count in (2, 1):  # a position of Halma has two words
            try:
                position = parse(self.game, " ".join(words[:count]), self.rules)
            except ParseError:
                continue
            words = words[count:]
            break
        record = Record(self.game, self.rules, position or start(self.game, self.rules))
        for word in words:
            record.play(word)
        if record.outcome is not None:
            raise ValueError(f"the game is over after it: {record.outcome.reason}")
        return Opening(str(position) if position else None, tuple(map(str, record.moves)))


def _plies(text: str, rest: str) -> int:
    if not rest:
        return PLIES
    name, _, number = rest.partition("=")
    if name != "plies" or not number.isdecimal() or int(number) > MAX_PLIES:
        raise ValueError(f"openings {text!r}: expected random:plies=N with N up to {MAX_PLIES}")
    return int(number)


def level_openings(depth: int = DEPTH) -> Iterator[tuple[Record, float]]:
    """All three-ply openings of checkers that a search keeps within half a man, and their score."""
    engine = Engine("checkers")
    seen = set()
    for record in _three_plies(Record("checkers")):
        if record.position not in seen:
            seen.add(record.position)
            score = -engine.search(record.positions, depth=depth).score
            if abs(score) <= HALF_A_MAN:
                yield record, score


def _three_plies(record: Record) -> Iterator[Record]:
    if len(record.moves) == 3:
        yield record
        return
    for move in record.position.legal_moves:
        record.play(move)
        yield from _three_plies(record)
        record.undo()


def main() -> None:
    """Print the list."""
    print(
        "# Three-ply openings of checkers within half a man by search, with red's advantage in men."
    )
    print(f"# python -m hopsow.arena.contest.openings (depth {DEPTH})")
    for record, score in level_openings():
        print(f"{' '.join(map(str, record.moves)):24}# {score:+.2f}", flush=True)


if __name__ == "__main__":
    main()
