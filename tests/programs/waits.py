"""Plays as many moves of a game as a file allows, and waits for more."""

import sys
import time
from pathlib import Path

from speak import turns

for turn in turns():
    while int(Path(sys.argv[2]).read_text() or 0) < turn.number:
        time.sleep(0.02)
    turn.say(turn.legal())
