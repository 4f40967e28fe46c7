"""The command line: one module per verb, imported only when its verb is called.

Agents in a course start anew for every move, so this file imports next to nothing. Whatever a verb
raises for bad input becomes one sentence on stderr and exit status 2.
"""

from __future__ import annotations

import os
import sys

VERBS = {
    "play": "open the board in the browser",
    "show": "draw a position and list its legal moves",
    "perft": "count the paths of a number of moves",
    "analyse": "search a position and show the best lines",
    "halma": "answer an input.txt: the agent of the Halma course",
    "checkers": "answer lines on a pipe: the agent of the checkers course",
    "awari": "play Awari between two agents or people",
    "engine": "speak the engine protocol, or check another engine's",
    "bench": "search fixed positions: node signature and speed",
    "tune": "fit the weights of an evaluation to self-play",
    "convert": "translate between positions, course formats and records",
    "tables": "build, verify, probe and list tables of exact endings",
    "match": "let two agents play, and judge every move",
    "grade": "mark a program by its course's scheme",
    "tournament": "many agents, resumable, with ratings and a report",
    "check": "walk a program through its course format",
    "replay": "show a recorded game and check it again",
    "serve": "serve the board, also to other machines",
}

USAGE = (
    "usage: hopsow VERB ...\n\nHalma, English checkers and Awari.\n\n"
    + "".join(f"  {verb:12}{what}\n" for verb, what in VERBS.items())
    + "\nhopsow VERB --help explains a verb, with examples; hopsow --version says which this is.\n"
)

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
        print(USAGE, end="")
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
