"""The shapes that drawings of boards are made of, as SVG elements."""

from __future__ import annotations

Drawing = tuple[int, int, list[str]]  # width, height, shapes

WOOD, WOOD_EDGE, INK = "#e7cfa4", "#8a6238", "#4a3520"
MARK = "#f2b632"
FONT = "font-family='Helvetica, Arial, sans-serif'"


def frame(width: int, height: int) -> str:
    """The wood around a board."""
    return f"<rect width='{width}' height='{height}' rx='10' fill='{WOOD}' stroke='{WOOD_EDGE}'/>"


def centre(x: int, y: int, size: int, margin: int) -> tuple[float, float]:
    """The middle of a square of a board with so much margin."""
    return margin + size * x + size / 2, margin + size * y + size / 2


def marks(centres: dict[str, tuple[float, float]], marked: tuple[str, ...], size: int) -> list[str]:
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


def disc(x: float, y: float, radius: float, fill: str, edge: str) -> str:
    """A man as seen from above."""
    shadow = circle(x, y + 0.09 * radius, radius, "#000", "none", 0, " opacity='0.25'")
    rim = circle(x, y, 0.7 * radius, "none", edge, 1, " opacity='0.5'")
    return shadow + circle(x, y, radius, fill, edge, 1.5) + rim


def circle(
    x: float, y: float, radius: float, fill: str, stroke: str, width: float, more: str = ""
) -> str:
    """A circle; `more` are further attributes."""
    return (
        f"<circle cx='{x:.4g}' cy='{y:.4g}' r='{radius:.4g}' fill='{fill}' stroke='{stroke}' "
        f"stroke-width='{width:g}'{more}/>"
    )


def rect(x: int, y: int, width: int, height: int, fill: str) -> str:
    """A rectangle without an edge."""
    return f"<rect x='{x}' y='{y}' width='{width}' height='{height}' fill='{fill}'/>"


def label(
    x: float, y: float, label: str | int, size: int, colour: str = INK, bold: bool = False
) -> str:
    """A text around a point."""
    weight = " font-weight='bold'" if bold else ""
    return (
        f"<text x='{x:.4g}' y='{y:.4g}' {FONT} font-size='{size}'{weight} fill='{colour}' "
        f"text-anchor='middle' dominant-baseline='central'>{label}</text>"
    )
