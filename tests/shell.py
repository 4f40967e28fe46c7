"""Running `hopsow` as a user does: as a process of its own."""

import os
import subprocess
import sys

HOPSOW = [sys.executable, "-m", "hopsow"]


def run(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """The finished process, with what it wrote."""
    return subprocess.run(
        [*HOPSOW, *arguments],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        timeout=60,
    )


def output(*arguments: str, stdin: str = "") -> str:
    """What a command prints that succeeds and complains of nothing."""
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
