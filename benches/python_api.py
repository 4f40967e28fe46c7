"""The speed of the Python interface, beside OpenSpiel's in the same run: one thread, best of three.

A step is `legal_moves` and `play` in a random game; the random numbers are drawn beforehand. Like
`play`, OpenSpiel's `child` leaves the old state alone and gives a new one, while `apply_action`
changes the state in place. One of its actions in checkers is a single jump. Times are CPU times,
which other programs disturb less. Run by `make bench`.
"""

import os
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import cycle, islice
from typing import Any

import hopsow
import pyspiel

RUNS = 3
STEPS = 200_000
MAX_PLIES = 200  # a position knows no repetition: two stones of Awari may circle for ever
PLAYOUTS = 200_000
PEER_PLAYOUTS = 3_000
IMPORTS = 20

_chance = random.Random(1)
PICKS = [_chance.getrandbits(30) for _ in range(100_003)]

Peer = Any  # a game of OpenSpiel, which comes without types
Work = Callable[[], int]


def main() -> None:
    checkers, oware = pyspiel.load_game("checkers"), pyspiel.load_game("oware")
    row("Python, one thread, best of three", "found", "reach", "floor")
    compare_steps("checkers", checkers)
    compare_steps("awari", oware)
    (halma,) = rates(partial(steps, "halma"))
    row("halma steps, M/s", f"{halma / 1e6:.2f}")

    ours, peer = rates(playouts, partial(peer_playouts, oware))
    row("awari playouts, k games/s", f"{ours / 1e3:.1f}", "200", "200")
    row("  open_spiel, in place, k games/s", f"{peer / 1e3:.1f}")
    row("import hopsow, CPU ms over pass, median", f"{import_ms():.1f}", "<= 30", "<= 30")


def compare_steps(game: str, peer: Peer) -> None:
    ours, new_states, in_place = rates(
        partial(steps, game),
        partial(peer_steps_to_new_states, peer),
        partial(peer_steps_in_place, peer),
    )
    row(f"{game} steps, M/s", f"{ours / 1e6:.2f}")
    row("  open_spiel, new states (child), M/s", f"{new_states / 1e6:.2f}")
    row("  open_spiel, in place (apply_action), M/s", f"{in_place / 1e6:.2f}")
    row("  times open_spiel with new states", f"{ours / new_states:.1f}", "5", "5")
    row("  times open_spiel in place", f"{ours / in_place:.1f}", "5", "5")


def row(what: str, found: str, reach: str = "", floor: str = "") -> None:
    print(f"{what:<44} {found:>12} {reach:>10} {floor:>10}".rstrip(), flush=True)


def rates(*works: Work) -> list[float]:
    """The best rate of each, a second, of what they count; they take turns to share bad moments."""
    best = [0.0] * len(works)
    for _ in range(RUNS):
        for index, work in enumerate(works):
            begin = time.process_time()
            count = work()
            best[index] = max(best[index], count / (time.process_time() - begin))
    return best


def steps(game: str) -> int:
    picks = cycle(PICKS)
    done = 0
    while done < STEPS:
        position = hopsow.start(game)
        for pick in islice(picks, MAX_PLIES):
            moves = position.legal_moves
            if not moves:
                break
            position = position.play(moves[pick % len(moves)])
            done += 1
    return done


def peer_steps_to_new_states(game: Peer) -> int:
    picks = cycle(PICKS)
    done = 0
    while done < STEPS:
        state = game.new_initial_state()
        for pick in islice(picks, MAX_PLIES):
            actions = state.legal_actions()
            if not actions:
                break
            state = state.child(actions[pick % len(actions)])
            done += 1
    return done


def peer_steps_in_place(game: Peer) -> int:
    picks = cycle(PICKS)
    done = 0
    while done < STEPS:
        state = game.new_initial_state()
        for pick in islice(picks, MAX_PLIES):
            actions = state.legal_actions()
            if not actions:
                break
            state.apply_action(actions[pick % len(actions)])
            done += 1
    return done


def playouts() -> int:
    return len(hopsow.playouts(hopsow.start("awari"), PLAYOUTS, seed=1).results)


def peer_playouts(game: Peer) -> int:
    picks = cycle(PICKS)
    for _ in range(PEER_PLAYOUTS):
        state = game.new_initial_state()
        while actions := state.legal_actions():
            state.apply_action(actions[next(picks) % len(actions)])
    return PEER_PLAYOUTS


def import_ms() -> float:
    times: dict[str, list[float]] = {"pass": [], "import hopsow": []}
    for _ in range(IMPORTS):
        for program, taken in times.items():
            taken.append(python_cpu_ms(program))
    return statistics.median(times["import hopsow"]) - statistics.median(times["pass"])


def python_cpu_ms(program: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", program], check=True, cwd=os.sep)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1e3 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


if __name__ == "__main__":
    main()
