"""Every example of every `--help` works on a fresh install, in a folder with the files it names."""

from pathlib import Path

import pytest
from examples import instead, prepare, printed, serves
from hopsow.cli import groups
from shell import output

SERVERS = ("play", "serve")


def examples(verb: str) -> list[str]:
    """The lines below "examples:" in the help of a verb."""
    _, _, section = output(verb, "--help").partition("examples:\n")
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
