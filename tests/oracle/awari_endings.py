"""The worth of every Awari position with few stones, straight from the definition.

A position is worth at least t if a capture makes it so or a move leads to one worth at most -t; it
is worth at most -t if it has a move and every capture and every other move leave it no better.
These sets are made larger until nothing is added; what is in neither for any t is worth 0: either
side can go round for ever. A position without a move is worth 0 under `forfeit`; under `oware` it
is worth the mover's row less the opponent's.
"""

from oracle import awari

Position = tuple[int, ...]  # the mover's pits, then the opponent's


def values(stones: int, rules: str = "forfeit") -> dict[Position, int]:
    """Stones that the mover will still capture less the opponent's, by position."""
    known: dict[Position, int] = {}
    for size in range(stones + 1):
        known |= _values_of_layer(size, known, rules)
    return known


def text(position: Position) -> str:
    """The position with South to move and nothing in the stores."""
    return "-".join(map(str, position)) + "-0-0-S"


def layer(stones: int, pits: int = 12) -> list[Position]:
    """Every position with so many stones."""
    if pits == 1:
        return [(stones,)]
    return [
        (first, *rest) for first in range(stones + 1) for rest in layer(stones - first, pits - 1)
    ]


def _moves(position: Position, rules: str) -> list[tuple[int, Position]]:
    """The stones captured and the position after each move, from the next mover's side."""
    moves = []
    for move in awari.moves(text(position), rules):
        *numbers, _ = awari.play(text(position), move, rules).split("-")
        pits = [int(number) for number in numbers[:12]]
        moves.append((int(numbers[12]), (*pits[6:], *pits[:6])))
    return moves


def _values_of_layer(stones: int, known: dict[Position, int], rules: str) -> dict[Position, int]:
    moves = {position: _moves(position, rules) for position in layer(stones)}
    worth = dict.fromkeys(moves, 0)
    if rules == "oware":
        ends = [position for position, choices in moves.items() if not choices]
        worth |= {position: sum(position[:6]) - sum(position[6:]) for position in ends}
    for least in range(stones, 0, -1):
        won: set[Position] = {position for position, value in worth.items() if value >= least}
        lost: set[Position] = {position for position, value in worth.items() if value <= -least}
        grown = True
        while grown:
            before = len(won) + len(lost)
            for position, choices in moves.items():
                if any(_makes(c, child, least, known, lost) for c, child in choices):
                    won.add(position)
                elif choices and all(_loses(c, child, least, known, won) for c, child in choices):
                    lost.add(position)
            grown = len(won) + len(lost) > before
        for position in moves:
            if worth[position] == 0 and position in won:
                worth[position] = least
            if worth[position] == 0 and position in lost:
                worth[position] = -least
    return worth


def _makes(
    captured: int, child: Position, least: int, known: dict[Position, int], lost: set[Position]
) -> bool:
    return captured - known[child] >= least if captured else child in lost


def _loses(
    captured: int, child: Position, least: int, known: dict[Position, int], won: set[Position]
) -> bool:
    return captured - known[child] <= -least if captured else child in won
