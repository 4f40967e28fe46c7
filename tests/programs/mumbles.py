"""Answers in a way that is hard to read: `halves` of characters, `nothing` but NULs, a line in
`pieces`, an answer `without` an end, and so on; then it goes on."""

import fcntl
import os
import sys
import time

from speak import turns

F_SETPIPE_SZ = 1031
how = sys.argv[2]
for turn in turns():
    answer = turn.legal().encode()
    if how == "halves":
        os.write(1, "ö".encode()[:1] + answer)
    elif how == "nothing":
        os.write(1, b"\0" * 1000 + b"\n")
    elif how == "pieces":
        for place in range(len(answer)):
            os.write(1, answer[place : place + 1])
            time.sleep(0.01)
    elif how == "without":
        for _ in range(10):
            os.write(1, b"r" * (1 << 20))
        time.sleep(60)
    elif how == "closes":
        os.write(1, answer)
        os.close(1)
    elif how == "returns":
        os.write(1, answer.replace(b"\n", b"\r\n"))
    elif how == "narrow":
        fcntl.fcntl(1, F_SETPIPE_SZ, 4096)
        os.write(1, answer)
    elif how == "asks":
        # Its input is a pipe, of which it may open the other end, and put a question to itself.
        with open("/proc/self/fd/0", "wb", buffering=0) as own:
            own.write(b"x" * 100 + b"\n")
        os.write(1, answer)
        sys.stdin.readline()
    elif how == "shares":
        # The reading end of its own output: it takes back what it said, unless the referee has been
        # faster; so it leaves the end of the line out, and neither of them ever has an answer.
        os.write(1, answer.rstrip(b"\n"))
        with open("/proc/self/fd/1", "rb", buffering=0) as own:
            os.set_blocking(own.fileno(), False)
            for _ in range(1000):
                own.read(65536)
    elif how == "digits":
        wide = {ord(b"0") + digit: chr(0xFF10 + digit) for digit in range(10)}
        os.write(1, answer.decode().translate(wide).encode())
    elif how in ("plus", "separator", "feed"):
        board, moved, to_move, counter = answer.decode().split()
        written = {"plus": f"+{counter}", "separator": f"{counter}\u2028", "feed": f"{counter}\f"}
        os.write(1, f"{board} {moved} {to_move} {written[how]}\n".encode())
    elif how == "lies":
        os.write(1, f"{answer.decode().split()[0]} -2 w 50\n".encode())
    elif how == "blanks":
        os.write(1, b"\n\n" + answer)
    elif how == "wide":
        os.write(1, b" " * 900_000 + answer)
