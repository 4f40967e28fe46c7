"""Takes memory and uses it, a piece at a time."""

from speak import turns

for _ in turns():
    eaten = []
    while True:
        eaten.append(bytearray(b"x") * (1 << 22))
