"""Documents that people and programs write: whatever their bytes are, a value or one sentence."""

import json
import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import classes
import pytest
import tournaments
from damage import edited, swapped
from effort import cases, seeded
from hopsow.arena import documents
from hopsow.arena.classroom import result, settings
from hopsow.arena.classroom.result import Result
from hopsow.arena.contest import checks, evidence, tournament
from hopsow.arena.contest.task import Task
from hopsow.arena.course import exam as exams
from hopsow.arena.course import grade, scheme
from hopsow.arena.course.check import Finding
from hopsow.arena.documents import Limited, OneOf, checked
from hopsow.arena.limits import Limits
from hopsow.arena.run import here

TASK = Task("awari", ("greedy", "random:seed=1"), limits=Limits(plies=12))


@dataclass(frozen=True)
class Man:
    at: Annotated[int, Limited(ge=1, le=32)]
    kind: Annotated[str, OneOf("man", "king")] = "man"
    is_free: bool = True


@dataclass(frozen=True)
class Board:
    men: tuple[Man, ...] = ()
    worth: dict[str, float | bool] | None = None


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ({"men": [{"at": 3}, {"at": "4"}]}, 'at = "4" in men 2: expected a whole number'),
        ({"men": [{"at": True}]}, "at = true in men 1: expected a whole number"),
        ({"men": [{"at": 33}]}, "at = 33 in men 1: expected at most 32"),
        ({"men": [{"at": 3, "kind": "x"}]}, 'kind = "x" in men 1: expected man or king'),
        ({"men": [{"at": 3, "is_free": 1}]}, "is_free = 1 in men 1: expected true or false"),
        ({"men": [{}]}, "the key 'at' is missing in men 1"),
        ({"men": {}}, "men = {}: expected a list"),
        ({"worth": {"a": "x"}}, 'a = "x" in worth: expected a number or true or false'),
        ({"menn": []}, "unknown key 'menn': did you mean 'men'?"),
        ({"pits": []}, "unknown key 'pits': expected men, worth"),
        (7, "the document = 7: expected a table of keys and values"),
    ],
)
def test_a_value_that_does_not_fit_is_one_sentence(content: object, problem: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011 (the text is compared below)
        checked(Board, content)
    assert str(error.value) == problem


def test_a_document_that_is_open_may_have_other_keys() -> None:
    assert checked(Board, {"men": [{"at": 1, "x": 2}], "y": 3}, is_open=True) == Board((Man(1),))


def test_no_verb_imports_pydantic_or_jinja_before_it_needs_them() -> None:
    verbs = (
        "awari",
        "checkers",
        "class",
        "exam",
        "grade",
        "halma",
        "ladder",
        "match",
        "tournament",
    )
    code = (
        f"import sys; from importlib import import_module; "
        f"[import_module('hopsow.cli.' + verb) for verb in {verbs}]; "
        "print({'pydantic', 'jinja2'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "set()\n", done.stderr


def checksummed(content: dict[str, Any]) -> dict[str, Any]:
    del content["checksum"]
    return {**content, "checksum": exams._checksum(content)}


def toml(value: Any, is_whole: bool = True) -> str:
    """Values as TOML, which knows no null."""
    if isinstance(value, dict):
        pairs = [f"{json.dumps(key)} = {toml(each, False)}" for key, each in value.items()]
        return "\n".join(pairs) if is_whole else f"{{{', '.join(pairs)}}}"
    if isinstance(value, list):
        return f"[{', '.join(toml(each, False) for each in value)}]"
    return "''" if value is None else json.dumps(value, ensure_ascii=False).lower()


@pytest.mark.parametrize("kind", ["evidence", "exam", "result", "class", "tournament"])
def test_damaged_documents_are_read_or_refused(kind: str, tmp_path: Path) -> None:
    """Values of other types in each place, and bytes that were changed."""
    path = tournaments.write(tmp_path)
    folder = classes.make(tmp_path / "class", tables={"limits": {"memory": 1 << 28}})
    if kind == "class":
        path = folder / settings.FILE
    exam = scheme.of_course("awari")
    sound: Any = tomllib.loads(path.read_text())
    if kind == "evidence":
        sound = here.play(TASK).as_json()
    elif kind == "exam":
        sound = json.loads(exam.text())
    elif kind == "result":
        mark = grade.ask(exam, 1, "greedy", "off")
        sound = Result("alice", "key", checks=[Finding(1, "title")], marks=[mark]).as_json()
    reads: dict[str, Callable[[str], object]] = {
        "evidence": lambda text: checks.replay(evidence.loads(text)),
        "exam": exams.loads,
        "result": lambda text: result.from_json(documents.from_json(text)),
        "class": lambda text: settings.read(folder),
        "tournament": lambda text: tournament.read(path),
    }
    is_toml = kind in ("class", "tournament")
    text = path.read_text() if is_toml else json.dumps(sound)
    reads[kind](text)
    refused = 0
    for number in range(cases(150, 500, 20_000)):
        chance = seeded(kind, number)
        if number % 2:
            damaged = swapped(sound, chance)
            if kind == "exam" and isinstance(damaged, dict) and "checksum" in damaged:
                damaged = checksummed(damaged)
            spoilt = (toml(damaged) if is_toml else json.dumps(damaged)).encode(errors="replace")
        else:
            spoilt = edited([text.encode()], chance)
        if is_toml:
            path.write_bytes(spoilt)
        try:
            reads[kind](spoilt.decode(errors="replace"))
        except (ValueError, OSError):
            refused += 1
    assert refused > 20
