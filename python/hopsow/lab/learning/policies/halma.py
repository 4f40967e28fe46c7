"""Halma for a net: action 71 · (16y + x) + way, where a chain's way is its other end."""

from hopsow.lab.learning.policies.contract import Board, Outlook, Size

SQUARES, WAYS, STEPS = 256, 71, 8
ACTIONS = range(SQUARES * WAYS)


def _turned(action: int) -> int:
    square, way = divmod(action, WAYS)
    # The other ends are listed row by row: turned round, in the opposite order.
    way = (way + STEPS // 2) % STEPS if way < STEPS else WAYS - 1 - (way - STEPS)
    return (SQUARES - 1 - square) * WAYS + way


OUTLOOK = Outlook(
    sight=Board(
        scales=(1, 1, 0),
        side_plane=2,
        cells=ACTIONS,
        turned=[_turned(action) for action in ACTIONS],
    ),
    small=Size(width=16, blocks=2, games=32, positions=4_096),
    large=Size(width=48, blocks=5, games=2048, positions=200_000),
    simulations=32,
    max_plies=400,
)
