"""Kills a tournament again and again; run as a script by test_tournament.py.

`interrupted.py FILE KILLS SEED` forks a child that plays, kills it with SIGKILL at a random
instant, and does so KILLS times. Every game that a child reports as written must be there
afterwards. Prints how many games were there after each kill. A script of its own, because forking
needs a process without threads.
"""

import json
import os
import select
import signal
import sys
from pathlib import Path
from random import Random

from hopsow.arena.contest.tournament import Tournament, read
from hopsow.arena.results.database import Database
from hopsow.arena.run import here

LONGEST_S = 0.06


def play(tournament: Tournament, heard: int) -> None:
    with Database(tournament.database, tournament.identity) as database:
        for done, _, _ in tournament.play(database, here.run):
            os.write(heard, done.to_bytes(4, "big"))


def main() -> None:
    tournament, kills, random = read(Path(sys.argv[1])), int(sys.argv[2]), Random(int(sys.argv[3]))
    counts = []
    for _ in range(kills):
        listen, heard = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(listen)
            play(tournament, heard)
            os._exit(0)
        os.close(heard)
        with open(listen, "rb") as pipe:
            # Some games first, so that there is something to lose on the slowest machine.
            reported = pipe.read(4 * random.randrange(3))
            select.select([], [], [], random.random() * LONGEST_S)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            reported += pipe.read()
        with Database(tournament.database, tournament.identity) as database:
            keys = [row.key for row in database.rows()]
        assert len(keys) == len(set(keys)), "a game was written twice"
        last = int.from_bytes(reported[-4:], "big")
        assert len(keys) >= last, "a finished game was lost"
        assert len(keys) <= last + 1 or not reported, "games appeared from nowhere"
        counts.append(len(keys))
    print(json.dumps(counts))


if __name__ == "__main__":
    main()
