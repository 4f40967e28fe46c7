"""Ends in peace without a word when it is asked."""

from speak import turns

for _ in turns():
    break
