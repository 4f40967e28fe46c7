"""What to learn, and with which means."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from hopsow.games import Position, batch, parse, start
from hopsow.lab.learning.policies import awari, checkers, halma
from hopsow.lab.learning.policies.contract import Outlook

OUTLOOKS = {"halma": halma.OUTLOOK, "checkers": checkers.OUTLOOK, "awari": awari.OUTLOOK}


def outlook(game: str) -> Outlook:
    """What a net should know of a game beforehand."""
    if game not in OUTLOOKS:
        raise ValueError(f"{game} cannot be learned")
    return OUTLOOKS[game]


@dataclass(frozen=True)
class Plan:
    """What decides the course of learning; a folder belongs to one plan.

    `position` is the text of where games begin, None for the usual start. Each generation adds
    `positions` from `games` side by side, with `simulations` for each action.
    """

    game: str
    rules: str
    position: str | None
    seed: int
    width: int
    blocks: int
    games: int
    positions: int
    simulations: int

    def __post_init__(self) -> None:
        """Refuse what cannot be learned."""
        for name, most in MOST.items():
            number = getattr(self, name)
            if not LEAST.get(name, 1) <= number <= most:
                low = LEAST.get(name, 1)
                raise ValueError(
                    f"{name} is {number}, expected a whole number from {low} to {most}"
                )
        if self.origin.outcome is not None:
            raise ValueError("the game is over in this position")

    @property
    def origin(self) -> Position:
        """Where games begin."""
        if self.position is None:
            return start(self.game, self.rules)
        return parse(self.game, self.position, self.rules)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of an observation."""
        return tuple(batch(self.game, 1).observations.shape[1:])

    def as_json(self) -> dict[str, Any]:
        """The plan for a file."""
        return asdict(self)


LEAST = {"seed": 0}
MOST = {
    "seed": 2**63 - 1,
    "width": 4096,
    "blocks": 100,
    "games": 1 << 20,
    "positions": 10**9,
    "simulations": 10_000,
}
