"""The games as environments of PettingZoo, Gymnasium and OpenSpiel.

Each of these packages is needed only by the module of its name; `hopsow[envs]` installs them all.
Importing a module registers the games with its package.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hopsow.games import Position

RENDER_MODES = ["human", "ansi", "rgb_array"]
RENDER_FPS = 2  # for who makes films of frames


def check_render_mode(mode: str | None) -> None:
    """Refuse a way of drawing that there is not."""
    if mode not in (None, *RENDER_MODES):
        known = " or ".join(RENDER_MODES)
        raise ValueError(f"unknown render mode {mode!r}, expected {known}")


def render(position: Position, mode: str) -> str | NDArray[np.uint8] | None:
    """The position as a render mode says: printed, as text, or as pixels of red, green and blue."""
    from hopsow import draw

    if mode == "rgb_array":
        import numpy as np

        return np.array(draw.picture(position))
    if mode == "ansi":
        return draw.text(position)
    print(draw.text(position))
    return None
