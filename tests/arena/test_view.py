"""What a sandbox shows is decided by the judge alone: neither names, nor contents, nor links of a
program widen it, and Hopsow does not exist inside."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hopsow.arena.classroom import building, languages
from hopsow.arena.classroom.archives import BadSubmissionError
from hopsow.arena.classroom.languages import LANGUAGES, Language, tool
from hopsow.arena.contest import entrants
from hopsow.arena.contest.task import Task, play
from hopsow.arena.limits import Limits
from hopsow.arena.process import packages
from hopsow.arena.process.landlock import version
from hopsow.arena.process.runtimes import PACKAGE, PACKAGES, SHOW
from hopsow.arena.process.sandbox import LANDLOCK, Sandbox, has_landlock
from hopsow.arena.process.view import View
from hopsow.arena.verdicts import Verdict
from playing import PROGRAMS
from shell import complaint, run

KINDS = [
    pytest.param(
        "require",
        marks=pytest.mark.skipif(Sandbox.choose("auto").kind == "off", reason="no sandbox here"),
    ),
    pytest.param(
        LANDLOCK,
        marks=pytest.mark.skipif(not has_landlock(), reason=f"Landlock has version {version()}"),
    ),
]
SCANNER = PROGRAMS / "scans.py"
PYTHON_ONLY = (Language("python", ("*.py",), "python3 {main}", build="python3 {main}"),)
BUILD = f"python3 {shlex.quote(str(SCANNER))}"
needs_go = pytest.mark.skipif(tool("go") is None, reason="no Go on this machine")


@pytest.fixture(autouse=True)
def nothing_is_shown_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other tests show Hopsow to their programs."""
    monkeypatch.delenv(SHOW)


@pytest.fixture
def diary(tmp_path: Path) -> Path:
    """A private folder of the teacher."""
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "exam.json").write_text("dear diary")
    return folder


def said_by(command: str, sandbox: str) -> str:
    """What a program writes to standard error while it plays two plies."""
    game = play(Task("checkers", (command, command), limits=Limits(plies=2), sandbox=sandbox))
    assert game.verdict is Verdict.PLY_CAP, (game.reason, game.left)
    text: str = game.left["A"]["stderr"]
    return text


