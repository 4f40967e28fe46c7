"""What README and docs show is what happens: every example is executed.

- A `python` block is a session, or without prompts a program. A page's blocks follow each other.
- A `console` block shows commands after `$`, each with exactly what it prints; `…` stands for
  what differs from run to run.
- A `sh` block lists commands that must succeed. Where one takes long, takes a whole machine or
  stands for others, `examples.INSTEAD` says what is run in its place.
- `ugi`, `toml` and `json` blocks are executed by the tests in ELSEWHERE.
"""

import doctest
import re
import shutil
from pathlib import Path

import pytest
from examples import instead, is_shown, prepare, printed, served, serves

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
DOCUMENTS = [*PAGES, ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md"]

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SESSION = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)

ELSEWHERE = {
    "ugi": ("docs/engine-protocol.md", "tests/ugi/test_verb.py"),
    "json": ("docs/board.md", "tests/docs/test_board_page.py"),
    "toml": ("docs/arena.md", "tests/docs/test_pages.py"),
}


def blocks(page: Path) -> list[tuple[str, str]]:
    """The blocks of a page, each with its language."""
    return [(block[1], block[2]) for block in FENCE.finditer(page.read_text(encoding="utf-8"))]


def of(language: str) -> list[tuple[Path, str]]:
    return [(page, text) for page in DOCUMENTS for name, text in blocks(page) if name == language]


def lines(block: str) -> list[str]:
    """The commands of a `sh` block, without their comments."""
    whole = block.replace("\\\n", " ").splitlines()
    return [line for line in (re.sub(r"(^|\s+)#.*", "", line).strip() for line in whole) if line]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_has_an_example(page: Path) -> None:
    languages = {language for language, _ in blocks(page)}
    here = {"python", "console", "sh"}
    there = {language for language, (name, _) in ELSEWHERE.items() if ROOT / name == page}
    assert languages & (here | there)
    assert languages <= here | {"", *ELSEWHERE}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_do_what_they_show(page: Path) -> None:
    names: dict[str, object] = {}
    for language, text in blocks(page):
        if language != "python":
            continue
        if ">>> " not in text:
            exec(compile(text, page.name, "exec"), names)
            continue
        example = doctest.DocTestParser().get_doctest(text, names, page.name, str(page), 0)
        runner = doctest.DocTestRunner()
        report: list[str] = []
        runner.run(example, out=report.append, clear_globs=False)
        names.update(example.globs)
        assert not runner.failures, "".join(report)


SESSIONS = [(page.name, *shown) for page, text in of("console") for shown in SESSION.findall(text)]


@pytest.mark.parametrize(("page", "command", "shown"), SESSIONS)
def test_commands_print_what_they_show(page: str, command: str, shown: str, tmp_path: Path) -> None:
    output = printed(command, tmp_path, status=None)
    assert is_shown(output, shown), output


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


@pytest.mark.parametrize("language", ELSEWHERE)
def test_other_languages_are_executed_elsewhere(language: str) -> None:
    page, test = ELSEWHERE[language]
    assert language in dict(blocks(ROOT / page))
    assert language in (ROOT / test).read_text(encoding="utf-8")


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


def test_an_example_that_is_wrong_is_noticed(tmp_path: Path) -> None:
    assert not is_shown(printed("hopsow perft awari 1", tmp_path), "7\n")
    assert is_shown("6 nodes in 3 ms\n", "6 nodes in … ms\n")
    with pytest.raises(AssertionError, match="there is no piece on 11"):
        printed("hopsow show checkers 11-16 11-17", tmp_path)


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda page: page.name)
def test_named_make_targets_exist(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"(?:`|^)make ([a-z-]+)", page.read_text(), re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
