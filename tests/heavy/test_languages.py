"""Every language is recognised, built in the sandbox and run; what cannot be is a sentence."""

import shlex
from dataclasses import replace
from pathlib import Path

import classes
import pytest
from hopsow.arena.classroom import building, languages
from hopsow.arena.classroom.archives import BadSubmissionError
from hopsow.arena.classroom.languages import LANGUAGES, tool
from hopsow.arena.contest import entrants
from hopsow.arena.limits import Limits
from hopsow.arena.process.folders import folder
from hopsow.arena.process.program import Allowance, Program
from hopsow.arena.process.sandbox import LANDLOCK, Sandbox, has_landlock
from shell import run

HELLO = {
    "java": (
        "Main.java",
        "public class Main { public static void main(String[] a) { System.out.print(42); } }",
    ),
    "cpp": ("main.cpp", "#include <iostream>\nint main() { std::cout << 42; }"),
    "c": ("any.c", '#include <stdio.h>\nint main(void) { printf("42"); }'),
    "rust": ("main.rs", 'fn main() { print!("42"); }'),
    "go": ("main.go", 'package main\nimport "fmt"\nfunc main() { fmt.Print(42) }'),
    "javascript": ("main.js", "process.stdout.write('42')"),
    "python": ("player.py", "print(42, end='')"),
}
PRESENT = [
    each.name for each in LANGUAGES if tool((each.build or each.run).partition(" ")[0]) is not None
]


def test_every_language_has_a_program() -> None:
    assert list(HELLO) == [language.name for language in LANGUAGES]
    assert {"c", "cpp", "python"} <= set(PRESENT)


def test_the_page_names_every_language_and_how_it_is_built() -> None:
    page = (Path(__file__).parents[2] / "docs" / "class.md").read_text()
    for language in LANGUAGES:
        (row,) = (line for line in page.splitlines() if line.startswith(f"| `{language.name}` |"))
        assert all(f"`{pattern}`" in row for pattern in language.files)
        assert all(name.removesuffix(".java") in row for name in language.find)
        assert language.build in row


@pytest.mark.parametrize("kind", ["auto", LANDLOCK])
@pytest.mark.parametrize("language", PRESENT)
def test_a_program_is_built_in_the_sandbox_and_runs_there(
    language: str, kind: str, tmp_path: Path
) -> None:
    """With the filter of system calls, as many tasks as are allowed, and no file but its own."""
    name, text = HELLO[language]
    inner = tmp_path / "submission" / "only folder in it"
    inner.mkdir(parents=True)
    (inner / name).write_text(text)
    recipe = languages.recipe(tmp_path / "submission", LANGUAGES)
    assert recipe.language == language
    if kind == LANDLOCK and not has_landlock():
        pytest.skip("no Landlock on this machine")
    sandbox = Sandbox.choose(kind)
    building.build(recipe, sandbox)
    words = entrants.command(f"cmd:{shlex.join(building.command(recipe))}")
    with folder() as place:
        program = Program(words, place, Limits(), sandbox)
        try:
            program.launch(60.0)
            status = program.wait_exit(Allowance(60.0, 120.0))
            assert (program.pending(), status, program.said) == (b"42", 0, "")
        finally:
            program.close()


def test_a_build_without_end_is_ended(tmp_path: Path) -> None:
    (tmp_path / "main.sh").write_text("while :; do :; done\n")
    language = languages.Language("shell", ("*.sh",), "bash {main}", build="bash {main}")
    limits = replace(building.LIMITS, cpu_game=0.5, wall_game=60.0)
    with pytest.raises(BadSubmissionError, match="bash: cpu-time: "):
        building.build(languages.recipe(tmp_path, [language]), Sandbox.choose("auto"), limits)


def test_a_missing_compiler_is_not_the_students_fault(tmp_path: Path) -> None:
    table = {"files": ["*.zig"], "run": "{folder}/agent", "build": "zigzag {files}"}
    folder = classes.make(tmp_path / "class", tables={"language.zig": table})
    classes.sources(folder, "alice", main_zig="fn main() {}")
    done = run("class", str(folder))
    assert done.returncode == 1
    assert classes.marks(folder)["alice"]["waiting"] == (
        "zigzag, which zig needs, is not installed on this machine"
    )
    assert "1 unfinished" in done.stdout


def test_ambiguous_files_are_a_sentence(tmp_path: Path) -> None:
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text("")
    with pytest.raises(BadSubmissionError, match=r"expected main\.py, agent\.py, player\.py"):
        languages.recipe(tmp_path, LANGUAGES)
