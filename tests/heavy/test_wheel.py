"""What we publish works: the sdist holds all that a wheel needs, and the wheel runs on its own."""

import fcntl
import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "sdist"

# One worker, so that the others have something to do while it builds.
pytestmark = pytest.mark.xdist_group("wheel")


def run(*command: str | Path, **environment: str) -> str:
    """The output of a command that must succeed, run away from the working tree."""
    finished = subprocess.run(
        command,
        cwd=environment.pop("cwd", None),
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


@contextmanager
def alone() -> Iterator[None]:
    """Whoever else builds here, another worker or another run, waits."""
    TARGET.mkdir(parents=True, exist_ok=True)
    with open(TARGET / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    with alone():
        run(sys.executable, "-m", "maturin", "sdist", "--out", folder, cwd=str(ROOT))
    (archive,) = folder.glob("*.tar.gz")
    return archive


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the sdist alone, without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    command = ["-m", "pip", "wheel", "-q", "--no-deps", "--no-index", "--no-build-isolation"]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    offline = {"CARGO_TARGET_DIR": str(TARGET), "CARGO_NET_OFFLINE": "true", "PATH": path}
    with alone():
        sources = unpack(sdist, TARGET / "sources")
        run(sys.executable, *command, "-w", folder, sources, **offline)
    (archive,) = folder.glob("*.whl")
    return archive


def unpack(sdist: Path, folder: Path) -> Path:
    """The files of the sdist and no others, always in one place.

    A file that is the same as the last time stays untouched, date and all, so that cargo compiles
    what has changed and only that: the files of an sdist all bear one old date.
    """
    with tarfile.open(sdist) as archive:
        members = {member.name.partition("/")[2]: member for member in archive if member.isfile()}
        for path in folder.rglob("*"):
            if path.is_file() and str(path.relative_to(folder)) not in members:
                path.unlink()
        for name, member in members.items():
            file = archive.extractfile(member)
            assert file is not None
            content = file.read()
            path = folder / name
            if not path.exists() or path.read_bytes() != content:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
    return folder


def test_sdist_holds_sources_and_nothing_built(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    needed = {"Cargo.lock", "LICENSE", "README.md", "pyproject.toml", "python/hopsow/py.typed"}
    assert needed <= names
    assert not [name for name in names if name.endswith((".so", ".pyc"))]


def test_wheel_holds_the_types_and_one_native_module(wheel: Path) -> None:
    assert "-cp311-abi3-" in wheel.name
    names = zipfile.ZipFile(wheel).namelist()
    assert {"hopsow/py.typed", "hopsow/_native.pyi", "hopsow/web/page/index.html"} <= set(names)
    assert {"hopsow/starters/halma/main.rs", "hopsow/export/files/gradescope/setup.sh"} <= set(
        names
    )
    assert len([name for name in names if name.endswith((".so", ".pyd"))]) == 1


def test_wheel_works_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=False)
    binaries = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    install = ["install", "-q", "--no-deps", "--no-index"]
    run(sys.executable, "-m", "pip", "--python", binaries / "python", *install, wheel)
    place = {"cwd": str(tmp_path), "PYTHONPATH": ""}
    assert run(binaries / "hopsow", "perft", "checkers", "3", **place).split()[-1] == "302"
    show = "import hopsow; print(hopsow.start('awari'), hopsow.__file__)"
    position, file = run(binaries / "python", "-c", show, **place).split()
    assert position == "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"
    assert Path(file).is_relative_to(tmp_path)
