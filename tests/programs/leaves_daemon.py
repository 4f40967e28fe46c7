"""Plays by the rules and leaves a daemon behind with every move."""

import os
import time

from speak import daemonise, turns

for turn in turns():
    answer = turn.legal()
    if daemonise():
        for stream in (0, 1, 2):
            os.close(stream)
        while True:
            time.sleep(3600)
    turn.say(answer)
