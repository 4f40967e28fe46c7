"""Ends with status 3 before anybody has asked."""

import sys

print("there is no heart in me", file=sys.stderr)
sys.exit(3)
