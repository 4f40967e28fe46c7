"""Running `hopsow` as a user does: what it reads, what it writes and how it ends.

A command runs inside this process, as far as that makes no difference: a process of its own takes
ten times as long. Verbs that start programs, serve, or look at their own processor time get one.
"""

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from hopsow.cli import main

HOPSOW = [sys.executable, "-m", "hopsow"]
ALONE = {
    *("awari", "check", "checkers", "class", "data", "engine", "exam", "export", "grade", "halma"),
    *("ladder", "learn", "match", "play", "serve", "solve", "tournament", "train"),
}
Done = subprocess.CompletedProcess[str]


def run(*arguments: str, stdin: str = "", **environment: str) -> Done:
    """Run a command to its end, in a process of its own where it needs one."""
    verb = next((each for each in arguments if each != "lab"), "")
    if environment or "--on" in arguments or not arguments or verb in ALONE:
        return process(*arguments, stdin=stdin, **environment)
    return inside(*arguments, stdin=stdin)


def process(*arguments: str, stdin: str = "", **environment: str) -> Done:
    """Run a command as a process of its own."""
    return subprocess.run(
        [*HOPSOW, *arguments],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        timeout=60,
    )


def inside(*arguments: str, stdin: str = "") -> Done:
    """Run a command in this process."""
    with streams(stdin) as (out, err):
        try:
            status = main([*arguments])
        except SystemExit as end:  # argparse, once it has printed the help
            status = end.code if isinstance(end.code, int) else 0
        texts = [stream.getvalue().decode() for stream in (out, err)]
    return subprocess.CompletedProcess([*HOPSOW, *arguments], status, *texts)


@contextmanager
def streams(stdin: str) -> Iterator[list[io.BytesIO]]:
    """Put a text in place of the standard input, and collect what is written."""
    before = sys.stdin, sys.stdout, sys.stderr, os.environ.get("COLUMNS")
    written = [io.BytesIO(), io.BytesIO()]
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(each, encoding="utf-8", write_through=True) for each in written
    )
    os.environ["COLUMNS"] = "80"  # whatever terminal the tests run in
    try:
        yield written
    finally:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            stream.detach()
        sys.stdin, sys.stdout, sys.stderr, columns = before
        if columns is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = columns


def output(*arguments: str, stdin: str = "") -> str:
    """The output of a command that succeeds and complains of nothing."""
    done = run(*arguments, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def complaint(*arguments: str, stdin: str = "") -> str:
    """The one sentence of a command that fails and prints nothing."""
    done = run(*arguments, stdin=stdin)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("hopsow: ")
    assert done.stderr.endswith("\n")
    assert done.stderr.count("\n") == 1
    return done.stderr.removeprefix("hopsow: ").rstrip("\n")
