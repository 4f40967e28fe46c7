"""Runs on one processor only, where it lets others go first by its second argument, its nice value,
and uses some CPU time for every move."""

import os
import sys
import time

from speak import turns

os.sched_setaffinity(0, {int(sys.argv[2])})
os.nice(int(sys.argv[3]))
for turn in turns():
    end = time.process_time() + 0.3
    while time.process_time() < end:
        pass
    turn.say(turn.legal())
