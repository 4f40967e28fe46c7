"""Uses CPU time for ever when it is asked."""

from speak import spin, turns

for _ in turns():
    spin()
