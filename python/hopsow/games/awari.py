"""Awari: its facts, and what a glance at a position tells."""

from __future__ import annotations

from hopsow.games.contract import Facts, Level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hopsow._native import Move, Position

FACTS = Facts(
    name="awari",
    title="Awari",
    full_title="Awari",
    verb="play Awari between two agents or people",
    examples={
        "play": ("hopsow play awari",),
        "puzzles": (
            "hopsow puzzles make awari --count 100 -o puzzles.txt",
            "hopsow puzzles check awari puzzles.txt",
        ),
        "show": ("hopsow show awari --rules abapa --position 4-4-4-4-4-4-4-4-4-4-4-4-0-0-N",),
        "perft": ("hopsow perft awari 10 --position 4-4-4-4-4-4-4-4-4-4-4-4-0-0-N",),
        "analyse": ("hopsow analyse awari --depth 18 --multipv 3",),
        "engine": ("hopsow engine --game awari --check python3 mine.py",),
        "review": ("hopsow review hopsow-evidence/game-00001.json --nodes 2000 --json",),
        "games": ("hopsow games show awari --position 4-4-4-4-4-4-4-4-4-4-4-4-0-0-N --json",),
        "convert": (
            "hopsow convert awari game.ogn --to gif -o game.gif",
            "echo 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S | hopsow convert awari - --to course -o board.txt",
        ),
        "tables": (
            "hopsow tables build awari --size 13",
            "hopsow tables verify awari --size 12 --sample 100000",
            "hopsow tables probe awari --position 0-0-1-0-0-2-1-0-3-0-0-1-20-20-S",
            "hopsow tables explore awari --position 0-4-1-0-0-2-3-0-3-0-0-1-17-17-S",
        ),
        "export": ("hopsow export kattis awari -o awari --json",),
        "check": ("hopsow check awari ugi:./mine",),
        "match": (
            "hopsow match awari ugi:./mine greedy --sprt 0 100 --games 40 --cpu 0.1 --jobs 2",
        ),
        "ladder": ("hopsow ladder awari greedy --levels 1-2 --rounds 3 --adjudicate tables",),
        "exam": ("hopsow exam make awari -o exam.json",),
        "grade": ("hopsow grade awari ugi:./mine --json",),
    },
    example_move="C",
    finished="0-0-0-0-0-0-0-0-0-0-0-0-20-28-S",
    levels=(
        Level(1, temperature=5.5),
        Level(1, temperature=1.2, elo=636),
        Level(1, temperature=0.6, elo=805),
        Level(2, temperature=0.6, elo=991),
        Level(2, temperature=0.3, elo=1110),
        Level(3, temperature=0.2, elo=1351),
        Level(4, temperature=0.1, elo=1490),
        Level(5, elo=1681),
        Level(7, elo=1849),
        Level(elo=2361),
    ),
    clear_lead=4.0,
    ply_cap=2000,
    repetitions=None,
    openings="random:plies=4",
    course_limits={"cpu_move": 1.0},
    course_file="board.txt",
    record_type="awari",
    record_suffix="ogn",
    player_tags=("South", "North"),
    ending_is_score=True,
    ending_unknown=None,
    table_bytes_per_s=2.5e6,
)

PITS = "ABCDEFabcdef"


def name_of(pit: int) -> str:
    """A pit as texts write it."""
    return PITS[pit]


def square_named(name: str) -> int:
    """The pit of a name; ValueError if there is none."""
    if len(name) != 1:
        raise ValueError(f"{name!r} is no pit")
    return PITS.index(name)


def size_of(position: Position) -> int:
    """The stones in the pits."""
    return sum(position.stones[: len(PITS)])


def canonical(position: Position) -> tuple[str, tuple[int, ...]]:
    """The stones as the mover sees them: for North the board is turned about."""
    stones = position.stones
    view = position.sides.index(position.to_move)
    if view:
        stones = stones[6:12] + stones[:6] + stones[:11:-1]
    return "-".join(map(str, stones)), (view,)


def seen(move: Move, view: int) -> str:
    """A move as its player sees it, turned about or not."""
    return str(move).upper()
