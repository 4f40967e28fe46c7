"""Kills the process that started it, and leaves a child that sleeps for ever."""

import os
import signal
import time

from speak import turns

for _ in turns():
    supervisor = os.getppid()
    if os.fork():
        time.sleep(0.05)
        os.kill(supervisor, signal.SIGKILL)
    while True:
        time.sleep(3600)
