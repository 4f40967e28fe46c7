"""Answers well, but two children together have used more CPU time than it has."""

import os
import sys
import time

from speak import turns

for turn in turns():
    answer = turn.legal()
    for _ in range(2):
        if os.fork() == 0:
            while time.process_time() < float(sys.argv[2]) * 0.6:
                pass
            os._exit(0)
    for _ in range(2):
        os.wait()
    turn.say(answer)
