"""Ignores every signal that can be ignored, and sleeps for ever with a child that does the same."""

import os
import signal
import time

from speak import turns

for _ in turns():
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    os.fork()
    while True:
        time.sleep(3600)
