"""Plays, and leaves a tree of folders that is deeper than any path can name: in its folder, or with
the argument `input` in place of input.txt."""

import os
import sys
from pathlib import Path

from speak import turns

DEPTH = 3000

for turn in turns():
    turn.say(turn.legal())
    home = os.open(".", os.O_RDONLY)
    if "input" in sys.argv:
        Path("input.txt").unlink()
        os.mkdir("input.txt")
        os.chdir("input.txt")
    for _ in range(DEPTH if turn.number == 1 else 0):
        os.mkdir("d")
        os.chdir("d")
    os.fchdir(home)
