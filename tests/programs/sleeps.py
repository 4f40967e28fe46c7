"""Sleeps for ever when it is asked."""

import time

from speak import turns

for _ in turns():
    while True:
        time.sleep(3600)
