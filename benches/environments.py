"""The speed of environments for learners, beside OpenSpiel's and PettingZoo's in the same run.

A step is one action in one game: a random legal action is drawn and taken, and observation and
legal actions are there for the next one. Best of three; times are CPU times, which other programs
disturb less, but for the gain by a second thread. Run by `make bench`.
"""

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import hopsow
import hopsow.envs.pettingzoo  # registers our games
import numpy as np
import pettingzoo
import pyspiel

RUNS = 3
GAMES = 1024
SECONDS = 1.0
AEC_REACH = {"awari": 100, "checkers": 50, "halma": 20}
REACH = {"checkers": (2.0, 1.5), "awari": (3.0, 2.5), "halma": (0.3, 0.15)}

Work = Callable[[], int]


def main() -> None:
    row("batch of 1,024, one thread", "found", "reach")
    for game, (reach, with_mask) in REACH.items():
        row(f"{game} steps, M/s", f"{rate(batch_steps(game)) / 1e6:.2f}", f"{reach}")
        row("  with mask, M/s", f"{rate(batch_steps(game, mask=True)) / 1e6:.2f}", f"{with_mask}")
        one, two = (rate(batch_steps(game, threads=n), time.perf_counter) for n in (1, 2))
        row("  two threads, times as fast", f"{two / one:.2f}", "1.7")
        row("  bytes of a game", str(hopsow.batch(game, 1).bytes_of_game))
    for name in ("checkers", "oware"):
        row(f"open_spiel {name} steps, M/s", f"{rate(open_spiel_steps(name)) / 1e6:.2f}")
        with_tensor = rate(open_spiel_steps(name, observes=True))
        row("  with observation, M/s", f"{with_tensor / 1e6:.2f}")
    row("PettingZoo, one game, with mask", "found", "reach")
    for game, least in AEC_REACH.items():
        found = rate(aec_steps(f"hopsow/{game}_v0"))
        row(f"{game} steps, k/s", f"{found / 1e3:.1f}", f"{least}")
    row("  its Connect Four, k/s", f"{rate(aec_steps('classic/connect_four_v3')) / 1e3:.1f}")


def row(what: str, found: str, reach: str = "") -> None:
    print(f"{what:<44} {found:>12} {reach:>10}".rstrip(), flush=True)


def rate(work: Work, clock: Callable[[], float] = time.process_time) -> float:
    """The best rate of what `work` counts, a second of CPU time unless another clock is given."""
    best = 0.0
    for _ in range(RUNS):
        begin, done = clock(), 0
        while clock() - begin < SECONDS:
            done += work()
        best = max(best, done / (clock() - begin))
    return best


def batch_steps(game: str, **options: Any) -> Work:
    batch = hopsow.batch(game, GAMES, seed=1, **options)

    def work() -> int:
        for _ in range(50):
            batch.step(batch.sample())
        return 50 * GAMES

    for _ in range(10):  # games of all ages
        work()
    return work


def open_spiel_steps(name: str, *, observes: bool = False) -> Work:
    game = pyspiel.load_game(name)
    chance = random.Random(1)
    picks = [chance.getrandbits(30) for _ in range(10_007)]
    return partial(open_spiel_game, game, iter_for_ever(picks), observes)


def iter_for_ever(picks: list[int]) -> Any:
    while True:
        yield from picks


def open_spiel_game(game: Any, picks: Any, observes: bool) -> int:
    state, steps = game.new_initial_state(), 0
    while (actions := state.legal_actions()) and steps < 1000:
        if observes:
            state.observation_tensor()
        state.apply_action(actions[next(picks) % len(actions)])
        steps += 1
    return steps


def aec_steps(name: str) -> Work:
    """Random games on an environment of PettingZoo."""
    env: Any = pettingzoo.make("aec", name)
    chance = random.Random(1)

    def work() -> int:
        env.reset(seed=1)
        steps = 0
        while True:
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                return steps
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[chance.randrange(len(legal))]))
            steps += 1

    return work


if __name__ == "__main__":
    main()
