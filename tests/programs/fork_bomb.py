"""Starts far more processes than it may: a bomb that stops by itself at BOMB processes.

Children never start children of their own, so that a referee that misses the limit is found out
by the test and not by the whole machine.
"""

import os
import time

from speak import turns

BOMB = 300

for _turn in turns():
    for _ in range(BOMB):
        if os.fork() == 0:
            os.setsid()
            time.sleep(60)
            os._exit(0)
    time.sleep(60)
