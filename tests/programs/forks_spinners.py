"""Leaves the thinking to children that never come to an end."""

import os

from speak import spin, turns

for _turn in turns():
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            spin()
    os.wait()
