"""The perft tables under `testdata/perft`: `name | rules | position | n1 n2 n3 ...` a line."""

from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[2] / "testdata" / "perft"


class Row(NamedTuple):
    game: str
    name: str
    rules: str
    position: str
    counts: tuple[int, ...]  # counts[0] is depth 1


def rows(game: str) -> list[Row]:
    """Every row of a game's table, in the order of the file."""
    table = []
    for line in (FOLDER / f"{game}.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        name, rules, position, counts = (field.strip() for field in line.split("|"))
        table.append(Row(game, name, rules, position, tuple(map(int, counts.split()))))
    return table
