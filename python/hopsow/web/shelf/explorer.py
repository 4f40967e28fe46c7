"""What is known of a position: what was played in it, and what tables say of its moves."""

from __future__ import annotations

from dataclasses import astuple

from pydantic import BaseModel, Field

from hopsow import Position
from hopsow.games import has_tables
from hopsow.library.explorer import Explorer, default_path
from hopsow.library.played import Counts, Played
from hopsow.messages import Message
from hopsow.tables import RESULTS, Tables, explore
from hopsow.web.board import messages
from hopsow.web.board.messages import Line, Said, said


class Explore(messages.Message):
    """What is known of this position?"""

    line: Line


class Way(BaseModel):
    """A move, with what tables know of it and the games in which it was played."""

    move: str
    alike: list[str] = Field(description="moves that are mirror images of it here")
    exact: Said | None = Field(description="its proven result for the side to move, and its value")
    own: int = Field(description="games of the library")
    others: int = Field(description="games that were taken in")
    results: tuple[int, int, int] = Field(description="won, drawn and lost by the side to move")


class Explored(BaseModel):
    """What is known of a position: the moves, the best or else the most frequent ones first.

    `unit` is what an exact value counts.
    """

    ways: list[Way]
    unit: Said
    cost: Said | None = Field(description="what tables would take to build that know the position")


def explored(position: Position, own: list[Played], tables: Tables) -> Explored:
    """What the library, the games that were taken in and tables know of a position."""
    unit = said(Message(f"{position.game}.ending-unit"))
    if position.outcome is not None:
        return Explored(ways=[], unit=unit, cost=None)
    others = Explorer(default_path()).played(position)
    is_tabled = has_tables(position.game)
    known = explore.moves(position, tables) if is_tabled else []
    exact = {
        str(each.move): _in_words(each.result, each.value)
        for each in known
        if each.result is not None
    }
    cost = explore.cost(position, tables) if is_tabled else None
    ways = _ways(own, others, exact)
    return Explored(ways=ways, unit=unit, cost=None if cost is None else said(cost.message))


def _ways(own: list[Played], others: list[Played], exact: dict[str, Said]) -> list[Way]:
    """All moves of which anything is known, the best of those that tables know first."""
    played: dict[tuple[str, ...], list[Counts]] = {}
    for source, games in enumerate((own, others)):
        for each in games:
            moves = tuple(map(str, each.moves))
            played.setdefault(moves, [Counts(), Counts()])[source] = each.counts
    named = {move for moves in played for move in moves}
    played |= {(move,): [Counts(), Counts()] for move in exact if move not in named}
    ways = []
    for (move, *alike), (mine, theirs) in played.items():
        won, drawn, lost, _ = map(sum, zip(astuple(mine), astuple(theirs), strict=True))
        ways.append(
            Way(
                move=move,
                alike=alike,
                exact=exact.get(move),
                own=mine.games,
                others=theirs.games,
                results=(won, drawn, lost),
            )
        )
    rank = {move: number for number, move in enumerate(exact)}
    return sorted(ways, key=lambda way: (rank.get(way.move, len(rank)), -way.own - way.others))


def _in_words(result: int, value: int | None) -> Said:
    if value is None:
        return said(Message(f"table.{RESULTS[result]}"))
    return said(Message(f"table.{RESULTS[result]}-by", value=f"{value:+d}"))
