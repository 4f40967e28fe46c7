"""Exported packages, unpacked and run as their platforms do: folders, user, environment.

What comes from elsewhere is replaced: Debian's packages are there already, and Hopsow is installed
from a wheel of this tree.
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import hopsow
import pytest
import secret_exams
import wheels
from hopsow import export, starters
from hopsow.arena.course import exam, scheme
from shell import HOPSOW, complaint, output

# One worker, which installs Hopsow once.
pytestmark = pytest.mark.xdist_group("platforms")

HANGS_S = 600
NO_LANDLOCK = """\
from hopsow.arena.process import sandbox
sandbox.has_landlock = lambda: False
"""
HURRY_S = 10  # for a whole exam of programs that get nothing, however long it lasts
OFFLINE = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Commands that would change this machine: each writes down that it was called."""
    folder = tmp_path_factory.mktemp("tools")
    for name in ("apt-get", "sudo"):
        (folder / name).write_text(f'#!/bin/sh\necho {name} "$@" >> {folder}/called\n')
        (folder / name).chmod(0o755)
    (folder / "packages").mkdir()
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if not path.name.startswith("hopsow") and path.suffix != ".pth":
            (folder / "packages" / path.name).symlink_to(path)
    return folder


def run(words: list[str], folder: Path, tools: Path, **environment: str) -> tuple[int, str]:
    path = os.pathsep.join([str(tools), str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        words,
        cwd=folder,
        # What Hopsow needs is there without a network.
        env={
            **os.environ,
            **OFFLINE,
            "PYTHONPATH": str(tools / "packages"),
            **environment,
            "PATH": path,
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=HANGS_S,
    )
    return done.returncode, done.stdout


@contextmanager
def hurried(folder: Path) -> Iterator[None]:
    """A class in which nobody's answers may take long."""
    path = folder / "class.toml"
    before = path.read_text()
    path.write_text(f"{before}student = {HURRY_S}\nfailures = 1\n")
    yield
    path.write_text(before)


HOSTILE = {
    "crash": "raise SystemExit('no heart in me')",
    "loop": "while True:\n    pass",
    "sleep": "import time\n\ntime.sleep(1000)",
    # A mark that it writes itself, wherever it could be looked for.
    "forge": """\
import os, sys
from pathlib import Path

places = [Path("."), Path(__file__).parent, Path(sys.executable).parent]
for place in [*places, *Path(__file__).parents, *map(Path, sys.path), Path("{root}")]:
    for name in ("results.json", "result.json", "results/results.json", "source/class.toml"):
        try:
            (place / name).write_text('{{"score": 1000, "tests": []}}')
        except OSError:
            pass
print("bestmove A")
""",
    # The exam and the settings, repeated on standard output, where a mark's reason quotes it.
    "read": """\
from pathlib import Path

for place in map(Path, ("{root}/source", "{root}/results", "{data}")):
    for path in place.rglob("*"):
        if path.is_file():
            print("SECRET", path, flush=True)
            raise SystemExit
print("nothing to see")
""",
}


class Gradescope:
    """The container: its root folder, with everything that `setup.sh` has installed."""

    def __init__(self, root: Path, tools: Path) -> None:
        self.root, self.tools = root, tools
        package = root.parent / "package"
        export.write("gradescope", scheme.of_course("checkers"), package)
        wheels.write(package)
        shutil.make_archive(str(root.parent / "autograder"), "zip", package)
        for name in ("source", "submission", "results"):
            (root / name).mkdir(parents=True)
        run(["unzip", "-q", str(root.parent / "autograder.zip")], root / "source", tools)
        shutil.copy(root / "source" / "run_autograder", root)
        status, printed = self("source/setup.sh")
        assert status == 0, printed
        assert "bubblewrap" in printed

    def __call__(self, script: str) -> tuple[int, str]:
        words = [str(self.root / script)]
        return run(words, self.root, self.tools, AUTOGRADER_ROOT=str(self.root))

    def marked(self, **files: str) -> dict[str, Any]:
        """The results of a submission of these files."""
        for name in ("submission", "results"):
            shutil.rmtree(self.root / name)
            (self.root / name).mkdir()
        for name, text in files.items():
            (self.root / "submission" / name.replace("_", ".")).write_text(text)
        status, printed = self("run_autograder")
        assert status == 0, printed
        results: dict[str, Any] = json.loads((self.root / "results/results.json").read_text())
        return results


@pytest.fixture(scope="module")
def container(tmp_path_factory: pytest.TempPathFactory, tools: Path) -> Gradescope:
    return Gradescope(tmp_path_factory.mktemp("gradescope") / "autograder", tools)


def starter(game: str, language: str) -> str:
    return (starters.HERE / game / starters.LANGUAGES[language].file).read_text()


class TestGradescope:
    def test_setup_installs_sandbox_and_languages(self, container: Gradescope, tools: Path) -> None:
        called = (tools / "called").read_text()
        assert "apt-get install -y -qq bubblewrap python3-venv g++ default-jdk-headless" in called

    def test_honest_program_gets_the_points_of_grade(
        self, container: Gradescope, tmp_path: Path
    ) -> None:
        results = container.marked(agent_py=starter("checkers", "python"))
        made = starters.write("checkers", "python", tmp_path / "mine")
        program = f"{sys.executable} {made.folder / 'agent.py'}"
        words = [*HOPSOW, "grade", "checkers", program, "--json"]
        mark = json.loads(run(words, tmp_path, container.tools)[1])
        tests = results["tests"]
        assert [test["score"] for test in tests] == [each["points"] for each in mark["questions"]]
        assert 0 < mark["points"] < 25
        assert {test["max_score"] for test in tests} == {1.0}
        assert {test["status"] for test in tests} == {"passed", "failed"}
        lost = next(test for test in tests if test["score"] == 0)
        assert "throws the" in lost["output"]
        points, cpu = results["leaderboard"]
        assert points == {"name": "points", "value": mark["points"], "order": "desc"}
        assert (cpu["name"], cpu["order"]) == ("CPU seconds", "asc")
        assert cpu["value"] > 0
        assert set(tests[0]) == {"number", "name", "score", "max_score", "status", "output"}

    def test_program_is_built(self, container: Gradescope) -> None:
        results = container.marked(main_c=starter("checkers", "c"))
        assert sum(test["score"] for test in results["tests"]) > 0
        assert len(results["tests"]) == 25

    def test_failed_build_says_what_the_compiler_said(self, container: Gradescope) -> None:
        (test,) = container.marked(main_cpp="int main() { return heart; }")["tests"]
        assert (test["score"], test["max_score"], test["status"]) == (0, 25, "failed")
        assert "heart" in test["output"]

    def test_compiler_sees_neither_exam_nor_settings(self, container: Gradescope) -> None:
        places = [container.root / "source/class.toml"]
        places += (container.root / "hopsow").rglob("checkers_positions.txt")
        assert len(places) == 2
        for place in places:
            text = f'#include "{place}"\nint main() {{}}'
            (test,) = container.marked(main_cpp=text)["tests"]
            assert "No such file or directory" in test["output"], test["output"]

    @pytest.mark.parametrize(
        ("files", "problem"),
        [
            ({}, "found no program, expected one of *.java"),
            ({"main_cpp": "int main() {", "x": ""}, "ended with status 1"),
        ],
    )
    def test_submission_without_a_program_is_told_so(
        self, container: Gradescope, files: dict[str, str], problem: str
    ) -> None:
        (test,) = container.marked(**files)["tests"]
        assert problem in test["output"]
        assert (test["score"], test["max_score"]) == (0, 25)

    @pytest.mark.parametrize("name", HOSTILE)
    def test_hostile_program_gets_nothing(self, container: Gradescope, name: str) -> None:
        (data,) = {path.parent for path in (container.root / "hopsow").rglob("*_positions.txt")}
        text = HOSTILE[name].format(root=container.root, data=data)
        with hurried(container.root / "source"):
            results = container.marked(agent_py=text)
        assert sum(test["score"] for test in results["tests"]) == 0
        assert sum(test["max_score"] for test in results["tests"]) == 25
        assert "SECRET" not in json.dumps(results)
        assert sorted(path.name for path in (container.root / "results").iterdir()) == [
            "results.json"
        ]

    def test_links_are_not_followed(self, container: Gradescope) -> None:
        secret = container.root.parent / "secret.py"
        secret.write_text(starter("checkers", "python"))
        container.marked()
        (container.root / "submission/agent.py").symlink_to(secret)
        status, printed = container("run_autograder")
        assert status == 0, printed
        (test,) = json.loads((container.root / "results/results.json").read_text())["tests"]
        assert "agent.py' is neither a file nor a folder" in test["output"]

    def test_no_sandbox_is_not_the_students_fault(
        self, container: Gradescope, tmp_path: Path
    ) -> None:
        """Without results.json Gradescope tells the teacher that the autograder has failed."""
        container.marked(agent_py="")
        (container.root / "results/results.json").unlink()
        (tmp_path / "python3").symlink_to(sys.executable)
        (tmp_path / "sitecustomize.py").write_text(NO_LANDLOCK)
        without = {
            "AUTOGRADER_ROOT": str(container.root),
            "PATH": str(tmp_path),
            "PYTHONPATH": os.pathsep.join([str(tmp_path), str(container.tools / "packages")]),
        }
        done = subprocess.run(
            ["/bin/bash", str(container.root / "run_autograder")],
            cwd=container.root,
            env=without,
            capture_output=True,
            encoding="utf-8",
        )
        assert done.returncode == 1
        assert "no sandbox on this machine" in done.stderr
        assert list((container.root / "results").iterdir()) == []


RUNNER = {
    "CLASSROOM": "games",
    "ASSIGNMENT": "awari",
    "SUBMISSION_TAG": "submit/2026-06-01T14-32-05Z-a1b2c3d",
    "COMMIT_URL": "https://example.org/commit/a1b2c3d",
    "RELEASE_URL": "https://example.org/releases/tag/submit",
    "REVIEW_URL": "",
}


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle") / "awari"
    export.write("classroom50", scheme.of_course("awari"), folder)
    wheels.write(folder)
    return folder


class TestClassroom50:
    def graded(self, bundle: Path, tools: Path, checkout: Path, text: str) -> dict[str, Any]:
        """What the runner finds: in the student's checkout, as any user."""
        (checkout / "agent.py").write_text(text)
        words = [sys.executable, str(bundle / "autograder.py")]
        status, printed = run(words, checkout, tools, **RUNNER)
        assert status == 0, printed
        result: dict[str, Any] = json.loads((checkout / "result.json").read_text())
        return result

    def test_result_is_of_version_1(self, bundle: Path, tools: Path, tmp_path: Path) -> None:
        result = self.graded(bundle, tools, tmp_path, starter("awari", "python"))
        assert result["schema"] == "classroom50/result/v1"
        for name in ("classroom", "assignment"):
            assert result[name] == RUNNER[name.upper()]
        assert result["submission"] == RUNNER["SUBMISSION_TAG"]
        assert result["review"] == result["commit"] == RUNNER["COMMIT_URL"]
        assert result["release"] == RUNNER["RELEASE_URL"]
        assert len(result["datetime"]) == len("2026-06-01T14:32:01Z")
        tests = result["tests"]
        assert len(tests) == 10
        assert all(type(test[name]) is int for test in tests for name in ("score", "max-score"))
        assert result["score"] == sum(test["score"] for test in tests) > 0
        assert result["max-score"] == sum(test["max-score"] for test in tests) == 100
        assert all(test["passed"] == (test["score"] == 10) for test in tests)

    @pytest.mark.parametrize("name", ["crash", "forge", "read"])
    def test_hostile_program_gets_nothing(
        self, bundle: Path, tools: Path, tmp_path: Path, name: str
    ) -> None:
        (tmp_path / "result.json").mkdir()
        text = HOSTILE[name].format(root=bundle.parent, data=bundle)
        with hurried(bundle):
            result = self.graded(bundle, tools, tmp_path, text)
        assert (result["score"], result["max-score"]) == (0, 100)
        assert "SECRET" not in json.dumps(result)

    def test_runtime_is_what_classroom50_reads(self, bundle: Path) -> None:
        runtime = json.loads((bundle / "runtime.json").read_text())
        assert set(runtime) <= {"runs-on", "python", "node", "java", "go", "rust", "apt"}


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory, tools: Path) -> Path:
    """A checkout in which the steps before the last one have been run."""
    folder = tmp_path_factory.mktemp("repository")
    assert output("export", "actions", "checkers", "-o", str(folder / "x")).endswith(
        "README.md says what to do with it\n"
    )
    shutil.copytree(folder / "x", folder, dirs_exist_ok=True)
    shutil.rmtree(folder / "x")
    return folder


class TestActions:
    def steps(self, repository: Path) -> list[str]:
        """The commands of the workflow, in order."""
        text = (repository / ".github/workflows/hopsow.yml").read_text()
        commands, block = [], ""
        for line in text.splitlines():
            if line.startswith(" " * 10) and block:
                commands.append(line.strip())
            elif (stripped := line.strip()).startswith("run: "):
                block = stripped.removeprefix("run: ")
                commands += [] if block == "|" else [block]
            else:
                block = ""
        return commands

    def pushed(
        self, repository: Path, tools: Path, text: str, needed: str = ""
    ) -> tuple[int, str, str]:
        """The status, the log and the summary of a push, where so many points are needed."""
        (repository / "agent.py").write_text(text)
        summary = repository.parent / "summary.md"
        summary.write_text("")
        command = self.steps(repository)[-1] + needed
        words = ["bash", "-e", "-c", command]
        status, log = run(words, repository, tools, GITHUB_STEP_SUMMARY=str(summary))
        return status, log, summary.read_text()

    def test_workflow_installs_and_marks(self, repository: Path) -> None:
        *install, mark = self.steps(repository)
        assert [command.split()[0] for command in install] == ["sudo", "sudo", "sudo", "pip"]
        assert install[-1].endswith("-r .github/hopsow/requirements.txt")
        assert mark == "python3 .github/hopsow/actions.py ."
        requirement = (repository / ".github/hopsow/requirements.txt").read_text()
        assert requirement == f"hopsow=={hopsow.__version__}\n"

    def test_points_are_in_log_and_summary(self, repository: Path, tools: Path) -> None:
        status, log, summary = self.pushed(repository, tools, starter("checkers", "python"))
        assert status == 0
        assert log.splitlines()[-1].endswith(" of 25 points")
        assert len(log.splitlines()) == 26
        assert summary.startswith(f"## {log.splitlines()[-1]}\n")
        assert summary.count("\n| ") == 26

    def test_run_fails_below_the_points_to_pass(self, repository: Path, tools: Path) -> None:
        status, _, _ = self.pushed(repository, tools, starter("checkers", "python"), " 25")
        assert status == 1

    def test_words_of_a_program_are_no_commands(self, repository: Path, tools: Path) -> None:
        text = "print('::error::heart|less <b>')"
        status, log, summary = self.pushed(repository, tools, text)
        assert status == 0
        assert "::error::heart" in log
        assert not [line for line in log.splitlines() if line.strip().startswith("::")]
        assert "heart&#124;less &lt;b&gt;" in summary


def gradescope_marks(package: Path, checkout: Path) -> tuple[list[str], Path]:
    root = package.parent / "autograder"
    (root / "results").mkdir(parents=True)
    package.rename(root / "source")
    checkout.rename(root / "submission")
    return [str(root / "source" / "gradescope.py"), str(root)], root / "results" / "results.json"


def classroom50_marks(package: Path, checkout: Path) -> tuple[list[str], Path]:
    return [str(package / "autograder.py"), "--mark"], checkout / "result.json"


def actions_marks(package: Path, checkout: Path) -> tuple[list[str], Path]:
    return [str(package / ".github/hopsow/actions.py"), str(checkout)], package / "summary.md"


@pytest.mark.parametrize("choice", [None, "points", "full"])
@pytest.mark.parametrize("marks", [gradescope_marks, classroom50_marks, actions_marks])
def test_no_platform_tells_a_right_answer(
    marks: Callable[[Path, Path], tuple[list[str], Path]], choice: str | None, tmp_path: Path
) -> None:
    """Unless the teacher wants that."""
    platform = marks.__name__.removesuffix("_marks")
    made = secret_exams.make()
    made.write(tmp_path / "exam.json")
    package, checkout = tmp_path / "package", tmp_path / "checkout"
    words = ["export", platform, "checkers", "--exam", str(tmp_path / "exam.json")]
    more = ("--feedback", choice) if choice else ()
    output(*words, "-o", str(package), *more)
    checkout.mkdir()
    (checkout / "agent.py").write_text(secret_exams.wrong(made))
    command, file = marks(package, checkout)
    done = subprocess.run(
        [sys.executable, *command],
        cwd=checkout if checkout.exists() else tmp_path,
        env={**os.environ, **RUNNER, "GITHUB_STEP_SUMMARY": str(package / "summary.md")},
        capture_output=True,
        encoding="utf-8",
    )
    written = file.read_text() + done.stdout + done.stderr
    told = secret_exams.told_in(written, made)
    moves = {move for question in made.questions for move in question.keeping}
    assert told == (moves if choice == "full" else set())
    assert str(made.seed) not in written
    assert ("throws the" in written) == (choice != "points")


class TestVerb:
    def test_lists_its_files(self, tmp_path: Path) -> None:
        folder = tmp_path / "new" / "folder"
        made = json.loads(output("export", "gradescope", "halma", "-o", str(folder), "--json"))
        assert made["folder"] == str(folder)
        assert {"setup.sh", "run_autograder", "class.toml", "README.md"} <= set(made["files"])
        assert os.access(folder / "setup.sh", os.X_OK)
        assert "100 points" in (folder / "README.md").read_text()
        with zipfile.ZipFile(
            shutil.make_archive(str(tmp_path / "autograder"), "zip", folder)
        ) as archive:
            assert "setup.sh" in archive.namelist()

    def test_scripts_are_executable_when_they_come_from_a_wheel(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        installed = Path(shutil.copytree(export.FILES, tmp_path / "installed"))
        for path in installed.rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)
        monkeypatch.setattr(export, "FILES", installed)
        export.write("gradescope", scheme.of_course("halma"), tmp_path / "x")
        scripts = [path.name for path in (tmp_path / "x").iterdir() if os.access(path, os.X_OK)]
        assert sorted(scripts) == ["run_autograder", "setup.sh"]

    def test_exam_of_a_seed_travels_with_the_package(self, tmp_path: Path) -> None:
        file = str(tmp_path / "exam.json")
        output("exam", "make", "awari", "--seed", "5", "-o", file)
        folder = tmp_path / "x"
        output("export", "classroom50", "awari", "--exam", file, "-o", str(folder))
        assert exam.read(folder / "exam.json") == scheme.private("awari", 5)
        assert 'exam = "exam.json"' in (folder / "class.toml").read_text()
        assert "an exam of awari" in complaint(
            "export", "actions", "halma", "--exam", file, "-o", str(tmp_path / "y")
        )
        assert not (tmp_path / "y").exists()

    def test_odd_arguments_get_a_sentence(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        folder = str(tmp_path)
        assert "is not empty" in complaint("export", "actions", "awari", "-o", folder)
        assert "is not a folder" in complaint("export", "actions", "awari", "-o", f"{folder}/file")
        assert "invalid choice: 'moodle'" in complaint("export", "moodle", "awari", "-o", "x")
        assert "-o" in complaint("export", "gradescope", "awari")
