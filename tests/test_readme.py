"""What README and docs show is what happens: their examples are executed."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]
DOCUMENTS = [*PAGES, *(ROOT / name for name in ("ARCHITECTURE.md", "CONTRIBUTING.md"))]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE)


def commands() -> list[tuple[str, str]]:
    """The commands of README with what they print."""
    sessions = "".join(blocks(README, "console"))
    return [
        (command, shown)
        for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", sessions, re.MULTILINE)
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_do_what_they_show(page: Path) -> None:
    session = "\n".join(blocks(page, "python"))
    example = doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner()
    report: list[str] = []
    runner.run(example, out=report.append)
    assert not runner.failures, "".join(report)


@pytest.mark.parametrize(("command", "shown"), commands(), ids=[c for c, _ in commands()])
def test_commands_print_what_they_show(command: str, shown: str, tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env={**os.environ, "PATH": path, "PYTHONIOENCODING": "utf-8"},
        timeout=300,
    )
    assert done.stdout == shown


def test_readme_has_examples() -> None:
    assert len(commands()) >= 5
    assert len(blocks(README, "python")) >= 2


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda page: page.name)
def test_named_make_targets_exist(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"(?:`|^)make ([a-z-]+)", page.read_text(), re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
