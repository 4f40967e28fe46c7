"""A disk that is really full: one sentence, nothing lost, and it goes on when there is room."""

import json
import sqlite3
import sys
from pathlib import Path

import pytest
from playing import PROGRAMS
from shell import HOPSOW
from small_disk import can_mount, on_small_disk
from tournaments import write

pytestmark = pytest.mark.skipif(not can_mount(), reason="no file system can be mounted here")
RUN = " ".join(HOPSOW)
FILL = "cat /dev/zero > fill 2> /dev/null"


def test_tournament_goes_on_when_there_is_room(tmp_path: Path) -> None:
    disk, file = tmp_path / "disk", write(tmp_path, rounds=10)
    disk.mkdir()
    done = on_small_disk(
        disk,
        150,
        f"cp {file} class.toml",
        f"{RUN} tournament class.toml --no-report > {tmp_path}/first 2> {tmp_path}/problem",
        f"echo $? > {tmp_path}/status",
        'mount -o remount,size=20m "$0"',
        f"{RUN} tournament class.toml --json && cp class.db class.html {tmp_path}",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "status").read_text() == "2\n"
    assert (tmp_path / "problem").read_text() == "hopsow: class.db: database or disk is full\n"
    first = [line.split("/")[0] for line in (tmp_path / "first").read_text().splitlines()]
    total = json.loads(done.stdout)
    assert total["games"] == total["total"] == 60
    connection = sqlite3.connect(tmp_path / "class.db")
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    count = "SELECT count(*), count(DISTINCT round || a || b || number), max(id) FROM games"
    assert connection.execute(count).fetchone() == (60, 60, 60)
    connection.close()
    assert first == [str(number) for number in range(1, len(first) + 1)]
    assert 0 < len(first) < 60


def test_old_report_stays_whole(tmp_path: Path) -> None:
    disk, file = tmp_path / "disk", write(tmp_path)
    disk.mkdir()
    done = on_small_disk(
        disk,
        400,
        f"cp {file} class.toml",
        f"{RUN} tournament class.toml --json > /dev/null || exit 9",
        f"sha256sum class.html; {FILL}",
        f"{RUN} tournament class.toml --report-only",
        "echo $?; sha256sum class.html; ls -A | grep -c tmp",
    )
    before, status, after, drafts = done.stdout.splitlines()
    assert (before, status, drafts) == (after, "2", "0")
    assert done.stderr.startswith("hopsow: class.")
    assert done.stderr.count("\n") == 1


def test_match_and_mark_are_told_before_the_complaint(tmp_path: Path) -> None:
    program = f"{sys.executable} {PROGRAMS / 'honest.py'} checkers"
    match = f"{RUN} match awari greedy greedy --games 3 --seed 1 --json"
    done = on_small_disk(
        tmp_path,
        64,
        f"mkdir games; {FILL}",
        f"{match} --evidence games",
        "echo $?",
        f"{RUN} grade checkers '{program}' --only 1 --evidence games --page games/p.html",
        "echo $?",
    )
    result, status, question, mark, other = done.stdout.splitlines()
    assert (json.loads(result)["games"], status, other) == (1, "2", "2")
    assert json.loads(result)["results"][0]["evidence"] is None
    assert "position 1: " in question
    assert mark == "mark: 0 of 1"
    assert done.stderr.splitlines() == [
        "hopsow: games/game-00001.json: No space left on device",
        "hopsow: games/question-01.json: No space left on device",
    ]


@pytest.mark.parametrize("sandbox", ["auto", "landlock"])
def test_a_build_that_fills_the_disk_costs_nobody_else_anything(
    sandbox: str, tmp_path: Path
) -> None:
    """It would make 60 MiB where there are 40, beside the submission of another student."""
    fills = "open('big', 'wb').writelines([bytes(1 << 20)] * 60)"
    folder = tmp_path / "class"
    for student, text in (("ann", ""), ("bad", fills), ("zoe", "")):
        place = folder / "submissions" / student
        place.mkdir(parents=True)
        (place / "main.py").write_text(text)
    (folder / "class.toml").write_text(
        f'name = "x"\ngame = "checkers"\nsandbox = "{sandbox}"\njobs = 1\ncheck = false\n'
        '[language.python]\nrun = "python3 {main}"\nbuild = "python3 {main}"\n'
    )
    (tmp_path / "disk").mkdir()
    done = on_small_disk(tmp_path / "disk", 40_000, f"cp -r {folder} class", f"{RUN} class class")
    told = sorted(line for line in done.stdout.splitlines() if line[:3] in ("ann", "bad", "zoe"))
    full = "python: what the build made fills the disk"
    assert told[1] == f"bad: 0 of 25, {full}", (done.stdout, done.stderr)
    assert (full in told[0], full in told[2], done.returncode) == (False, False, 0)
