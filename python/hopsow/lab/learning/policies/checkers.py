"""Checkers for a net. Each dark square has eight actions: in each direction a step and a jump."""

from hopsow.lab.learning.policies.contract import Board, Outlook, Size

SQUARES, WAYS = 32, 8
ACTIONS = range(SQUARES * WAYS)


def _cell(action: int) -> int:
    square, way = divmod(action, WAYS)
    row, place = divmod(square, 4)
    return (8 * row + 2 * place + (row + 1) % 2) * WAYS + way


def _turned(action: int) -> int:
    square, way = divmod(action, WAYS)
    return (SQUARES - 1 - square) * WAYS + (way ^ 4)  # directions 0 and 2 are opposite, 1 and 3 too


OUTLOOK = Outlook(
    sight=Board(
        scales=(1, 1, 1, 1, 1, 0, 1 / 50),
        side_plane=5,
        cells=[_cell(action) for action in ACTIONS],
        turned=[_turned(action) for action in ACTIONS],
    ),
    small=Size(width=24, blocks=2, games=128, positions=8_192),
    large=Size(width=64, blocks=5, games=4096, positions=400_000),
    simulations=32,
    max_plies=250,
)
