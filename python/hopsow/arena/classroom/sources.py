"""Similar sources, found by the tools that teachers use for it.

The sources of the class are laid out by language as JPlag and Dolos read them: a folder for each
student, the starter as the code that everybody had, and Dolos' `info.csv`. Where JPlag is installed
it is run, and its pairs are shown to the staff.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from hopsow import starters
from hopsow.arena import documents
from hopsow.arena.classroom import secrets
from hopsow.arena.classroom.languages import Language
from hopsow.arena.classroom.result import Result
from hopsow.arena.classroom.settings import Settings
from hopsow.arena.classroom.submissions import slug
from hopsow.arena.process.folders import clear

VARIABLE = "HOPSOW_JPLAG"  # a jar, or a command
LONGEST_S = 900.0
MOST_PAIRS = 50
# What JPlag calls the languages that it calls otherwise; others have the same name.
JPLAG_NAMES = {"python": "python3", "go": "golang"}
SUBMISSIONS, BASE, REPORT, INFO, KNOWN = "submissions", "base", "report", "info.csv", "pairs.json"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two students, and how similar their sources are: from 0 to 1, as JPlag reckons it."""

    students: tuple[str, str]
    language: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Kept:
    """The pairs of a language, and the digest of all that they follow from."""

    digest: str
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """The most similar pairs; `problem` says why a language was not compared."""

    folder: Path
    pairs: Sequence[Pair]
    problems: Sequence[str]


def compare(settings: Settings, results: Sequence[Result]) -> Compared:
    """Lay out the sources of a class, and let JPlag compare them where it is installed."""
    folder = settings.work / "similar"
    secrets.make_folder(folder)
    pairs: list[Pair] = []
    problems: list[str] = []
    command = _command()
    if command is None:
        problems.append(f"JPlag is not installed; the sources for it and for Dolos are in {folder}")
    for language in settings.languages:
        own = [each for each in results if each.language == language.name and not each.is_starter]
        place = folder / language.name
        digest = _digest(own, command)
        known = _known(place, digest)
        if known is None:
            _lay_out(settings, place, language, own)
        if known is None and command is not None and len(own) > 1:
            try:
                known = _by_jplag(command, place, language.name, own)
            except (OSError, ValueError, subprocess.SubprocessError) as error:
                problems.append(f"JPlag could not compare {language.name}: {error}")
            else:
                text = json.dumps({"digest": digest, "pairs": [asdict(each) for each in known]})
                secrets.write(place / KNOWN, text)
        pairs += known or []
    pairs.sort(key=lambda each: (-each.similarity, each.students))
    return Compared(folder, pairs[:MOST_PAIRS], problems)


def _command() -> list[str] | None:
    """The words that start JPlag; None where it is not installed."""
    chosen = os.environ.get(VARIABLE) or "jplag"
    if chosen.endswith(".jar"):
        return ["java", "-jar", str(Path(chosen).absolute())]
    path = shutil.which(chosen)
    return None if path is None else [path]


def _digest(results: Sequence[Result], command: Sequence[str] | None) -> str:
    content = [[each.student, each.content] for each in results]
    return sha256(json.dumps([content, command]).encode()).hexdigest()


def _known(place: Path, digest: str) -> list[Pair] | None:
    """The pairs of an earlier run on the same sources."""
    try:
        kept = documents.checked(Kept, documents.from_json((place / KNOWN).read_bytes()))
    except (OSError, ValueError):
        return None
    return list(kept.pairs) if kept.digest == digest else None


def _lay_out(settings: Settings, place: Path, language: Language, own: Sequence[Result]) -> None:
    clear(place)
    if not own:
        return
    rows = []
    for each in own:
        name = slug(each.student)
        built = settings.work / "builds" / f"{name}-{each.key[:12]}"
        for source in _sources(built, language):
            inner = Path(SUBMISSIONS) / name / source.relative_to(built)
            (place / inner).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, place / inner)
            rows.append((str(inner), each.student, language.name))
    with (place / INFO).open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([("filename", "full_name", "label"), *rows])
    starter = starters.LANGUAGES.get(language.name)
    if starter is not None:
        (place / BASE).mkdir()
        shutil.copy(starters.HERE / settings.game / starter.file, place / BASE)


def _sources(folder: Path, language: Language) -> Iterator[Path]:
    for pattern in language.files:
        for path in sorted(folder.rglob(pattern)):
            if path.is_file() and not path.is_symlink():
                yield path


def _by_jplag(
    command: Sequence[str], place: Path, language: str, own: Sequence[Result]
) -> list[Pair]:
    """The pairs that JPlag finds; versions 4 to 6 are known."""
    words = [*command, "-l", JPLAG_NAMES.get(language, language), "-r", str(place / REPORT)]
    words += ["-n", "-1", *(["-bc", str(place / BASE)] if (place / BASE).exists() else [])]
    if "--mode" in _run([*command, "--help"]).stdout:
        words += ["--mode", "RUN"]  # and open no browser
    done = _run([*words, str(place / SUBMISSIONS)])
    reports = sorted(place.glob(f"{REPORT}*"))
    if not reports:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise ValueError(said[-1] if said else f"it ended with status {done.returncode}")
    names = {slug(each.student): each.student for each in own}
    found = []
    for one, two, similarity in read_report(reports[0]):
        if {one, two} <= names.keys():
            first, second = sorted((names[one], names[two]))
            found.append(Pair((first, second), language, similarity))
    return found


def _run(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=LONGEST_S,
    )


def read_report(path: Path) -> list[tuple[str, str, float]]:
    """Read the pairs of a report of JPlag, each with its average similarity."""
    try:
        with zipfile.ZipFile(path) as report:
            files = set(report.namelist())
            if "topComparisons.json" in files:  # since 6.1
                listed = json.loads(report.read("topComparisons.json"))
                about = {}
            else:
                about = json.loads(report.read("overview.json"))
                listed = _listed(about)
        ids = about.get("submission_id_to_display_name", {})
        return [_pair(each, ids) for each in listed]
    except (zipfile.BadZipFile, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path.name}: not a report of JPlag 4 to 6: {error!r}") from None


def _listed(about: Mapping[str, Any]) -> list[dict[str, Any]]:
    if "top_comparisons" in about:  # version 5
        return list(about["top_comparisons"])
    (average,) = (each for each in about["metrics"] if each["name"] == "AVG")  # version 4
    return list(average["topComparisons"])


def _pair(found: Mapping[str, Any], ids: Mapping[str, str]) -> tuple[str, str, float]:
    one = found.get("first_submission") or found["firstSubmission"]
    two = found.get("second_submission") or found["secondSubmission"]
    similarity = found["similarities"]["AVG"] if "similarities" in found else found["similarity"]
    return ids.get(one, one), ids.get(two, two), float(similarity)
