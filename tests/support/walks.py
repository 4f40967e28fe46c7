"""Random games to hold laws over, and the examples in testdata that Rust and Python share."""

import random
from collections.abc import Iterator
from pathlib import Path

import hopsow
from effort import cases
from hopsow import Move, Position

ROOT = Path(__file__).parents[2]
RULE_SETS = [(game, rules) for game in hopsow.GAMES for rules in hopsow.rule_sets(game)]
GAMES_PLAYED = cases(1, 4, 4)
MAX_PLIES = 150
HALMA_MOVES = 12  # of some 140 a position

Square = int | tuple[int, int]
Walk = Iterator[tuple[Position, list[Move]]]


def examples(*path: str) -> list[list[str]]:
    lines = ROOT.joinpath("testdata", *path).read_text(encoding="utf-8").splitlines()
    return [line.split(" | ") for line in lines if line and not line.startswith("#")]


def walked(game: str, rules: str) -> Walk:
    """Positions of random games, each with some of its moves."""
    chance = random.Random(f"{game} {rules}")
    for _ in range(GAMES_PLAYED):
        position = hopsow.start(game, rules, chance.choice(hopsow.sides(game)))
        for _ in range(MAX_PLIES):
            yield position, some_moves(position, chance)
            if not position.legal_moves:
                break
            position = position.play(chance.choice(position.legal_moves))


def some_moves(position: Position, chance: random.Random) -> list[Move]:
    moves = list(position.legal_moves)
    return chance.sample(moves, min(len(moves), HALMA_MOVES)) if len(moves) > 32 else moves


def ends(move: Move) -> tuple[str, str]:
    return move.squares[0], move.squares[-1]


def board_of(position: Position) -> list[str] | list[int]:
    return [*position.stones] if position.game == "awari" else [*position.cells]
