"""The commands that pages and help texts list, run one after the other, and what they promise.

Where a command takes long, takes a whole machine or stands for others, `examples.INSTEAD` says what
is run in its place.
"""

import re
import shutil
from pathlib import Path

import pytest
from examples import (
    EXTRAS,
    PAGES,
    ROOT,
    check_python,
    check_session,
    instead,
    of,
    prepare,
    printed,
    served,
    serves,
    sessions,
)
from hopsow.cli import groups
from shell import output

SERVERS = ("play", "serve")


def lines(block: str) -> list[str]:
    """The commands of a `sh` block, without their comments."""
    whole = block.replace("\\\n", " ").splitlines()
    return [line for line in (re.sub(r"(^|\s+)#.*", "", line).strip() for line in whole) if line]


@pytest.mark.parametrize("page", [page for page in PAGES if page.name in EXTRAS], ids=str)
def test_python_examples_do_what_they_show(page: Path) -> None:
    check_python(page)


@pytest.mark.parametrize(
    ("page", "command", "shown"), [each for each in sessions() if each[0] in EXTRAS]
)
def test_commands_print_what_they_show(page: str, command: str, shown: str, tmp_path: Path) -> None:
    check_session(command, shown, tmp_path)


@pytest.mark.parametrize(
    ("page", "block"), [pytest.param(page, text, id=page.name) for page, text in of("sh")]
)
def test_listed_commands_work_one_after_the_other(page: Path, block: str, tmp_path: Path) -> None:
    commands = lines(block)
    assert commands
    prepare(tmp_path, commands)
    for command in commands:
        if re.match(r"hopsow (play|serve)\b|.* --serve\b", command):
            serves(command, tmp_path)
        elif command.startswith("curl "):
            with served("hopsow serve", tmp_path) as address:
                place = address.removeprefix("http://").rstrip("/")
                printed(command.replace("127.0.0.1:4677", place), tmp_path)
        else:
            printed(instead(command), tmp_path)


def test_the_tournament_on_the_page_is_played(tmp_path: Path) -> None:
    (tournament,) = (text for page, text in of("toml") if page.name == "arena.md")
    (tmp_path / "class.toml").write_text(tournament)
    shutil.copytree(ROOT / "tests" / "programs", tmp_path / "alice")
    program = tmp_path / "alice" / "agent.py"
    program.write_text("import sys\n\nsys.argv[1:] = ['checkers']\nimport honest\n")
    results = printed("hopsow tournament class.toml", tmp_path).splitlines()[:2]
    assert all("rules: " in result for result in results), results


def test_the_class_on_the_page_is_marked(tmp_path: Path) -> None:
    (text,) = (text for page, text in of("toml") if page.name == "class.md")
    prepare(tmp_path, [])
    shutil.copytree(tmp_path / "spring/submissions/alice", tmp_path / "spring/submissions/bob")
    (tmp_path / "spring" / "class.toml").write_text(text)
    last = printed("hopsow class spring", tmp_path).splitlines()[-2:]
    assert last[0] == "2 of 2 games among the students"
    assert last[1].startswith("2 students, 0 unfinished: ")


def examples(verb: str) -> list[str]:
    """The lines below "examples:" in the help of a verb."""
    _, _, section = output(*verb.split(), "--help").partition("examples:\n")
    return [line.strip() for line in section.splitlines() if line.strip()]


def typed(command: str) -> str:
    """What people type: every pit in turn until the game is over, or `quit`."""
    if "--text" in command:
        return "quit\n"
    return "".join(f"{pit}\n" for pit in "AaBbCcDdEeFf") * 200 if "hopsow awari" in command else ""


@pytest.mark.parametrize("verb", [verb for verbs in groups().values() for verb in verbs])
def test_examples_work_one_after_the_other(verb: str, tmp_path: Path) -> None:
    commands = examples(verb)
    assert commands
    prepare(tmp_path, commands)
    for command in commands:
        assert f"hopsow {verb}" in command
        if (verb in SERVERS and "--text" not in command) or "--serve" in command:
            serves(command, tmp_path)
        else:
            printed(instead(command), tmp_path, typed(command))
