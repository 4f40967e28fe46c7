"""Commands that people are shown, run as they would run them, on a machine that has just Hopsow."""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import HTTPCookieProcessor, build_opener

ROOT = Path(__file__).parents[1]
LEVELS = ROOT / "benches" / "levels.py"
HANGS_S = 1800
# Part of a command that takes long, takes a whole machine or stands for others, and what is run in
# its place.
INSTEAD = [
    (r"--games \d+", "--games 2"),
    (r"--generations \d+", "--generations 1"),
    (r"--time 10", "--time 1"),
    (r"--cpu-game 100", "--cpu-game 100 --plies 20"),
    (r"--size 18", "--size 13"),
    (r"--sample \d+", "--sample 100"),
    (r"tune (\w+) --threads 2", r"tune \1 --threads 2 --games 2 --generations 1"),
    (r"PROGRAM \[ARGUMENT …\]", "hopsow engine"),
    (r"\.venv/bin/python benches/levels.py", f"python3 {LEVELS} awari --levels 1 --games 2"),
    (r"make ", f"make -n -C {ROOT} "),
    (r"pip install \.", "true"),  # tests/test_wheel.py does so
]
VARIES = "…"  # in what a page shows: whatever is printed there differs from run to run


def environment(folder: Path) -> dict[str, str]:
    """A machine where nothing of Hopsow's lies about: `hopsow` and `python3` are this one's."""
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("HOPSOW_")},
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "data"),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "BROWSER": "true",
        "PYTHONIOENCODING": "utf-8",
    }


def instead(command: str) -> str:
    """What is run where a command is shown."""
    for part, other in INSTEAD:
        command = re.sub(part, other, command)
    return command


def printed(command: str, folder: Path, typed: str = "", status: int | None = 0) -> str:
    """What a shown command prints, errors too, when it ends with the status, or None: with any."""
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", instead(command)],
        cwd=folder,
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env=environment(folder),
        timeout=HANGS_S,
    )
    assert status in (None, done.returncode), f"{command}\n{done.stdout}"
    return done.stdout


@contextmanager
def served(command: str, folder: Path) -> Iterator[str]:
    """The address of a board that is served, on any free port, until Ctrl-C."""
    words = [*shlex.split(command, comments=True), "--port", "0"]
    with subprocess.Popen(
        words, cwd=folder, stdout=subprocess.PIPE, encoding="utf-8", env=environment(folder)
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[3].replace("0.0.0.0", "127.0.0.1")
        finally:
            process.send_signal(signal.SIGINT)
    assert process.returncode in (0, 130)


def serves(command: str, folder: Path) -> None:
    """The board opens at the address that the command prints."""
    with served(command, folder) as address:
        browser = build_opener(HTTPCookieProcessor())  # the token becomes a cookie
        with browser.open(address.partition("#")[0], timeout=HANGS_S) as page:
            assert b"<title>Hopsow" in page.read()


def is_shown(text: str, shown: str) -> bool:
    """Whether a text is what a page shows."""
    pattern = ".*".join(map(re.escape, shown.split(VARIES)))
    return re.fullmatch(pattern, text) is not None
