"""The checkers board: red's men at the top, the dark squares numbered."""

from __future__ import annotations

from hopsow.draw.shapes import MARK, Drawing, centre, disc, frame, label, marks, rect
from hopsow.games import Position

MEN = {"r": "●", "R": "◉", "w": "○", "W": "◎"}
COLOURS = {"r": ("#c63d31", "#7d1e16"), "w": ("#fbf4e4", "#9a8a6c")}  # fill and edge


def rows(position: Position) -> list[str]:
    """The lines of a drawing in characters."""
    rows = []
    for y in range(8):
        cells = range(4 * y, 4 * y + 4)
        dark = [_square(position.cells[cell], cell) for cell in cells]
        shift = "" if y % 2 else "   "
        board = f"{shift}{'    '.join(dark)}"
        rows.append(f"{cells[0] + 1:3} │ {board:24}│{cells[-1] + 1:3}")
    return rows


def _square(piece: str, cell: int) -> str:
    return f"{cell + 1:2}" if piece == "." else f" {MEN[piece]}"


def image(position: Position, marked: tuple[str, ...]) -> Drawing:
    """Width, height and shapes of a drawing in SVG; the squares `marked` stand out."""
    size, margin = 56, 16
    side = 8 * size + 2 * margin
    shapes = [frame(side, side), rect(margin, margin, 8 * size, 8 * size, "#f3e3c3")]
    centres = {}
    for cell in range(32):
        row, place = divmod(cell, 4)
        column = 2 * place + 1 - row % 2
        shapes.append(rect(margin + size * column, margin + size * row, size, size, "#5d7f57"))
        centres[str(cell + 1)] = centre(column, row, size, margin)
    for name, (x, y) in centres.items():
        shapes.append(label(x - 0.37 * size, y - 0.38 * size, name, 10, "#d5e2cf"))
    shapes += marks(centres, marked, size)
    for (x, y), man in zip(centres.values(), position.cells, strict=True):
        if man != ".":
            fill, edge = COLOURS[man.lower()]
            shapes.append(disc(x, y, 0.36 * size, fill, edge))
            if man.isupper():
                shapes.append(_crown(x, y, 0.2 * size, edge))
    return side, side, shapes


def _crown(x: float, y: float, size: float, colour: str) -> str:
    points = [(-1, 0.75), (-1.1, -0.6), (-0.5, 0), (0, -0.9), (0.5, 0), (1.1, -0.6), (1, 0.75)]
    path = " ".join(f"{x + size * dx:.1f},{y + size * dy:.1f}" for dx, dy in points)
    return f"<polygon points='{path}' fill='{MARK}' stroke='{colour}' stroke-width='1.5'/>"
