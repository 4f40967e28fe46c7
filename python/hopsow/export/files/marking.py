"""Mark one submission with Hopsow: find its program, build it, and ask `hopsow grade`.

This file is copied as it is; `settings.json` beside it says which game, which languages, and how
long. What the platform wants to read is written by the script that calls `mark`.
"""

import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SETTINGS: dict[str, Any] = json.loads((HERE / "settings.json").read_text(encoding="utf-8"))
LEFT_OUT = shutil.ignore_patterns(".git", ".github")
LONGEST_TEXT = 4000


@dataclass
class Marks:
    """What a submission got; `problem` says why nothing was asked."""

    points: float = 0.0
    worth: float = SETTINGS["worth"]
    questions: list[dict[str, Any]] = field(default_factory=list)
    problem: str | None = None


class ProblemError(Exception):
    """What is wrong with a submission, in words for its author."""


def mark(submission: Path, private: list[Path]) -> Marks:
    """The marks of a submission, which never sees the `private` folders.

    Whatever is not the submission's fault ends the whole script with an error, so that nobody gets
    0 points for it.
    """
    with tempfile.TemporaryDirectory(prefix="hopsow-", ignore_cleanup_errors=True) as folder:
        try:
            program = _copy(submission, Path(folder) / "submission")
            return _grade(program, _built(program, private))
        except ProblemError as error:
            return Marks(problem=str(error)[:LONGEST_TEXT])


def _copy(submission: Path, folder: Path) -> Path:
    """Copy regular files only: a link could lead to what is not the submission's own."""
    try:
        shutil.copytree(
            submission, folder, symlinks=True, ignore=LEFT_OUT, copy_function=_copy_file
        )
    except (OSError, RecursionError) as error:
        raise ProblemError(f"the submission cannot be copied: {error}") from None
    for path in list(folder.rglob("*")):
        if path.is_symlink():
            path.unlink()
    inner = [path for path in folder.iterdir() if path.name != "__MACOSX"]
    return inner[0] if len(inner) == 1 and inner[0].is_dir() else folder


def _copy_file(source: str, target: str) -> None:
    if os.path.isfile(source):  # neither a pipe nor a socket, at which one could wait for ever
        shutil.copy(source, target)


def _built(folder: Path, private: list[Path]) -> str:
    """Build the program of a folder; the command that runs it there."""
    languages: dict[str, dict[str, str | None]] = SETTINGS["languages"]
    present = [name for name in languages if (folder / name).is_file()]
    if len(present) != 1:
        files = " and ".join(present) or "none of them"
        raise ProblemError(f"expected one of {', '.join(languages)}, got {files}")
    language = languages[present[0]]
    build, command = language["build"], str(language["run"])
    if build is None:
        return command
    limited = ["timeout", "--kill-after=5", str(SETTINGS["build_seconds"]), "sh", "-c", build]
    done = subprocess.run(
        [*_closed(folder, private), *limited],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "GOCACHE": "/tmp/go-build", "TMPDIR": "/tmp"},
    )
    said = done.stdout.decode(errors="replace")
    if done.returncode != 0:
        raise ProblemError(f"{build} ended with status {done.returncode}\n{said}")
    made = folder / command.split()[0]
    if command.startswith("./") and not made.is_file():
        raise ProblemError(f"{build} made no {made.name}\n{said}")
    return command


def _closed(folder: Path, private: list[Path]) -> list[str]:
    """A compiler runs what the submission tells it to, so it runs in a sandbox as well."""
    if SETTINGS["sandbox"] != "require":
        return []
    package = importlib.util.find_spec("hopsow")
    hidden = (
        [*private, *map(Path, package.submodule_search_locations or ())] if package else private
    )
    covers = [word for path in hidden if path.is_dir() for word in ("--tmpfs", str(path))]
    whole = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--ro-bind", "/", "/"]
    whole += ["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", *covers]
    return [*whole, "--bind", str(folder), str(folder), "--chdir", str(folder)]


def _grade(folder: Path, command: str) -> Marks:
    words = [sys.executable, "-m", "hopsow", "grade", SETTINGS["game"], command, "--json"]
    words += ["--sandbox", SETTINGS["sandbox"]]
    if SETTINGS["exam"]:
        words += ["--exam", str(HERE / SETTINGS["exam"])]
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, encoding="utf-8") as process:
        try:
            printed, _ = process.communicate(timeout=SETTINGS["seconds"])
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)  # then it prints the marks that it has
            printed, _ = process.communicate()
    try:
        result = json.loads(printed)
    except ValueError:
        sys.exit(f"hopsow grade ended with status {process.returncode} and no marks")
    marks = Marks(result["points"], questions=result["questions"])
    asked = sum(question["worth"] for question in marks.questions)
    if asked < marks.worth:
        reason = f"not asked: the {SETTINGS['seconds']} seconds for the whole exam were over"
        rest = {"title": "the rest", "points": 0.0, "worth": marks.worth - asked, "reason": reason}
        marks.questions.append(rest)
    return marks


def replace(path: Path, text: str) -> None:
    """Write a file, whatever a submission has put in its place."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
