"""Plays after it has started as many processes as it can, at most so many; each writes an x."""

import os
import sys
import time

from speak import turns

for _ in range(int(sys.argv[2])):
    try:
        if os.fork() == 0:
            os.write(2, b"x")
            time.sleep(3)
            os._exit(0)
    except OSError:
        time.sleep(0.001)
for turn in turns():
    turn.say(turn.legal())
