"""Plays, and leaves so many empty files."""

import sys
from pathlib import Path

from speak import turns

for turn in turns():
    for number in range(int(sys.argv[2])):
        Path(f"litter-{turn.number}-{number}").touch()
    turn.say(turn.legal())
