"""Never answers the greeting of the engine protocol, but reads all it is sent."""

import sys

for _ in sys.stdin:
    pass
