"""What README and docs show is what happens: every example is executed.

- A `python` block is a session, or without prompts a program. A page's blocks follow each other.
- A `console` block shows commands after `$`, each with exactly what it prints; `…` stands for
  what differs from run to run.
- A `sh` block lists commands that must succeed: `tests/heavy/test_commands.py` runs them, and the
  examples of the pages that need an extra.
- `ugi`, `toml` and `json` blocks are executed by the tests in ELSEWHERE.
"""

import re
from pathlib import Path

import pytest
from examples import (
    DOCUMENTS,
    EXTRAS,
    PAGES,
    ROOT,
    blocks,
    check_python,
    check_session,
    is_shown,
    printed,
    sessions,
)

ELSEWHERE = {
    "ugi": ("docs/engine-protocol.md", "tests/ugi/test_verb.py"),
    "json": ("docs/board.md", "tests/docs/test_board_page.py"),
    "toml": ("docs/arena.md", "tests/heavy/test_commands.py"),
}


def test_every_page_has_an_example() -> None:
    here = {"python", "console", "sh"}
    for page in PAGES:
        languages = {language for language, _ in blocks(page)}
        there = {language for language, (name, _) in ELSEWHERE.items() if ROOT / name == page}
        assert languages & (here | there), page
        assert languages <= here | {"", *ELSEWHERE}, page


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.name not in EXTRAS], ids=lambda page: page.name
)
def test_python_examples_do_what_they_show(page: Path) -> None:
    check_python(page)


@pytest.mark.parametrize(
    ("page", "command", "shown"), [each for each in sessions() if each[0] not in EXTRAS]
)
def test_commands_print_what_they_show(page: str, command: str, shown: str, tmp_path: Path) -> None:
    check_session(command, shown, tmp_path)


@pytest.mark.parametrize("language", ELSEWHERE)
def test_other_languages_are_executed_elsewhere(language: str) -> None:
    page, test = ELSEWHERE[language]
    assert language in dict(blocks(ROOT / page))
    assert language in (ROOT / test).read_text(encoding="utf-8")


def test_an_example_that_is_wrong_is_noticed(tmp_path: Path) -> None:
    assert not is_shown(printed("hopsow perft awari 1", tmp_path), "7\n")
    assert is_shown("6 nodes in 3 ms\n", "6 nodes in … ms\n")
    with pytest.raises(AssertionError, match="there is no piece on 11"):
        printed("hopsow show checkers 11-16 11-17", tmp_path)


def test_named_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for page in DOCUMENTS:
        for target in re.findall(r"(?:`|^)make ([a-z-]+)", page.read_text(), re.MULTILINE):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"{page.name}: {target}"
