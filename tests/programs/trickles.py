"""An engine that never stops to think aloud; with the argument `greeting` it never greets back."""

import sys
import time

from speak import turns


def think_aloud() -> None:
    while True:
        print("info string still thinking", flush=True)
        time.sleep(0.05)


if "greeting" in sys.argv:
    think_aloud()
for _ in turns():
    think_aloud()
