"""One part of every game, side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from hopsow.games.by_game import known

Part = TypeVar("Part")


@dataclass(frozen=True)
class ByGame(Generic[Part]):
    """What a package has for each game, looked up by the game's name."""

    halma: Part
    checkers: Part
    awari: Part

    def __getitem__(self, game: str) -> Part:
        match known(game):
            case "halma":
                return self.halma
            case "checkers":
                return self.checkers
            case "awari":
                return self.awari
