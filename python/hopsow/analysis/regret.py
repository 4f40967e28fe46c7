"""Exact regret: what the moves of played games gave away, wherever tables know the position.

A result is worth half-points: a win two, a draw one, a loss none. A move's regret is the best
result that its position had, less the one that it kept. Tables hold positions without a past, so a
repetition that only the past of the game makes possible is not seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from hopsow._native import Tables
from hopsow.games import Move, Position, facts, size_of
from hopsow.records import Record

MOST_PLIES = 60  # of a refutation
DEPTHS = (10, 20, 40)  # the last plies of the groups that refutations fall into


class Blunder(NamedTuple):
    """A move that gave away a result, and the line of best play by which that is seen."""

    game: int
    ply: int
    player: str
    position: Position
    played: Move
    best: list[Move]
    half_points: int
    refutation: list[Move]


@dataclass
class Tally:
    """Moves from known positions; `choices` are those that could give away something."""

    moves: int = 0
    choices: int = 0
    perfect: int = 0  # of the choices
    half_points: int = 0

    def add(self, is_choice: bool, regret: int) -> None:
        """Count a move."""
        self.moves += 1
        self.choices += is_choice
        self.perfect += is_choice and regret == 0
        self.half_points += regret

    @property
    def share_perfect(self) -> float | None:
        """The share of the choices that gave away nothing."""
        return self.perfect / self.choices if self.choices else None

    @property
    def per_move(self) -> float | None:
        """Half-points given away per move from a known position."""
        return self.half_points / self.moves if self.moves else None

    def as_json(self) -> dict[str, Any]:
        """The counts, and what follows from them."""
        follows = {"share_perfect": self.share_perfect, "half_points_per_move": self.per_move}
        return {**vars(self), **follows}


@dataclass
class Regret:
    """What was found in some games, by player and by the size of the position."""

    games: int = 0
    plies: int = 0
    players: dict[str, Tally] = field(default_factory=dict)
    sizes: dict[int, Tally] = field(default_factory=dict)
    blunders: list[Blunder] = field(default_factory=list)

    def depths(self) -> dict[str, int]:
        """How many blunders there are, by the plies of their refutation."""
        starts = (0, *(last + 1 for last in DEPTHS))
        names = [f"{a}-{b}" for a, b in zip(starts, DEPTHS, strict=False)] + [f"{starts[-1]}-"]
        counts = dict.fromkeys(names, 0)
        for blunder in self.blunders:
            counts[names[sum(len(blunder.refutation) > last for last in DEPTHS)]] += 1
        return counts

    def as_json(self) -> dict[str, Any]:
        """All of it, for programs."""
        return {
            "games": self.games,
            "plies": self.plies,
            "players": {name: tally.as_json() for name, tally in self.players.items()},
            "sizes": {size: tally.as_json() for size, tally in sorted(self.sizes.items())},
            "depths": self.depths(),
            "blunders": [_blunder_as_json(each) for each in self.blunders],
        }


def regret(records: Iterable[Record], known: Tables) -> Regret:
    """Judge every move that was made in a position which tables know."""
    found = Regret()
    for record in records:
        found.games += 1
        found.plies += len(record.moves)
        for ply, move in enumerate(record.moves):
            _judge(found, record, ply, move, known)
    return found


def _judge(found: Regret, record: Record, ply: int, move: Move, known: Tables) -> None:
    position = record.positions[ply]
    results = _results(position, known)
    if results is None or move not in results:
        return
    best = max(results.values())
    lost = best - results[move]
    # Where not every move is known, a loss of something may be all that is missing from the list.
    is_choice = min(results.values()) < best or len(results) < len(position.legal_moves)
    player = _player(record, position)
    for tally in (
        found.players.setdefault(player, Tally()),
        found.sizes.setdefault(size_of(position), Tally()),
    ):
        tally.add(is_choice, lost)
    if lost:
        kept = [each for each, result in results.items() if result == best]
        line = _best_play(record.until(ply + 1), known)
        found.blunders.append(Blunder(found.games, ply, player, position, move, kept, lost, line))


def _results(position: Position, known: Tables) -> dict[Move, int] | None:
    """The result of each move, if the best of them is among those that tables know."""
    ranked = known.rank_moves(position)
    if not ranked:
        return None
    is_whole = len(ranked) == len(position.legal_moves)
    return {move: result for move, result, _ in ranked} if is_whole or ranked[0][1] > 0 else None


def _player(record: Record, position: Position) -> str:
    """Who is to move: the name in the record's tags, or the side."""
    tag = facts(record.game).player_tags[position.sides.index(position.to_move)]
    return record.tags.get(tag, position.to_move)


def _best_play(record: Record, known: Tables) -> list[Move]:
    """What both sides play from here by tables; equal moves that repeat nothing come first."""
    begun = len(record.moves)
    seen = {_key(record.position)}
    while record.outcome is None and len(record.moves) - begun < MOST_PLIES:
        ranked = known.rank_moves(record.position)
        if not ranked:
            break
        best = [move for move, *worth in ranked if worth == [*ranked[0][1:]]]
        fresh = [move for move in best if _key(record.position.play(move)) not in seen]
        record.play((fresh or best)[0])
        seen.add(_key(record.position))
    return list(record.moves[begun:])


def _key(position: Position) -> object:
    """What makes a repetition, near enough for a line: the board and the side to move."""
    parts = position.setup
    return parts.cells, parts.stones, position.to_move


def _blunder_as_json(blunder: Blunder) -> dict[str, Any]:
    texts = {
        "position": str(blunder.position),
        "played": str(blunder.played),
        "best": list(map(str, blunder.best)),
        "refutation": list(map(str, blunder.refutation)),
    }
    return {**blunder._asdict(), **texts}
