"""Answers well, but after more CPU time than it has."""

import sys
import time

from speak import turns

for turn in turns():
    answer = turn.legal()
    while time.process_time() < float(sys.argv[2]):
        pass
    turn.say(answer)
