"""English checkers: its facts, and what a glance at a position tells."""

from __future__ import annotations

from hopsow.games.contract import Facts, Level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hopsow._native import Move, Position

FACTS = Facts(
    name="checkers",
    title="Checkers",
    full_title="English checkers",
    verb="answer lines on a pipe: the agent of the checkers course",
    examples={
        "play": (
            "hopsow play checkers --no-browser --port 8000",
            'hopsow play checkers --agent "Mine=python3 agent.py"',
            "hopsow play checkers --text --white engine:level=3",
        ),
        "puzzles": ("hopsow puzzles make checkers --count 20 --seed 7",),
        "show": ("hopsow show checkers 11-15 22-18",),
        "perft": ("hopsow perft checkers 8",),
        "analyse": ("hopsow analyse checkers 11-15 22-18",),
        "regret": ("hopsow regret games.pdn --json",),
        "review": ("hopsow review games.pdn --number 1 --time 1",),
        "games": ("hopsow games show checkers 11-15",),
        "convert": ("hopsow convert checkers games.pdn --to course",),
        "levels": ("hopsow levels checkers --json",),
        "tables": (
            "hopsow tables build checkers --size 4 --threads 2 --memory 1G",
            "hopsow tables explore checkers --hard 5 --size 3",
        ),
        "new": ("hopsow new checkers my-checkers --language cpp",),
        "check": ('hopsow check checkers "python3 agent.py"',),
        "match": ("hopsow match checkers engine:level=5 minimax:depth=4 --games 20",),
        "ladder": (
            "hopsow ladder checkers minimax:depth=3 --levels 2-3 --rounds 2 --cpu 0.1 --json",
        ),
        "export": ("hopsow export gradescope checkers -o autograder",),
        "grade": ('hopsow grade checkers "python3 agent.py" --page mark.html --evidence proof/',),
    },
    example_move="11-15",
    finished="B:W18:B",
    levels=(
        Level(1, temperature=5.0),
        Level(1, temperature=2.0, elo=111),
        Level(2, temperature=0.75, elo=358),
        Level(2, temperature=0.5, elo=458),
        Level(3, temperature=0.42, elo=613),
        Level(3, temperature=0.27, elo=752),
        Level(4, temperature=0.15, elo=965),
        Level(5, temperature=0.08, elo=1135),
        Level(6, temperature=0.03, elo=1264),
        Level(elo=1546),
    ),
    clear_lead=1.0,
    ply_cap=2000,
    repetitions=None,
    openings="level",
    course_limits={"cpu_move": 1.0},
    course_file="pipe.txt",
    record_type="21",
    record_suffix="pdn",
    player_tags=("Black", "White"),
    ending_is_score=False,
    ending_unknown=None,
    table_bytes_per_s=0.95e6,
)


def name_of(square: int) -> str:
    """A square as texts write it."""
    return str(square)


def square_named(name: str) -> int:
    """The square of a name; ValueError if there is none."""
    return int(name)


def size_of(position: Position) -> int:
    """The pieces on the board."""
    return sum(cell != "." for cell in position.cells)


SWAPPED = str.maketrans("rwRW", "wrWR")


def canonical(position: Position) -> tuple[str, tuple[int, ...]]:
    """The board as the first side would see it: turned about, with colours swapped, for the other.

    There is no mirror image: it would stand on the squares that nobody uses.
    """
    view = position.sides.index(position.to_move)
    cells = position.cells
    return (cells[::-1].translate(SWAPPED) if view else cells), (view,)


def seen(move: Move, view: int) -> str:
    """A move on the board as it is, or turned about."""
    if not view:
        return str(move)
    return ("x" if move.is_capture else "-").join(str(33 - int(name)) for name in move.squares)
