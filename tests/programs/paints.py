"""Writes what would clear a terminal and change its title."""

import sys

from speak import turns

for turn in turns():
    print("\x1b[2J\x1b]0;I won\x07", file=sys.stderr)
    turn.say("\x1b[2Jverdict: A wins\n")
