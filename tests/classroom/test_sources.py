"""Similar sources: laid out for JPlag and Dolos, and what JPlag finds is shown to the staff."""

import csv
import json
import os
import sys
import zipfile
from pathlib import Path
from typing import Any

import classes
import pytest
from hopsow.arena.classroom import sources
from hopsow.starters import HERE
from shell import run

FORMS: dict[str, dict[str, Any]] = {
    "4.3": {
        "overview.json": {
            "submission_id_to_display_name": {"a": "anna", "b": "bert"},
            "metrics": [
                {
                    "name": name,
                    "topComparisons": [
                        {"first_submission": "a", "second_submission": "b", "similarity": value}
                    ],
                }
                for name, value in (("AVG", 0.75), ("MAX", 0.9))
            ],
        }
    },
    "5.0": {
        "overview.json": {
            "submission_id_to_display_name": {"a": "anna", "b": "bert"},
            "top_comparisons": [
                {
                    "first_submission": "a",
                    "second_submission": "b",
                    "similarities": {"AVG": 0.75, "MAX": 0.9},
                }
            ],
        }
    },
    "6.1": {
        "topComparisons.json": [
            {
                "firstSubmission": "anna",
                "secondSubmission": "bert",
                "similarities": {"AVG": 0.75, "MAX": 0.9},
            }
        ]
    },
}
# Does as JPlag does, with its options, to what is in the folders: equal sources are similar.
JPLAG = """\
#!{python}
import argparse, json, pathlib, zipfile

options = argparse.ArgumentParser("jplag")
for name in ("-l", "-r", "-bc", "-n"):
    options.add_argument(name, required=True)
options.add_argument("--mode", choices=["RUN"], required=True)
options.add_argument("root", type=pathlib.Path)
given = options.parse_args()
assert list(pathlib.Path(given.bc).iterdir())
with open({log!r}, "a") as log:
    print(given.l, file=log)
found = {{each.name: [path.read_text() for path in sorted(each.rglob("*.*"))]
    for each in sorted(given.root.iterdir())}}
pairs = [
    {{"firstSubmission": one, "secondSubmission": two,
      "similarities": {{"AVG": float(found[one] == found[two])}}}}
    for one in found for two in found if one < two
]
with zipfile.ZipFile(given.r + ".jplag", "w") as report:
    report.writestr("topComparisons.json", json.dumps(pairs))
"""


@pytest.mark.parametrize("version", FORMS)
def test_reports_of_several_versions_are_read(version: str, tmp_path: Path) -> None:
    path = tmp_path / "report.zip"
    with zipfile.ZipFile(path, "w") as report:
        for name, content in FORMS[version].items():
            report.writestr(name, json.dumps(content))
    assert sources.read_report(path) == [("anna", "bert", 0.75)]


def test_what_is_no_report_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "report.zip"
    for content in (b"", b"PK"):
        path.write_bytes(content)
        with pytest.raises(ValueError, match="not a report of JPlag 4 to 6"):
            sources.read_report(path)
    with zipfile.ZipFile(path, "w") as report:
        report.writestr("overview.json", "{}")
    with pytest.raises(ValueError, match="not a report of JPlag 4 to 6"):
        sources.read_report(path)


def spring(folder: Path) -> Path:
    """Two copies, one program of its own, and an unchanged starter."""
    classes.make(folder, questions=1, check=False, failures=1)
    for student, text in (("anna", "raise OSError"), ("Bé", "raise OSError"), ("carl", "1 / 0")):
        place = folder / "submissions" / student / "deeper"
        place.mkdir(parents=True)
        (place / "agent.py").write_text(text + "\n")
    (folder / "submissions" / "dora.py").write_text((HERE / "checkers/agent.py").read_text())
    return folder


def test_sources_are_laid_out_for_jplag_and_dolos(tmp_path: Path) -> None:
    folder = spring(tmp_path / "class")
    assert run("class", str(folder), HOPSOW_JPLAG="no-such-jplag").returncode == 0
    place = folder / "work" / "similar" / "python"
    rows = list(csv.DictReader((place / "info.csv").read_text().splitlines()))
    assert [row["full_name"] for row in rows] == ["Bé", "anna", "carl"]
    for row in rows:
        assert (place / row["filename"]).read_text() in ("raise OSError\n", "1 / 0\n")
        assert row["filename"].startswith("submissions/")
    assert (place / "base" / "agent.py").exists()
    text = (folder / "results" / "index.html").read_text()
    assert (
        f"JPlag is not installed; the sources for it and for Dolos are in {place.parent}." in text
    )
    assert "Starters handed in unchanged, not compared: " in text


def test_pairs_of_jplag_are_shown(tmp_path: Path) -> None:
    folder = spring(tmp_path / "class")
    log = tmp_path / "log"
    jplag = tmp_path / "jplag"
    jplag.write_text(JPLAG.format(python=sys.executable, log=str(log)))
    jplag.chmod(0o755)
    path = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
    for _ in range(2):  # the second time nothing has changed
        assert run("class", str(folder), PATH=path).returncode == 0
    assert log.read_text() == "python3\n"
    found = json.loads((folder / "results" / "marks.json").read_text())["sources"]
    assert [(each["students"], each["similarity"]) for each in found] == [
        (["Bé", "anna"], 1.0),
        (["Bé", "carl"], 0.0),
        (["anna", "carl"], 0.0),
    ]
    text = (folder / "results" / "index.html").read_text()
    assert '<tr><td>Bé</td><td>anna</td><td>python</td><td class="number">100%</td></tr>' in text


def test_a_jplag_that_fails_is_no_failure_of_the_class(tmp_path: Path) -> None:
    folder = spring(tmp_path / "class")
    jplag = tmp_path / "jplag"
    jplag.write_text("#!/bin/sh\necho needs Java 21 >&2; exit 1\n")
    jplag.chmod(0o755)
    assert run("class", str(folder), HOPSOW_JPLAG=str(jplag)).returncode == 0
    text = (folder / "results" / "index.html").read_text()
    assert "JPlag could not compare python: needs Java 21." in text
