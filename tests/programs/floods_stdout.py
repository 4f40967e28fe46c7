"""Prints lines without end to standard output, also where nobody reads it."""

from speak import turns

for _ in turns():
    while True:
        print("all work and no play makes jack a dull boy")
