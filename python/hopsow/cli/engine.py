"""`hopsow engine`: the engine behind a line protocol, for other programs."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hopsow.ugi.check import Step
    from hopsow.ugi.session import Session

HELP = """\
usage: hopsow engine
       hopsow engine --agent AGENT
       hopsow engine [--game GAME] [--json] --check PROGRAM [ARGUMENT ...]

Speak the engine protocol UGI on standard input and output, as our engine or as any other agent; or
check another engine and say where it fails. docs/engine-protocol.md describes the protocol.

examples:
  hopsow engine --check ./mine
  echo 'go depth 8' | hopsow engine
  echo 'go' | hopsow engine --agent greedy
"""
MAX_LINE = 1 << 20
FAILED = 1


def run(argv: list[str]) -> int:
    """Answer lines until `quit` or their end; or check a program."""
    if argv[:1] == ["--agent"]:
        return _converse(_guest(argv[1:]))
    if argv:
        return _options(argv)
    from hopsow.ugi.session import Session

    return _converse(Session(_print))


def _converse(session: Session) -> int:
    try:
        while line := sys.stdin.buffer.readline(MAX_LINE):
            if len(line) == MAX_LINE and not line.endswith(b"\n"):
                _skip_line()
                session.say(f"error the line is longer than {MAX_LINE} bytes")
            elif not session.answer(line.decode("utf-8", "replace")):
                return 0
        session.end()
    finally:
        session.stop()
    return 0


def _guest(words: list[str]) -> Session:
    if len(words) != 1:
        raise ValueError("--agent needs one agent (see hopsow engine --help)")
    from hopsow.ugi.guest import GuestSession

    out = sys.stdout
    sys.stdout = sys.stderr  # what an agent prints is not part of the protocol

    def say(line: str) -> None:
        out.write(line + "\n")
        out.flush()

    session = GuestSession(say, words[0])
    _refuse_for_all_games(words[0])
    return session


def _refuse_for_all_games(agent: str) -> None:
    """Say before the first line that an agent can be made for none of the games."""
    from hopsow.agents import make
    from hopsow.games import GAMES

    problems = []
    for game in GAMES:
        try:
            make(agent, game)
            return
        except ValueError as error:
            problems.append(error)
    raise problems[0]


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _skip_line() -> None:
    while (rest := sys.stdin.buffer.readline(MAX_LINE)) and not rest.endswith(b"\n"):
        pass


def _options(argv: list[str]) -> int:
    game, as_json = None, False
    rest = iter(argv)
    for word in rest:
        if word in ("-h", "--help"):
            from hopsow.cli.arguments import examples

            print(HELP + examples("engine"), end="")
            return 0
        if word == "--check":
            return _check(list(rest), game, as_json)
        if word == "--json":
            as_json = True
        elif word == "--game":
            game = next(rest, "")
        else:
            raise ValueError(f"unrecognized argument: {word} (see hopsow engine --help)")
    raise ValueError("--game and --json belong to --check (see hopsow engine --help)")


def _check(command: list[str], game: str | None, as_json: bool) -> int:
    """Walk a program through the protocol; 1 if it fails."""
    if not command:
        raise ValueError("--check needs a program (see hopsow engine --help)")
    from hopsow.ugi.check import walk

    steps = []
    for step in walk(command, game):
        steps.append(step)
        if not as_json:
            print(_row(step), flush=True)
    passed = steps[-1].passed
    if as_json:
        import json
        from dataclasses import asdict

        print(json.dumps({"passed": passed, "steps": [asdict(step) for step in steps]}))
    elif passed:
        print(f"all {len(steps)} steps passed")
    return 0 if passed else FAILED


def _row(step: Step) -> str:
    row = f"{step.number:>3}  {'ok' if step.passed else 'FAILED':<6}  {'; '.join(step.sent)}"
    if step.passed:
        return row
    parts = (("sent", step.sent), ("received", step.received), ("expected", (step.expected,)))
    rows = [
        f"     {name if i == 0 else '':<10}{line}"
        for name, ls in parts
        for i, line in enumerate(ls)
    ]
    return "\n".join([row, *rows])
