"""Rungs to measure an agent by: levels of the engine above each other, and whoever is named."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from hopsow.arena.contest.tournament import Tournament
from hopsow.games import facts

LEVEL = "engine:level={}"


@dataclass(frozen=True)
class Ladder(Tournament):
    """A tournament on a ladder that more rounds may be added to at any time."""

    format: str = "ladder"

    @property
    def identity(self) -> str:
        """All but the number of rounds: those that were played stay as they are."""
        decides = json.loads(super().identity)
        del decides["rounds"]
        return json.dumps(decides)


def levels(text: str, game: str) -> list[str]:
    """The engine's levels in a text such as 1-5, the strongest first, as agents."""
    known = len(facts(game).levels)
    low, _, high = text.partition("-")
    try:
        first, last = int(low), int(high or low)
    except ValueError:
        first, last = 0, 0
    if not 1 <= first <= last <= known:
        raise ValueError(f"levels: found {text!r}, expected two numbers such as 1-{known}")
    return [LEVEL.format(level) for level in range(last, first - 1, -1)]


def anchor(text: str, agents: Sequence[str]) -> tuple[str, float]:
    """The agent whose rating is fixed, and at what, from a text such as greedy=0."""
    name, separator, number = text.rpartition("=")
    try:
        elo = float(number)
    except ValueError:
        separator = ""
    if not separator or name not in agents:
        named = ", ".join(agents)
        raise ValueError(f"anchor: found {text!r}, expected AGENT=ELO with one of {named}")
    return name, elo
