"""Plays, and uses so many seconds of CPU time for every move."""

import sys
import time

from speak import turns

for turn in turns():
    end = time.process_time() + float(sys.argv[2])
    while time.process_time() < end:
        pass
    turn.say(turn.legal())
