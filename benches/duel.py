"""Games between agents in this process, their CPU time counted.

Games come in pairs: both agents play both colours from the same random opening. Openings and agents
are seeded, so that a game without a clock is the same on every machine.
"""

from __future__ import annotations

import random
import time
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import hopsow
from hopsow import agents
from hopsow.agents import Clock

MAX_PLIES = 500  # then it is a draw


class Player(NamedTuple):
    """An agent by name, with the seconds of CPU time it has for a game or for each move."""

    spec: str
    game_s: float | None = None
    move_s: float | None = None

    def __str__(self) -> str:
        of_game = "" if self.game_s is None else f", {self.game_s:g} s a game"
        of_move = "" if self.move_s is None else f", {self.move_s:g} s a move"
        return self.spec + of_game + of_move


class Pairing(NamedTuple):
    """One game to be played; `first` says which of the players, 0 or 1, makes the first move."""

    game: str
    players: tuple[Player, Player]
    first: int
    opening_plies: int
    seed: int


class Result(NamedTuple):
    """How a game ended: the winner is 0, 1, or None for a draw."""

    winner: int | None
    reason: str
    plies: int
    most_used: tuple[float, float]  # seconds, of the bank or in one move


class Score(NamedTuple):
    """The results of many games for the first player."""

    results: list[Result]

    @property
    def wins(self) -> int:
        return sum(result.winner == 0 for result in self.results)

    @property
    def losses(self) -> int:
        return sum(result.winner == 1 for result in self.results)

    @property
    def share(self) -> float:
        """The points scored, a draw being half of one."""
        return (len(self.results) + self.wins - self.losses) / (2 * len(self.results))

    def __str__(self) -> str:
        drawn = len(self.results) - self.wins - self.losses
        late = sum(result.reason == "cpu time" for result in self.results)
        plies = sum(result.plies for result in self.results) / len(self.results)
        most = [max(result.most_used[player] for result in self.results) for player in (0, 1)]
        return (
            f"{100 * self.share:5.1f} % (+{self.wins} ={drawn} -{self.losses}), {plies:.0f} plies, "
            f"at most {most[0]:.3f} and {most[1]:.3f} s, {late} on time"
        )


def play(pairing: Pairing) -> Result:
    """Play a game; who uses more CPU time than it has, loses."""
    record = _opening(pairing.game, pairing.opening_plies, pairing.seed)
    sides = record.start.sides if pairing.first == 0 else record.start.sides[::-1]
    players = [agents.make(player.spec, pairing.game) for player in pairing.players]
    used, most_used = [0.0, 0.0], [0.0, 0.0]
    while record.outcome is None and len(record.moves) < MAX_PLIES:
        mover = sides.index(record.position.to_move)
        player = pairing.players[mover]
        left = None if player.game_s is None else player.game_s - used[mover]
        clock = Clock(left, 0.0, player.move_s, True, record.positions[:-1])
        begun = time.process_time()
        move = players[mover].choose(record.position, clock)
        taken = time.process_time() - begun
        used[mover] += taken
        most_used[mover] = used[mover] if left is not None else max(most_used[mover], taken)
        most = most_used[0], most_used[1]
        if taken > min(player.move_s or taken, left or taken):
            return Result(1 - mover, "cpu time", len(record.moves), most)
        record.play(move)
    if record.outcome is None:
        return Result(None, "ply cap", len(record.moves), most)
    winner = None if record.outcome.winner is None else sides.index(record.outcome.winner)
    return Result(winner, record.outcome.reason, len(record.moves), most)


def match(
    game: str,
    players: tuple[Player, Player],
    games: int,
    opening_plies: int,
    processes: int = 1,
    seed: int = 0,
) -> Score:
    """Play games in pairs; of an odd number the first player begins one more."""
    pairings = [
        Pairing(game, _seeded(players, number), number % 2, opening_plies, seed + number // 2)
        for number in range(games)
    ]
    if processes == 1:
        return Score(list(map(play, pairings)))
    with ProcessPoolExecutor(processes) as pool:
        return Score(list(pool.map(play, pairings)))


def _seeded(players: tuple[Player, Player], number: int) -> tuple[Player, Player]:
    """The players with seeds of their own where chance is part of their play."""
    one, other = (
        player._replace(spec=f"{player.spec}:seed={2 * number + index}")
        if player.spec == "random" or ":level=" in player.spec
        else player
        for index, player in enumerate(players)
    )
    return one, other


def _opening(game: str, plies: int, seed: int) -> hopsow.Record:
    chance = random.Random(f"{game} {plies} {seed}")
    record = hopsow.Record(game)
    while len(record.moves) < plies:
        record.play(chance.choice(record.position.legal_moves))
        if record.outcome is not None:
            record = hopsow.Record(game)
    return record
