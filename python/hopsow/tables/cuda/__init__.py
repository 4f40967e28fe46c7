"""Building tables on a graphics card: one room for each game that can.

`card` is the card itself, through CuPy. A game's room has `solve` and `build`; it says what the
kernels do, and nothing of it is imported where no card is asked for.
"""
