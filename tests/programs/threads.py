"""Starts so many threads that do nothing, then plays."""

import sys
import threading

from speak import turns

threading.stack_size(1 << 16)
for turn in turns():
    for _ in range(int(sys.argv[2])):
        threading.Thread(target=threading.Event().wait, daemon=True).start()
    turn.say(turn.legal())
