"""The record of what is worth knowing of a game outside its rules.

It is a named tuple by hand: dataclasses take longer to import than all of hopsow.
"""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Mapping, Sequence


class Level(namedtuple("Level", "depth nodes temperature elo", defaults=(None, None, 0.0, 0))):
    """Looks `depth` plies ahead, or at `nodes` positions; without either it is at full strength.

    A move that looks worse by `temperature` units of the game is chosen e times less often. Its
    strength is `elo`, that of the first level being 0.
    """

    __slots__ = ()
    depth: int | None
    nodes: int | None
    temperature: float
    elo: int

    @property
    def is_full(self) -> bool:
        """Whether it is the engine at full strength."""
        return self[:3] == (None, None, 0.0)


class Facts(
    namedtuple(
        "Facts",
        (
            "name",
            "title",
            "full_title",
            "verb",
            "examples",
            "example_move",
            "finished",
            "levels",
            "clear_lead",
            "ply_cap",
            "repetitions",
            "openings",
            "course_limits",
            "course_file",
            "record_type",
            "record_suffix",
            "player_tags",
            "ending_is_score",
            "ending_unknown",
            "table_bytes_per_s",
        ),
    )
):
    """The facts about one game.

    Names: `title` for headings and `full_title` where the game is introduced; `verb` is what the
    command of the game's own name does, `examples` are command lines for the help of other verbs.

    Positions: `example_move` is legal at the start, `finished` is the text of a position in which
    the game is over.

    Play: ten `levels`; `clear_lead` units ahead about three of four games are won; a referee ends a
    game after `ply_cap` plies, and as a draw when a position occurs for the `repetitions`-th time
    where the rules themselves know no repetition; `openings` is how matches begin by default.

    The course: its limits on time, the name of a file in its format.

    Texts: `record_type` is the tag GameType of a record, `record_suffix` the ending of its file,
    `player_tags` name who played.

    Endings: whether the value of a known ending says more than its result, and what to say where no
    table can be built that would know an ending; how many bytes of tables one processor makes in a
    second, about, if there are any.
    """

    __slots__ = ()
    name: str
    title: str
    full_title: str
    verb: str
    examples: Mapping[str, Sequence[str]]
    example_move: str
    finished: str
    levels: tuple[Level, ...]
    clear_lead: float
    ply_cap: int
    repetitions: int | None
    openings: str
    course_limits: Mapping[str, float]
    course_file: str
    record_type: str
    record_suffix: str
    player_tags: tuple[str, str]
    ending_is_score: bool
    ending_unknown: str | None
    table_bytes_per_s: float | None


class Playouts(namedtuple("Playouts", ("results", "lengths"))):
    """The results of random games, one item a game.

    `results` has 1 where the first of `position.sides` won, -1 where the second did and 0 for a
    draw or a game that was cut off; `lengths` has the number of plies.
    """

    __slots__ = ()

    results: array[int]
    lengths: array[int]
