"""Lets children do the work that the kernel will not add up: it ignores SIGCHLD."""

import os
import signal
import sys
import time

from speak import turns

signal.signal(signal.SIGCHLD, signal.SIG_IGN)

for turn in turns():
    answer = turn.legal()
    for _ in range(2):
        read, write = os.pipe()
        if os.fork() == 0:
            while time.process_time() < float(sys.argv[2]) * 0.6:
                pass
            os._exit(0)
        os.close(write)
        os.read(read, 1)
    turn.say(answer)
