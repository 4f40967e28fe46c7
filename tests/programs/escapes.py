"""Leaves a child that kills the program and its supervisor back to back, and then spins."""

import os
import signal
import time

from speak import spin, turns

for _ in turns():
    program, supervisor = os.getpid(), os.getppid()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.kill(program, signal.SIGKILL)
            os.kill(supervisor, signal.SIGKILL)
            if os.fork() == 0:
                os.setsid()
            spin()
        os._exit(0)
    time.sleep(3600)
