"""Plays, and has the kernel wake it whenever it is stopped, to burn the opponent's time."""

import ctypes
import signal
import struct
import threading

from speak import spin, turns

libc = ctypes.CDLL(None, use_errno=True)
CLOCK_MONOTONIC, SIGEV_SIGNAL, PERIOD_NS = 1, 0, 2_000_000

signal.signal(signal.SIGCONT, lambda number, frame: None)  # ignored, it would not be sent
timer = ctypes.c_void_p()
event = struct.pack("Pii48x", 0, signal.SIGCONT, SIGEV_SIGNAL)
assert libc.timer_create(CLOCK_MONOTONIC, event, ctypes.byref(timer)) == 0
assert libc.timer_settime(timer, 0, struct.pack("4q", 0, PERIOD_NS, 0, PERIOD_NS), None) == 0

for turn in turns():
    turn.say(turn.legal())
    if turn.number == 1:
        threading.Thread(target=spin, daemon=True).start()
