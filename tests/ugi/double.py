"""An engine that speaks the protocol well but for one fault, which its argument names."""

import sys
import time

from hopsow.ugi.session import Session

FAULT = sys.argv[1]
LINES = {  # what it says, and what it says instead
    "no author": ("id author", None),
    "no ugiok": ("ugiok", None),
    "not ready": ("readyok", "ready"),
    "silent search": ("bestmove", None),
    "illegal move": ("bestmove", "bestmove 0,0-15,15"),
    "no move": ("bestmove", "bestmove"),
    "bad line": ("info", "info depth 1 score cp 0 pv 0,0-15,15"),
    "bad number": ("info", "info depth one score cp 0"),
    "no response": ("response", None),
    "wrong turn": ("response true", "response false"),
    "forgiving": ("error", None),
}


def say(line: str) -> None:
    start, instead = LINES.get(FAULT, ("\n", None))
    if line.startswith(start):
        if instead is None:
            return
        line = instead
    print(line, flush=True)


if FAULT == "dies at once":
    sys.exit(3)
if FAULT == "deaf":
    while True:
        time.sleep(1)
if FAULT == "floods":
    while True:
        print("info string", "x" * 1000)
session = Session(say)
for sent in sys.stdin:
    words = sent.split()
    if words == ["quit"] and FAULT == "stays":
        while True:
            time.sleep(1)
    if words == ["quit"] and FAULT == "ends badly":
        sys.exit(4)
    if words == ["uginewgame"] and FAULT == "crashes":
        sys.exit(5)
    if words == ["stop"] and FAULT == "does not stop":
        continue
    if words == ["go", "infinite"] and FAULT == "answers too soon":
        sent = "go depth 1"
    if words == ["query", "fen"] and FAULT == "no fen":
        sent = "query forsyth"
    if not session.answer(sent):
        break
session.stop()
