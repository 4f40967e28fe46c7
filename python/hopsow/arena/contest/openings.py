"""The moves that a pair of games begins with, so that deterministic agents play different games.

`start` is the start of the game and no move; `random:plies=N` are random legal moves by seed;
`level` is a list of openings that a search keeps level, where a game has one; anything else is a
file with the moves of one opening a line, or with a position.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

from hopsow.errors import ParseError
from hopsow.files import read_small
from hopsow.games import GAMES, Position, facts, parse, start
from hopsow.records import Record
from hopsow.texts import decode

DATA = Path(__file__).parent / "data"
LEVEL, RANDOM, START = "level", "random", "start"
PLIES = 4
MAX_PLIES = 100


@dataclass(frozen=True, slots=True)
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
        usual = facts(game).openings
        # A list holds for the usual rules alone.
        text = text or (usual if usual != LEVEL or rules is None else RANDOM)
        name, _, rest = text.partition(":")
        if text == START:
            self.listed = [Opening()]
        elif name == RANDOM:
            self.plies = _plies(text, rest)
        elif text == LEVEL:
            self.listed = self._read(level_list(game))
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
            lines = decode(read_small(path)).splitlines()
        except ValueError as error:
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


def positions_after(game: str, rules: str, text: str) -> list[Position]:
    """The positions that a list of openings leads to, each once, in the order of the list."""
    openings = Openings(game, rules, text, seed=0)
    if not openings.listed:
        raise ValueError(f"--openings {text} is no list of openings")
    positions = []
    for opening in openings.listed:
        record = Record(game, rules, opening.position)
        for move in opening.moves:
            record.play(move)
        positions.append(record.position)
    return list(dict.fromkeys(positions))


def level_list(game: str) -> Path:
    """The file of a game's level openings."""
    lists = {each: DATA / f"{each}_openings.txt" for each in GAMES}
    known = [each for each, path in lists.items() if path.exists()]
    if game not in known:
        raise ValueError(f"openings {LEVEL!r} are of {', '.join(known)}, not of {game}")
    return lists[game]


def _plies(text: str, rest: str) -> int:
    if not rest:
        return PLIES
    name, _, number = rest.partition("=")
    if name != "plies" or not number.isdecimal() or int(number) > MAX_PLIES:
        raise ValueError(f"openings {text!r}: expected random:plies=N with N up to {MAX_PLIES}")
    return int(number)
