"""Plays by the rules, but knows neither `init` nor how a game ends. Checkers only."""

import sys

from speak import Turn

for number, line in enumerate(iter(sys.stdin.readline, ""), 1):
    turn = Turn(number, line)
    if not turn.position.legal_moves:
        break
    turn.say(turn.legal())
