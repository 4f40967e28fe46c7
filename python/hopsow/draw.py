"""Drawings of positions: `text` for a terminal, `svg` for a page or a notebook.

Boards are seen as in the texts: black's camp and red's men at the top, South at the bottom. An SVG
stands alone: no script, no style sheet, no font file, nothing to fetch.
"""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from hopsow.games import Move, Position

MEN = {"b": "●", "r": "●", "R": "◉", "w": "○", "W": "◎"}
NORTH_PITS = "fedcba"
SOUTH_PITS = "ABCDEF"

WOOD, WOOD_EDGE, INK = "#e7cfa4", "#8a6238", "#4a3520"
MARK, STONE = "#f2b632", "#ece4d6"
CAMP_COLOURS = ("#d9b67c", "#cfa869")
FONT = "font-family='Helvetica, Arial, sans-serif'"
COLOURS = {  # fill and edge of the men
    "halma": {"b": ("#33383f", "#14171b"), "w": ("#fbf7ef", "#8c8377")},
    "checkers": {"r": ("#c63d31", "#7d1e16"), "w": ("#fbf4e4", "#9a8a6c")},
}


def text(position: Position) -> str:
    """The position as lines of characters, with the coordinates that moves are written in."""
    rows = {"halma": _halma_text, "checkers": _checkers_text, "awari": _awari_text}
    return "\n".join(row.rstrip() for row in rows[position.game](position))


def svg(position: Position, last_move: Move | None = None) -> str:
    """The position as an SVG image, the squares of `last_move` marked."""
    draw = {"halma": _halma_svg, "checkers": _checkers_svg, "awari": _awari_svg}
    marked = last_move.squares if last_move else ()
    width, height, shapes = draw[position.game](position, marked)
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' "
        f"width='{width}' height='{height}' role='img'>\n"
        f"<title>{position.game}, {position.to_move} to move</title>\n"
        + "\n".join(shapes)
        + "\n</svg>\n"
    )


def is_camp(x: int, y: int) -> bool:
    """Whether a Halma square lies in one of the camps."""
    return _is_black_camp(x, y) or _is_black_camp(15 - x, 15 - y)


def _is_black_camp(x: int, y: int) -> bool:
    return y < 5 and x < (5, 5, 4, 3, 2)[y]


def _halma_text(position: Position) -> list[str]:
    header = "   " + "".join(f"{x:3}" for x in range(16))
    rows = [header]
    for y in range(16):
        row = position.cells[16 * y : 16 * y + 16]
        squares = (MEN.get(man) or ("▫" if is_camp(x, y) else "·") for x, man in enumerate(row))
        rows.append(f"{y:3}" + "".join(f"  {square}" for square in squares) + f"{y:4}")
    return [*rows, header]


def _checkers_text(position: Position) -> list[str]:
    rows = []
    for y in range(8):
        cells = range(4 * y, 4 * y + 4)
        dark = [_checkers_square(position.cells[cell], cell) for cell in cells]
        shift = "" if y % 2 else "   "
        board = f"{shift}{'    '.join(dark)}"
        rows.append(f"{cells[0] + 1:3}  {board:24}{cells[-1] + 1:5}")
    return rows


def _checkers_square(piece: str, cell: int) -> str:
    return f"{cell + 1:2}" if piece == "." else f" {MEN[piece]}"


def _awari_text(position: Position) -> list[str]:
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


Drawing = tuple[int, int, list[str]]  # width, height, shapes


def _halma_svg(position: Position, marked: tuple[str, ...]) -> Drawing:
    size, margin = 32, 28
    side = 16 * size + 2 * margin
    shapes = [_frame(side, side)]
    for row in range(16):
        for column in range(16):
            fill = _halma_fill(column, row)
            shapes.append(_rect(margin + size * column, margin + size * row, size, size, fill))
    shapes.append(_camp_border(size, margin))
    centres = {f"{x},{y}": _centre(x, y, size, margin) for y in range(16) for x in range(16)}
    shapes += _marks(centres, marked, size)
    for (x, y), man in zip(centres.values(), position.cells, strict=True):
        if man != ".":
            shapes.append(_man(x, y, 0.36 * size, *COLOURS["halma"][man]))
    for index in range(16):
        along = margin + size * index + size / 2
        for across in (margin / 2, side - margin / 2):
            shapes.append(_label(along, across, index, 12))
            shapes.append(_label(across, along, index, 12))
    return side, side, shapes


def _halma_fill(x: int, y: int) -> str:
    if is_camp(x, y):
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


