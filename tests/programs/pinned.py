"""Runs on one processor only, and uses some CPU time for every move."""

import os
import sys
import time

from speak import turns

os.sched_setaffinity(0, {int(sys.argv[2])})
for turn in turns():
    end = time.process_time() + 0.3
    while time.process_time() < end:
        pass
    turn.say(turn.legal())
