"""Burns CPU time in children that no parent waits for, so many seconds a move.

`ignored`, `nocldwait`: the parent has told the kernel to reap its children. `dying`: the parent
ends with its child. `short`: children that live for a few milliseconds each.
"""

import ctypes
import os
import signal
import sys
import time

from speak import turns

SIZE, FLAGS_AT, SA_NOCLDWAIT = 152, 136, 2  # of struct sigaction on Linux with glibc
SHORT_S = 0.004


def burn(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def lose_children(how: str) -> None:
    if how == "ignored" or how == "dying":
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        return
    action = ctypes.create_string_buffer(SIZE)
    ctypes.c_int.from_buffer(action, FLAGS_AT).value = SA_NOCLDWAIT
    assert ctypes.CDLL(None).sigaction(signal.SIGCHLD, action, None) == 0


def burn_in_child(seconds: float) -> None:
    listen, tell = os.pipe()
    if os.fork() == 0:
        burn(seconds)
        os._exit(0)
    os.close(tell)
    os.read(listen, 1)  # until the child has ended
    os.close(listen)


how, seconds = sys.argv[2], float(sys.argv[3])
for turn in turns():
    lose_children(how)
    if how == "dying":
        listen, tell = os.pipe()
        if os.fork() == 0:
            burn_in_child(seconds)
            os._exit(0)
        os.close(tell)
        os.read(listen, 1)
        os.close(listen)
    elif how == "short":
        for _ in range(round(seconds / SHORT_S)):
            burn_in_child(SHORT_S)
    else:
        burn_in_child(seconds)
    turn.say(turn.legal())