def scanner(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return Path(shutil.copy(SCANNER, folder / "agent.py"))


@pytest.mark.parametrize("sandbox", KINDS)
@pytest.mark.parametrize("python", ["python3", sys.executable])
def test_a_search_from_inside_finds_nothing(
    python: str, sandbox: str, tmp_path: Path, diary: Path
) -> None:
    """By name, and by the interpreter of the referee's own environment."""
    agent = scanner(tmp_path / "agent")
    assert said_by(f"cmd:{python} {agent}", sandbox) == ""
    assert diary.is_dir()


@pytest.mark.parametrize("sandbox", KINDS)
def test_a_search_from_a_build_finds_nothing(sandbox: str, tmp_path: Path, diary: Path) -> None:
    folder = tmp_path / "work" / "builds" / "alice"
    scanner(folder)
    built = building.build(languages.recipe(folder, PYTHON_ONLY), Sandbox.choose(sandbox))
    assert built.said == ""
    assert diary.is_dir()


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_no_language_shows_more_than_the_submission(
    language: Language, tmp_path: Path, diary: Path
) -> None:
    """In its build and when it runs, beside the runtimes, which all programs see."""
    folder = tmp_path / "class" / "work" / "builds" / "alice"
    folder.mkdir(parents=True)
    (folder / (f"any.{language.name}", *language.find)[-1]).write_text("")
    (folder / "agent").touch(0o755)  # what compilers make
    recipe = languages.recipe(folder, [language])
    run = entrants.command(f"cmd:{shlex.join(building.command(recipe))}")
    for words in filter(None, (list(recipe.build), run)):
        view = View.of(words)
        assert view.own <= {folder}
        assert any(PACKAGE.is_relative_to(path) for path in view.secrets(View())) or not any(
            PACKAGE.is_relative_to(path) for path in view.shown
        )
    assert diary.is_dir()


def test_a_path_that_is_shown_by_name_is_seen(
    tmp_path: Path, diary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SHOW, str(diary))
    said = said_by(f"cmd:python3 {scanner(tmp_path / 'agent')}", "require")
    assert said == f"finds {diary}/exam.json\n"


@pytest.mark.parametrize("separator", "=:,")
def test_file_names_of_a_submission_show_nothing(
    separator: str, tmp_path: Path, diary: Path
) -> None:
    """The name leads through folders that the archive makes, to a file called z.c."""
    folder = tmp_path / "submission"
    steal = folder / f"x{separator}{diary}{separator}" / "z.c"
    steal.parent.mkdir(parents=True)
    steal.write_text(f'asm(".incbin \\"{diary}/exam.json\\""); int main(void) {{ return 0; }}\n')
    recipe = languages.recipe(folder, LANGUAGES)
    assert recipe.language == "c"
    with pytest.raises(BadSubmissionError, match="exam"):
        building.build(recipe, Sandbox.choose("require"))


def test_the_name_of_a_class_is_no_path_where_the_referee_runs(
    tmp_path: Path, diary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`hopsow class` is run beside its folder, and a student calls the program as the folder is."""
    monkeypatch.chdir(diary.parent)
    folder = tmp_path / "submission"
    folder.mkdir()
    (folder / "class.java").write_text("")
    words = building.command(languages.recipe(folder, LANGUAGES))
    assert words[-1] == "class"
    argv = entrants.command(f"cmd:{shlex.join(words)}")
    assert argv[-1] == "class"
    assert View.of(argv).own == {folder}


@needs_go
def test_settings_of_a_submission_are_not_those_of_a_build(tmp_path: Path) -> None:
    """Go would run a program that its settings file names."""
    folder = tmp_path / "submission"
    (folder / ".config" / "go").mkdir(parents=True)
    (folder / ".config" / "go" / "env").write_text("GOFLAGS=-toolexec=/nowhere/tool.sh\n")
    (folder / "main.go").write_text("package main\nfunc main() {}\n")
    building.build(languages.recipe(folder, LANGUAGES), Sandbox.choose("require"))
    assert os.access(folder / "agent", os.X_OK)


@pytest.mark.parametrize(
    "script",
    [
        "ln -s / bin",
        "ln -s /etc/hostname agent",
        "mkdir a b; ln -s ../b a/c; ln -s a/c/../.. out",
        "mkfifo pipe",
    ],
)
def test_what_a_build_leaves_is_files_inside_its_folder(script: str, tmp_path: Path) -> None:
    language = Language("shell", ("*.sh",), "{folder}/agent", build="sh {main}")
    (tmp_path / "main.sh").write_text(f"cd {tmp_path}\n{script}\n")
    with pytest.raises(BadSubmissionError, match=r"leads out of|neither a file"):
        building.build(languages.recipe(tmp_path, [language]), Sandbox.choose("require"))


def test_a_link_within_the_folder_is_kept(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("")
    (tmp_path / "agent.py").symlink_to("main.py")
    building.check_files(tmp_path)


def test_a_name_that_begins_with_a_dash_is_refused(tmp_path: Path) -> None:
    (tmp_path / "-javaagent:x.java").write_text("")
    with pytest.raises(BadSubmissionError, match="begins with a dash"):
        languages.recipe(tmp_path, LANGUAGES)


@pytest.mark.parametrize("where", ["pyvenv", "pth", "link", "first line"])
def test_a_program_does_not_say_what_its_sandbox_shows(
    where: str, tmp_path: Path, diary: Path
) -> None:
    """A stranger's program in a folder `bin`, which an interpreter could be."""
    root = tmp_path / "engine"
    program = root / "bin" / "agent"
    packages = root / "lib" / "python3.11" / "site-packages"
    for folder in (program.parent, packages):
        folder.mkdir(parents=True)
    (diary / "agent").write_text("dear diary")
    (diary / "agent").chmod(0o755)
    first = f"#!{diary}/agent" if where == "first line" else "#!/usr/bin/env python3"
    program.write_text(f"{first}\n")
    program.chmod(0o755)
    if where == "pyvenv":
        (root / "pyvenv.cfg").write_text(f"home = {diary}\n")
    elif where == "pth":
        (root / "pyvenv.cfg").write_text("")
        (packages / "x.pth").write_text(f"{diary}\n/\n")
    elif where == "link":
        program.unlink()
        program.symlink_to(diary / "agent")
    shown = View.of([str(program)]).shown
    assert not any(diary.is_relative_to(path) for path in shown)
    assert not any(path.is_relative_to(diary) for path in shown)


def test_a_person_may_name_hopsow_as_a_player(tmp_path: Path) -> None:
    ours = f"cmd:{sys.executable} -m hopsow checkers fast"
    script = Path(sys.executable).with_name("hopsow")
    theirs = f"cmd:{script} checkers fast" if script.exists() else ours
    limits = Limits(cpu_move=1.0, wall_move=60.0, plies=4)
    for agents in ((ours, "random"), (theirs, "random")):
        game = play(Task("checkers", agents, limits=limits, sandbox="require"))
        assert game.verdict is Verdict.PLY_CAP, (game.reason, game.left)


def test_the_opponent_of_hopsow_has_it_not(tmp_path: Path) -> None:
    """What one side may see does not exist for the other."""
    argv = [sys.executable, str(tmp_path / "agent.py")]
    assert not View.of(argv).plays_hopsow
    assert View.of([sys.executable, "-m", "hopsow", "engine"]).plays_hopsow
    assert subprocess.run([sys.executable, "-c", "import hopsow"]).returncode == 0


@pytest.mark.parametrize("sandbox", KINDS)
def test_of_the_packages_beside_hopsow_those_that_are_allowed_are_there(
    sandbox: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SHOW, "")
    monkeypatch.setenv(PACKAGES, "")
    agent = scanner(tmp_path / "agent")
    text = agent.read_text().replace("for path in found():", "for path in ():")
    # Landlock says of a package that it hides that it cannot be read.
    imports = text.replace("import hopsow", "import packaging, packaging.version as hopsow")
    agent.write_text(imports.replace("except ImportError", "except (ImportError, OSError)"))
    assert said_by(f"cmd:python3 {agent}", sandbox) == ""
    packages.allow(["packaging"], tmp_path / "packages")
    assert "/packages/packaging/version.py" in said_by(f"cmd:python3 {agent}", sandbox)
    agent.write_text(text)
    assert said_by(f"cmd:python3 {agent}", sandbox) == ""


@pytest.mark.parametrize(
    ("name", "reason"), [("hopsow", "would play"), ("nought", "not installed")]
)
def test_a_package_that_cannot_be_allowed_is_a_sentence(
    name: str, reason: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=reason):
        packages.allow([name], tmp_path / "packages")


def test_an_interpreter_that_is_not_shown_is_explained(tmp_path: Path) -> None:
    program = tmp_path / "agent" / "run"
    (tmp_path / "tool").symlink_to("/bin/sh")
    program.parent.mkdir()
    program.write_text(f"#!{tmp_path}/tool\n")
    program.chmod(0o755)
    agents = (f"cmd:{program}", "random")
    game = play(Task("checkers", agents, limits=Limits(plies=2), sandbox="require"))
    assert game.verdict is Verdict.SPAWN_FAILURE
    assert game.reason.endswith("does not show all that it needs, see --show")


def test_show_names_a_path_for_every_verb_that_starts_programs(tmp_path: Path, diary: Path) -> None:
    agent = scanner(tmp_path / "agent")
    reads = f"import os, sys\nprint(os.listdir({str(diary)!r}), file=sys.stderr)\n"
    text = agent.read_text()
    agent.write_text(reads + text[text.index("ANSWERS = ") :].partition("\n\n\n")[0])
    command = ("check", "checkers", f"python3 {agent}", "--sandbox", "require", "--json")
    found = [
        json.loads(run(*command, *more, HOPSOW_SHOW="").stdout)["checks"][0]["stderr"]
        for more in ((), ("--show", str(diary)))
    ]
    assert "No such file" in found[0]
    assert found[1] == "['exam.json']\n"
    assert complaint(*command, "--show", f"{tmp_path}/gone").endswith(
        "gone: no such file or folder (see hopsow check --help)"
    )
