"""Shells complete verbs, games and options; `help` and `-V` are short for what they stand for."""

import shutil
import subprocess
from pathlib import Path

import pytest
from hopsow.cli import groups
from shell import complaint, output


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("completion") / "hopsow.bash"
    path.write_text(output("completion", "bash"))
    return path


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("mat", "match"),
        ("match aw", "awari"),
        ("match awari greedy --limits", "--limits-b"),
        ("help doc", "doctor"),
        ("doctor --j", "--json"),
        ("doctor ha", ""),
        ("tables bu", "build"),
        ("puzzles ch", "check checkers"),
        ("match awari gre", "greedy"),
        ("checkers ver", "verbose"),
        ("convert pos", ""),
    ],
)
def test_bash_completes(script: Path, typed: str, completed: str) -> None:
    line = f"source {script}; COMP_WORDS=(hopsow {typed}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))"
    command = ["bash", "-c", f'{line}; _hopsow; echo "${{COMPREPLY[@]}}"']
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (done.stdout.strip(), done.stderr) == (completed, "")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_know_every_verb(shell: str) -> None:
    script = output("completion", shell)
    words = {word for verbs in groups().values() for verb in verbs for word in verb.split()}
    assert all(word in script for word in words)
    if shutil.which(shell):
        subprocess.run([shell, "-n", "/dev/stdin"], input=script, text=True, check=True)


def test_an_unknown_shell_is_one_sentence() -> None:
    assert "invalid choice: 'tcsh'" in complaint("completion", "tcsh")


def test_help_and_version_have_short_forms() -> None:
    assert output("help", "match") == output("match", "--help")
    assert output("help") == output("--help")
    assert output("-V") == output("--version")
    assert "unknown verb 'frobnicate'" in complaint("help", "frobnicate")
