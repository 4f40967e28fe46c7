"""Prints without end."""

import sys

from speak import PROTOCOL, turns

for _ in turns():
    with open("output.txt", "w") if PROTOCOL == "halma" else sys.stdout as stream:
        while True:
            stream.write("all work and no play makes jack a dull boy " * 1000)
