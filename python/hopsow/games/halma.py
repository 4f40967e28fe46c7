"""Halma: its facts, and what a glance at a position tells."""

from __future__ import annotations

from hopsow.games.contract import Facts, Level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hopsow._native import Move, Position

FACTS = Facts(
    name="halma",
    title="Halma",
    full_title="Halma",
    verb="answer an input.txt: the agent of the Halma course",
    examples={
        "show": ("hopsow show halma 4,1-5,2 --json",),
        "perft": ("hopsow perft halma 3 --divide --threads 2",),
        "analyse": ("hopsow analyse halma --time 2 --threads 2 --json",),
        "convert": ("hopsow convert halma input.txt --to position",),
        "new": ("hopsow new halma --language java my-halma",),
        "check": ('hopsow check halma "python3 agent.py"',),
        "match": ('hopsow match halma "cmd:python3 agent.py" minimax --cpu-game 100',),
        "grade": ('hopsow grade halma "python3 agent.py" --only 10',),
    },
    example_move="4,1-5,2",
    finished="16/16/16/16/16/wwwwwwwwwwwwwwww/www13/16/16/16/16"
    "/14bb/13bbb/12bbbb/11bbbbb/11bbbbb w",
    levels=(
        Level(1, temperature=0.12),
        Level(1, temperature=0.06, elo=200),
        Level(1, elo=441),
        Level(2, temperature=0.04, elo=623),
        Level(2, elo=796),
        Level(3, temperature=0.1, elo=1177),
        Level(3, temperature=0.04, elo=1333),
        Level(nodes=6_000, elo=1811),
        Level(nodes=25_000, elo=2112),
        Level(elo=2388),
    ),
    clear_lead=8.0,
    ply_cap=500,
    repetitions=3,
    openings="random:plies=4",
    course_limits={"cpu_game": 100.0},
    course_file="input.txt",
    record_type="halma",
    record_suffix="hgn",
    player_tags=("Black", "White"),
    ending_is_score=False,
    ending_unknown="no race to judge: the armies can still meet, or their ways home are too long",
    table_bytes_per_s=None,
)


def name_of(square: tuple[int, int]) -> str:
    """A square as texts write it."""
    return f"{square[0]},{square[1]}"


def square_named(name: str) -> tuple[int, int]:
    """The square of a name; ValueError if there is none."""
    x, y = name.split(",")
    return int(x), int(y)


def size_of(position: Position) -> int:
    """The men on the board."""
    return sum(cell != "." for cell in position.cells)


SIZE = 16
SWAPPED = str.maketrans("bw", "wb")
TURNED, MIRRORED = 1, 2


def canonical(position: Position) -> tuple[str, tuple[int, ...]]:
    """The board as the first side would see it, or that board mirrored at the diagonal between the
    camps; where both are the same, either is a way to look at it.
    """
    view = TURNED * position.sides.index(position.to_move)
    cells = position.cells
    if view:
        cells = cells[::-1].translate(SWAPPED)
    mirrored = "".join([cells[column::SIZE] for column in range(SIZE)])
    if mirrored == cells:
        return cells, (view, view | MIRRORED)
    return (cells, (view,)) if cells < mirrored else (mirrored, (view | MIRRORED,))


def seen(move: Move, view: int) -> str:
    """The ends of a move, on the board turned about, mirrored, or both."""
    ends = [square_named(name) for name in (move.squares[0], move.squares[-1])]
    if view & TURNED:
        ends = [(SIZE - 1 - x, SIZE - 1 - y) for x, y in ends]
    if view & MIRRORED:
        ends = [(y, x) for x, y in ends]
    return "-".join(map(name_of, ends))
