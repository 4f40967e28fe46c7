"""Halma's board: black's camp at the top left, coordinates along the edges."""

from __future__ import annotations

from hopsow.draw.shapes import WOOD_EDGE, Drawing, centre, disc, frame, label, marks, rect
from hopsow.games import Position

MEN = {"b": "●", "w": "○"}
COLOURS = {"b": ("#33383f", "#14171b"), "w": ("#fbf7ef", "#8c8377")}  # fill and edge
CAMP_COLOURS = ("#d9b67c", "#cfa869")


def rows(position: Position) -> list[str]:
    """The lines of a drawing in characters."""
    header = "   " + "".join(f"{x:3}" for x in range(16))
    rows = [header]
    for y in range(16):
        row = position.cells[16 * y : 16 * y + 16]
        squares = (MEN.get(man) or ("▫" if _is_camp(x, y) else "·") for x, man in enumerate(row))
        rows.append(f"{y:3}" + "".join(f"  {square}" for square in squares) + f"{y:4}")
    return [*rows, header]


def image(position: Position, marked: tuple[str, ...]) -> Drawing:
    """Width, height and shapes of a drawing in SVG; the squares `marked` stand out."""
    size, margin = 32, 28
    side = 16 * size + 2 * margin
    shapes = [frame(side, side)]
    for row in range(16):
        for column in range(16):
            fill = _fill(column, row)
            shapes.append(rect(margin + size * column, margin + size * row, size, size, fill))
    shapes.append(_camp_border(size, margin))
    centres = {f"{x},{y}": centre(x, y, size, margin) for y in range(16) for x in range(16)}
    shapes += marks(centres, marked, size)
    for (x, y), man in zip(centres.values(), position.cells, strict=True):
        if man != ".":
            shapes.append(disc(x, y, 0.36 * size, *COLOURS[man]))
    for index in range(16):
        along = margin + size * index + size / 2
        for across in (margin / 2, side - margin / 2):
            shapes.append(label(along, across, index, 12))
            shapes.append(label(across, along, index, 12))
    return side, side, shapes


def _fill(x: int, y: int) -> str:
    if _is_camp(x, y):
        return CAMP_COLOURS[(x + y) % 2]
    return "#efdcb8" if (x + y) % 2 else "#f6e8cb"


def _camp_border(size: int, margin: int) -> str:
    """A line along the stairs of both camps."""
    steps = []
    for y, width in enumerate((5, 5, 4, 3, 2)):
        steps += [(width, y), (width, y + 1)]
    lines = [[*steps, (0, 5)], [(16 - x, 16 - y) for x, y in [*steps, (0, 5)]]]
    paths = [
        "M" + " L".join(f"{margin + size * x} {margin + size * y}" for x, y in c) for c in lines
    ]
    return f"<path d='{' '.join(paths)}' fill='none' stroke='{WOOD_EDGE}' stroke-width='2'/>"


def _is_camp(x: int, y: int) -> bool:
    """Whether a square lies in one of the camps."""
    return _is_black_camp(x, y) or _is_black_camp(15 - x, 15 - y)


def _is_black_camp(x: int, y: int) -> bool:
    return y < 5 and x < (5, 5, 4, 3, 2)[y]
