"""The command line: one module per verb, imported only when its verb is called.

Agents in a course start anew for every move, so this file imports next to nothing. Whatever a verb
raises for bad input becomes one sentence on stderr and exit status 2.
"""

from __future__ import annotations

import os
import sys

GROUPS = {
    "play": {
        "play": "open the board in the browser",
        "serve": "serve the board, also to other machines",
        "show": "draw a position and list its legal moves",
        "analyse": "search a position and show the best lines",
        "convert": "translate between positions, course formats and records",
    },
    "course": {
        "halma": "answer an input.txt: the agent of the Halma course",
        "checkers": "answer lines on a pipe: the agent of the checkers course",
        "awari": "play Awari between two agents or people",
        "check": "test a program against its course format",
        "grade": "mark a program by its course's scheme",
    },
    "arena": {
        "match": "let two agents play, and judge every move",
        "tournament": "many agents, resumable, with ratings and a report",
        "replay": "show a recorded game and check it again",
    },
    "engine": {
        "engine": "speak the engine protocol, or check another engine",
        "perft": "count the lines of play of a given length",
        "bench": "search fixed positions: node signature and speed",
    },
    "tables": {
        "tables": "build, verify, probe and list tables of exact endings",
    },
    "learning": {
        "tune": "fit the weights of an evaluation to self-play",
    },
}

VERBS = {verb: what for verbs in GROUPS.values() for verb, what in verbs.items()}


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
    if verb in ("-h", "--help"):
        print(_usage(), end="")
        return 0
    if verb == "--version":
        from hopsow import __version__

        print(f"hopsow {__version__}")
        return 0
    if verb not in VERBS:
        raise ValueError(_unknown(verb))
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a terminal that lacks ● still gets a drawing
    from importlib import import_module

    status: int = import_module(f"hopsow.cli.{verb}").run(rest)
    return status


def _usage() -> str:
    groups = (
        f"{group}:\n" + "".join(f"  {verb:12}{what}\n" for verb, what in verbs.items())
        for group, verbs in GROUPS.items()
    )
    return (
        "usage: hopsow VERB ...\n\nHalma, English checkers and Awari.\n\n"
        + "\n".join(groups)
        + "\nhopsow VERB --help explains a verb and gives examples; "
        "hopsow --version prints the version.\n"
    )


def _unknown(verb: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(verb, VERBS, n=1)
    hint = f"did you mean {close[0]}?" if close else f"expected one of {', '.join(VERBS)}"
    return f"unknown verb {verb!r}: {hint}"


def _complain(sentence: str) -> int:
    print(f"hopsow: {sentence}", file=sys.stderr)
    return USAGE_ERROR


def _silence_stdout() -> None:
    """Nobody reads any more: let the flush at exit go nowhere instead of failing again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
