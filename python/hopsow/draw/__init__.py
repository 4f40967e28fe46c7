"""Drawings of positions: `text` for a terminal, `svg` for a page or a notebook, `png` for anything
else, and `gif` for a whole game.

Boards are seen as in the texts: the first side's men at the top, or its pits at the bottom. An SVG
stands alone: no script, no style sheet, no font file, nothing to fetch. Each game's board is drawn
by the module of its name, of `shapes` that they share. Only PNG and GIF need Pillow.
"""

from __future__ import annotations

from hopsow.draw.by_game import module_of
from hopsow.games import Capture, Move, Position, name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

    from PIL.Image import Image

SCALE = 2  # of a picture, for screens with small pixels


def text(position: Position) -> str:
    """The position as lines of characters, with the coordinates that moves are written in."""
    return "\n".join(row.rstrip() for row in module_of(position.game).rows(position))


def in_words(position: Position, move: Move) -> str:
    """What a move does, such as `jumps from 22 to 8 in 2 jumps, captures 2`."""
    events = position.story(move)
    kinds = [event.kind for event in events]
    start, end = (name_of(position.game, square) for square in (move.path[0], move.path[-1]))
    parts = [f"{'jumps' if 'jump' in kinds else 'moves'} from {start} to {end}"]
    if "lift" in kinds:
        parts = [f"sows {kinds.count('sow')}"]
    elif kinds.count("jump") > 1:
        parts[0] += f" in {kinds.count('jump')} jumps"
    captured = sum(event.count for event in events if isinstance(event, Capture))
    if captured:
        parts.append(f"captures {captured}")
    if "crown" in kinds:
        parts.append("is crowned")
    return ", ".join(parts)


def svg(position: Position, last_move: Move | None = None) -> str:
    """The position as an SVG image, the squares of `last_move` marked."""
    marked = last_move.squares if last_move else ()
    width, height, shapes = module_of(position.game).image(position, marked)
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' "
        f"width='{width}' height='{height}' role='img'>\n"
        f"<title>{position.game}, {position.to_move} to move</title>\n"
        + "\n".join(shapes)
        + "\n</svg>\n"
    )


def picture(position: Position, last_move: Move | None = None, scale: int = 1) -> Image:
    """The position as an image of Pillow, so many times as large as the SVG image."""
    painted: Image = _pictures().paint(svg(position, last_move), scale)
    return painted


def png(position: Position, last_move: Move | None = None) -> bytes:
    """The position as a file in PNG, twice as large as the SVG image."""
    file: bytes = _pictures().png(picture(position, last_move, SCALE))
    return file


def gif(positions: Iterable[Position], moves: Iterable[Move]) -> bytes:
    """A game as an animated GIF: the position before the first move, and those after each."""
    each = zip(positions, (None, *moves), strict=True)
    file: bytes = _pictures().gif([picture(position, move) for position, move in each])
    return file


def _pictures() -> ModuleType:
    try:
        from hopsow.draw import pictures
    except ImportError:
        raise ValueError("pictures need Pillow: pip install 'hopsow[pictures]'") from None
    return pictures
