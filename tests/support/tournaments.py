"""A small tournament, written to a file as a teacher would."""

import re
from pathlib import Path

FILE = """\
name = "A <class>"
game = "{game}"
format = "{format}"
games = 2
rounds = {rounds}
seed = 7
[limits]
cpu_move = 5.0
plies = {plies}
[[agents]]
name = "random"
spec = "random"
[[agents]]
name = "greedy"
spec = "greedy"
[[agents]]
name = "minimax"
spec = "minimax:depth=2"
"""


def write(folder: Path, game: str = "awari", form: str = "round-robin", **more: int) -> Path:
    """The file, in a folder."""
    path = folder / "class.toml"
    numbers = {"rounds": 1, "plies": 60, **more}
    text = FILE.format(game=game, format=form, **numbers)
    if form == "knockout":
        text = re.sub("rounds = .*\n", "", text)
    path.write_text(text)
    return path
