"""Solving a game from its start: `awari` on the processor, `cuda` on a graphics card."""

GAMES = ("awari",)


def refuse_others(game: str, what: str) -> None:
    """Refuse a game that has no solver."""
    if game not in GAMES:
        raise ValueError(f"{game} cannot {what}")