def _checkers_svg(position: Position, marked: tuple[str, ...]) -> Drawing:
    size, margin = 56, 16
    side = 8 * size + 2 * margin
    shapes = [_frame(side, side), _rect(margin, margin, 8 * size, 8 * size, "#f3e3c3")]
    centres = {}
    for cell in range(32):
        row, place = divmod(cell, 4)
        column = 2 * place + 1 - row % 2
        shapes.append(_rect(margin + size * column, margin + size * row, size, size, "#5d7f57"))
        centres[str(cell + 1)] = _centre(column, row, size, margin)
    for name, (x, y) in centres.items():
        shapes.append(_label(x - 0.37 * size, y - 0.38 * size, name, 10, "#d5e2cf"))
    shapes += _marks(centres, marked, size)
    for (x, y), man in zip(centres.values(), position.cells, strict=True):
        if man != ".":
            fill, edge = COLOURS["checkers"][man.lower()]
            shapes.append(_man(x, y, 0.36 * size, fill, edge))
            if man.isupper():
                shapes.append(_crown(x, y, 0.2 * size, edge))
    return side, side, shapes


def _crown(x: float, y: float, size: float, colour: str) -> str:
    points = [(-1, 0.75), (-1.1, -0.6), (-0.5, 0), (0, -0.9), (0.5, 0), (1.1, -0.6), (1, 0.75)]
    path = " ".join(f"{x + size * dx:.1f},{y + size * dy:.1f}" for dx, dy in points)
    return f"<polygon points='{path}' fill='{MARK}' stroke='{colour}' stroke-width='1.5'/>"


def _awari_svg(position: Position, marked: tuple[str, ...]) -> Drawing:
    pit, store, height = 92, 96, 268
    width = 6 * pit + 2 * store
    shapes = [_frame(width, height)]
    for index, count in enumerate(position.stones[:12]):
        name = (SOUTH_PITS + NORTH_PITS[::-1])[index]
        x = store + pit * (index if index < 6 else 11 - index) + pit / 2
        y, count_y, name_y = (182, 237, 255) if index < 6 else (86, 32, 14)
        edge = MARK if name in marked else WOOD_EDGE
        shapes.append(_circle(x, y, 0.43 * pit, "#b98a52", edge, 4 if name in marked else 1.5))
        shapes += [_stone(x + dx, y + dy) for dx, dy in _ring_places(count, 0.33 * pit)]
        shapes.append(_label(x, name_y, name, 12))
        shapes.append(_label(x, count_y, count, 15, INK, bold=True))
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
        shapes.append(_label(middle, 28, name, 13))
        shapes.append(_label(middle, 240, count, 15, INK, bold=True))
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
    return _circle(x, y, 5.2, STONE, "#6b5a45", 1)


def _frame(width: int, height: int) -> str:
    return f"<rect width='{width}' height='{height}' rx='10' fill='{WOOD}' stroke='{WOOD_EDGE}'/>"


def _centre(x: int, y: int, size: int, margin: int) -> tuple[float, float]:
    return margin + size * x + size / 2, margin + size * y + size / 2


def _marks(
    centres: dict[str, tuple[float, float]], marked: tuple[str, ...], size: int
) -> list[str]:
    """The squares of a move, and the way between them."""
    if not marked:
        return []
    squares = [centres[name] for name in marked]
    shapes = [
        f"<rect x='{x - size / 2:g}' y='{y - size / 2:g}' width='{size}' height='{size}' "
        f"fill='{MARK}' fill-opacity='0.55'/>"
        for x, y in dict.fromkeys(squares)
    ]
    points = " ".join(f"{x:g},{y:g}" for x, y in squares)
    return [
        *shapes,
        f"<polyline points='{points}' fill='none' stroke='{MARK}' stroke-width='3' "
        "stroke-linecap='round' stroke-linejoin='round'/>",
    ]


def _man(x: float, y: float, radius: float, fill: str, edge: str) -> str:
    shadow = _circle(x, y + 0.09 * radius, radius, "#000", "none", 0, " opacity='0.25'")
    rim = _circle(x, y, 0.7 * radius, "none", edge, 1, " opacity='0.5'")
    return shadow + _circle(x, y, radius, fill, edge, 1.5) + rim


def _circle(
    x: float, y: float, radius: float, fill: str, stroke: str, width: float, more: str = ""
) -> str:
    return (
        f"<circle cx='{x:.4g}' cy='{y:.4g}' r='{radius:.4g}' fill='{fill}' stroke='{stroke}' "
        f"stroke-width='{width:g}'{more}/>"
    )


def _rect(x: int, y: int, width: int, height: int, fill: str) -> str:
    return f"<rect x='{x}' y='{y}' width='{width}' height='{height}' fill='{fill}'/>"


def _label(
    x: float, y: float, label: str | int, size: int, colour: str = INK, bold: bool = False
) -> str:
    weight = " font-weight='bold'" if bold else ""
    return (
        f"<text x='{x:.4g}' y='{y:.4g}' {FONT} font-size='{size}'{weight} fill='{colour}' "
        f"text-anchor='middle' dominant-baseline='central'>{label}</text>"
    )
