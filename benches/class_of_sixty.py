"""A class of sixty on this machine: how long it takes, killed twenty times on the way.

Two thirds are starters of `hopsow new` in all languages that are installed, a third is broken or
hostile. `python benches/class_of_sixty.py DIR` leaves the class in DIR, to be looked at.
"""

import argparse
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

import classes
from hopsow.arena.classroom.languages import NAMES
from hopsow.arena.process.meter import COUNT
from hopsow.arena.process.supervisor import open_counter

QUESTIONS = 25
STEPS = 1 + 15 + QUESTIONS  # a build, the checks, the answers


def main() -> None:
    """Make the class, mark it, print what it took."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", metavar="DIR", type=Path)
    arguments.add_argument("--students", metavar="N", type=int, default=60)
    arguments.add_argument("--kills", metavar="N", type=int, default=20)
    given = arguments.parse_args()
    classes.generated(given.folder, given.students, QUESTIONS)
    counter = open_counter()  # of all that is started from here on, whoever waits for it
    begun = time.monotonic()
    # A third of the class is soon done with.
    total = 2 * STEPS * given.students // 3
    goals = [total * (kill + 1) // (given.kills + 1) for kill in range(given.kills)]
    kills, done = classes.mark(given.folder, goals)
    print(done.stdout.splitlines()[-1])
    print(f"wall time {time.monotonic() - begun:.0f} s, killed {kills} times")
    if counter is not None:
        (counted_ns,) = COUNT.unpack(os.read(counter, COUNT.size))
        print(f"CPU time of everything, the judge itself included, {counted_ns / 1e9:.0f} s")
    marks = classes.marks(given.folder).values()
    answers, builds = (sum(each[name] for each in marks) for name in ("cpu", "build"))
    print(f"CPU time of answers {answers:.0f} s, of successful builds {builds:.0f} s")
    languages = {each["language"] for each in marks}
    print(f"languages: {', '.join(name for name in NAMES if name in languages)}")
    print((given.folder / "results" / "marks.csv").read_text())


if __name__ == "__main__":
    main()
