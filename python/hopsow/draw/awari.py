"""Awari's board: South at the bottom, the stores at the sides."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from hopsow.draw.shapes import INK, MARK, WOOD_EDGE, Drawing, circle, frame, label
from hopsow.games import Position

NORTH_PITS = "fedcba"
SOUTH_PITS = "ABCDEF"
STONE = "#ece4d6"


def rows(position: Position) -> list[str]:
    """The lines of a drawing in characters."""
    stones = position.stones
    pits = [stones[11:5:-1], stones[:6]]
    top, bottom = ("│".join(f"{count:^5}" for count in row) for row in pits)
    line = "─────"
    return [
        "         " + "".join(f"{name:^6}" for name in NORTH_PITS),
        f"        ┌{'┬'.join([line] * 6)}┐",
        f" north  │{top}│  south",
        f"{stones[13]:^8}├{'┼'.join([line] * 6)}┤{stones[12]:^8}",
        f"        │{bottom}│",
        f"        └{'┴'.join([line] * 6)}┘",
        "         " + "".join(f"{name:^6}" for name in SOUTH_PITS),
    ]


def image(position: Position, marked: tuple[str, ...]) -> Drawing:
    """Width, height and shapes of a drawing in SVG; the squares `marked` stand out."""
    pit, store, height = 92, 96, 268
    width = 6 * pit + 2 * store
    shapes = [frame(width, height)]
    for index, count in enumerate(position.stones[:12]):
        name = (SOUTH_PITS + NORTH_PITS[::-1])[index]
        x = store + pit * (index if index < 6 else 11 - index) + pit / 2
        y, count_y, name_y = (182, 237, 255) if index < 6 else (86, 32, 14)
        edge = MARK if name in marked else WOOD_EDGE
        shapes.append(circle(x, y, 0.43 * pit, "#b98a52", edge, 4 if name in marked else 1.5))
        shapes += [_stone(x + dx, y + dy) for dx, dy in _ring_places(count, 0.33 * pit)]
        shapes.append(label(x, name_y, name, 12))
        shapes.append(label(x, count_y, count, 15, INK, bold=True))
    for count, x, name in (
        (position.stones[12], width - store, "South"),
        (position.stones[13], 0, "North"),
    ):
        shapes.append(
            f"<rect x='{x + 16}' y='44' width='{store - 32}' height='180' rx='32' "
            f"fill='#b98a52' stroke='{WOOD_EDGE}' stroke-width='1.5'/>"
        )
        middle = x + store / 2
        shapes += [_stone(middle + dx, 134 + dy) for dx, dy in _grid_places(count, store - 48, 148)]
        shapes.append(label(middle, 28, name, 13))
        shapes.append(label(middle, 240, count, 15, INK, bold=True))
    return width, height, shapes


def _ring_places(count: int, radius: float) -> list[tuple[float, float]]:
    """Places for stones in a pit: rings that one can count, a spiral once there are too many."""
    rings = {1: [1], 2: [2], 3: [3], 4: [4], 5: [5], 6: [1, 5], 7: [1, 6], 8: [1, 7]}
    if count > 19:
        turn = pi * (3 - sqrt(5))
        spots = [(radius * sqrt((i + 0.5) / count), turn * i) for i in range(count)]
        return [(r * cos(a), r * sin(a)) for r, a in spots]
    ring = rings.get(count) or ([3, count - 3] if count < 13 else [1, 6, count - 7])
    places: list[tuple[float, float]] = []
    for index, size in enumerate(ring if count else []):
        r = 0.0 if size == 1 else radius * (index + 1) / len(ring) * (0.55 if count < 6 else 1)
        places += [_polar(r, 2 * pi * i / size - pi / 2) for i in range(size)]
    return places


def _polar(radius: float, angle: float) -> tuple[float, float]:
    return radius * cos(angle), radius * sin(angle)


def _grid_places(count: int, width: float, height: float) -> list[tuple[float, float]]:
    """Places for stones in a store: rows of five, closer together once the store is full."""
    columns = 5 if count <= 55 else 8
    gap = min(width / columns, height / max(1, -(-count // columns)))
    top = -gap * (-(-count // columns) - 1) / 2
    return [
        (gap * (i % columns - (columns - 1) / 2), top + gap * (i // columns)) for i in range(count)
    ]


def _stone(x: float, y: float) -> str:
    return circle(x, y, 5.2, STONE, "#6b5a45", 1)
