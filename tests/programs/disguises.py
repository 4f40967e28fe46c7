"""Leaves something else than a file with its answer where output.txt should be, or names that could
be taken for something else. For Halma alone."""

import os
import socket
import sys
from pathlib import Path

from speak import INPUT, OUTPUT, turns

how = sys.argv[2]
for turn in turns():
    answer = turn.legal()
    if how == "zero":
        OUTPUT.symlink_to("/dev/zero")
    elif how == "passwd":
        OUTPUT.symlink_to("/etc/passwd")
    elif how == "itself":
        OUTPUT.symlink_to(OUTPUT)
    elif how == "pipe":
        os.mkfifo(OUTPUT)
    elif how == "socket":
        with socket.socketpair()[0], socket.socket(socket.AF_UNIX) as door:
            door.bind(str(OUTPUT))
    elif how == "question":
        OUTPUT.hardlink_to(INPUT)
    elif how == "sparse":
        turn.say(answer)
        os.truncate(OUTPUT, 60 << 20)
    elif how == "locked":
        turn.say(answer)
        OUTPUT.chmod(0)
    elif how == "names":
        turn.say(answer)
        for name in ("\x1b[2J", "a\nb", "\u202etxt.tuptuo", "\udcff", "x" * 255, "-rf", "..."):
            Path(name).write_text("x")
    elif how == "only names":
        Path("\x1b[2Joutput.txt").write_text(answer)
