"""The games as environments of PettingZoo, Gymnasium and OpenSpiel.

Each of these packages is needed only by the module of its name; `hopsow[envs]` installs them all.
Importing a module registers the games with its package.
"""

RENDER_MODES = ["human", "ansi"]


def check_render_mode(mode: str | None) -> None:
    """Refuse a way of drawing that there is not."""
    if mode not in (None, *RENDER_MODES):
        known = " or ".join(RENDER_MODES)
        raise ValueError(f"unknown render mode {mode!r}, expected {known}")
