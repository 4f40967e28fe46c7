"""The command line: one module per verb, imported only when its verb is called.

Other packages add verbs below a name of their own (`hopsow.cli.registered`).

Agents in a course start anew for every move, so this file imports next to nothing. Whatever a verb
raises for bad input becomes one sentence on stderr and exit status 2.
"""

from __future__ import annotations

import os
import sys
from codecs import register_error

GROUPS = {
    "play": {
        "play": "open the board in the browser",
        "serve": "serve the board, also to other machines",
        "show": "draw a position and list its legal moves",
        "analyse": "search a position and show the best lines",
        "review": "find the turning points of a game, and what was better",
        "puzzles": "make positions with one right move, with the proof",
        "games": "import games, and show what was played in a position",
        "convert": "translate between positions, course formats and records",
    },
    "course": {
        "new": "write a starter program, in one of seven languages",
        "check": "test a program against its course format",
        "grade": "mark a program by its course's scheme",
        "exam": "make an exam by seed, with proven answers",
        "class": "mark a whole class of submissions",
        "export": "write a package for a teaching platform, such as Gradescope or Kattis",
    },
    "arena": {
        "match": "let two agents play, and judge every move",
        "tournament": "many agents, resumable, with ratings and a report",
        "ladder": "measure agents against the engine's levels, in Elo",
        "replay": "show a recorded game and check it again",
        "doctor": "say what this machine offers: sandbox, meters, extras, tables",
        "completion": "print a script that completes verbs, games, agents and options",
    },
    "engine": {
        "engine": "speak the engine protocol, or check another engine",
        "levels": "show the engine's levels of play and their strength",
        "perft": "count the lines of play of a given length",
        "bench": "search fixed positions: node signature and speed",
    },
    "tables": {
        "tables": "build, verify, probe and list tables of exact endings",
        "regret": "say what played games gave away, by exact tables",
    },
}

COURSE = "course"  # its first verbs are the names of the games
VERBS = {verb: what for verbs in GROUPS.values() for verb, what in verbs.items()}


PLAIN = "hopsow.plain"
PLAIN_SIGNS = {
    "½": "1/2",
    **dict(zip("●◉○◎·▫─│", "xXoO.,-|", strict=True)),
    **dict.fromkeys("┌┬┐├┼┤└┴┘", "+"),
}
USAGE_ERROR = 2
INTERRUPTED = 130  # as a shell reports SIGINT
BROKEN_PIPE = 141  # as a shell reports SIGPIPE


def main(argv: list[str] | None = None) -> int:
    """Run a command line; the exit status."""
    arguments = sys.argv[1:] if argv is None else argv
    if sys.stdout is None:  # the caller has closed it
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (for as long as the process lives)
    try:
        status = _run(arguments)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _silence_stdout()
        return BROKEN_PIPE
    except OSError as error:
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except ValueError as error:
        return _complain(str(error))


def _run(arguments: list[str]) -> int:
    verb, *rest = arguments or ["play"]
    if verb == "help" and rest:
        verb, rest = rest[0], [*rest[1:], "--help"]
    if verb in ("-h", "--help", "help"):
        print(_usage(), end="")
        return 0
    if verb in ("-V", "--version"):
        from hopsow import __version__

        print(f"hopsow {__version__}")
        return 0
    is_game = verb in _games()
    if not is_game and verb not in VERBS and not _is_registered(verb):
        raise ValueError(_unknown(verb))
    if hasattr(sys.stdout, "reconfigure"):
        register_error(PLAIN, _plain)  # a terminal that lacks ● still gets a drawing
        sys.stdout.reconfigure(errors=PLAIN)
    if is_game:
        from hopsow.cli.by_game import module_of

        return module_of(verb).run(rest)
    if verb in VERBS:
        module = f"hopsow.cli.{verb}"
        __import__(module)  # importlib would be one more import
        status: int = sys.modules[module].run(rest)
        return status
    from hopsow.cli.registered import loaded

    return loaded(verb).run(rest)


def _is_registered(verb: str) -> bool:
    from hopsow.cli.registered import found

    return verb in found()


def _plain(error: UnicodeError) -> tuple[str, int]:
    """What stands for the characters that an encoding lacks."""
    assert isinstance(error, UnicodeEncodeError), "only what is written is replaced"
    lacking = error.object[error.start : error.end]
    return "".join(PLAIN_SIGNS.get(each, "?") for each in lacking), error.end


def _games() -> tuple[str, ...]:
    """Each game has a verb of its name, which does what the game's course asks for."""
    from hopsow.games import GAMES

    return GAMES


def groups() -> dict[str, dict[str, str]]:
    """Every verb and what it does, by what people come for; packages come last."""
    from hopsow.cli.registered import listed
    from hopsow.games import facts

    of_games = {game: facts(game).verb for game in _games()}
    return GROUPS | {COURSE: of_games | GROUPS[COURSE]} | listed()


def _usage() -> str:
    from hopsow.games import facts

    *titles, last = (facts(game).full_title for game in _games())
    texts = (
        f"{group}:\n" + "".join(f"  {verb:13} {what}\n" for verb, what in verbs.items())
        for group, verbs in groups().items()
    )
    return (
        f"usage: hopsow VERB ...\n\n{', '.join(titles)} and {last}.\n\n"
        + "\n".join(texts)
        + "\nhopsow help VERB explains a verb and gives examples; "
        "hopsow --version prints the version.\n"
    )


def _unknown(verb: str) -> str:
    from difflib import get_close_matches

    known = [verb for verbs in groups().values() for verb in verbs]
    close = get_close_matches(verb, known, n=1)
    hint = f"did you mean {close[0]}?" if close else f"expected one of {', '.join(known)}"
    return f"unknown verb {verb!r}: {hint}"


def _complain(sentence: str) -> int:
    from hopsow.cli.printable import printable

    print(f"hopsow: {printable(sentence)}", file=sys.stderr)
    return USAGE_ERROR


def _silence_stdout() -> None:
    """Nobody reads any more: let the flush at exit go nowhere instead of failing again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
