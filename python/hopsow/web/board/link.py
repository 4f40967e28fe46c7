"""The address under which the board opens with a game, as the page reads it in `js/game.js`."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from hopsow.games import rule_sets, start
from hopsow.records import Record

PLAY, REVIEW = "play", "review"
LEGIBLE = ";:=,-"  # need no escape after the # of an address


def to_game(record: Record, players: Sequence[str] = ("human", "human"), view: str = PLAY) -> str:
    """The end of the address that opens a view with a game and its players, side by side."""
    parts = [f"p={quote(';'.join(players), LEGIBLE)}"]
    if record.rules != rule_sets(record.game)[0]:
        parts.append(f"r={quote(record.rules)}")
    if record.start != start(record.game, record.rules):
        parts.append(f"s={quote(str(record.start), LEGIBLE)}")
    if record.moves:
        parts.append(f"m={quote('.'.join(map(str, record.moves)), LEGIBLE + '.')}")
    return f"#/{view}/{record.game}?{'&'.join(parts)}"
