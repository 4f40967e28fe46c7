"""Print the tests of what differs from the last commit, for `make check`.

Tests mirror the package, so a part's tests are the folder or the files of its name. Rust is
compiled into every part: the tests of the native module stand for it.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
NATIVE = ["test_native.py", "test_agreement.py", "test_search.py"]


def changed() -> list[PurePosixPath]:
    """The files that differ from the last commit, or that git does not know yet."""
    commands = (["diff", "--name-only", "HEAD"], ["ls-files", "--others", "--exclude-standard"])
    names = [subprocess.check_output(["git", *words], cwd=ROOT, text=True) for words in commands]
    return [PurePosixPath(name) for text in names for name in text.splitlines()]


def tests_of(path: PurePosixPath) -> Iterator[Path]:
    """The test files and folders that hold the laws of a file."""
    match path.parts:
        case ("tests", *_) if path.name.startswith("test_"):
            yield ROOT / path
        case ("python", "hopsow", "arena", room, *_):
            yield TESTS / ("classroom" if room == "classroom" else "arena")
        case ("python", "hopsow", part, *_):
            name = part.removesuffix(".py")
            yield TESTS / name
            yield from TESTS.glob(f"test_{name}*.py")
        case ("crates", *_):
            yield from (TESTS / name for name in NATIVE)
        case ("docs", *_) | (_,) if path.suffix == ".md":
            yield TESTS / "docs"


def main() -> None:
    found = {test for path in changed() for test in tests_of(path) if test.exists()}
    print(*sorted(str(test.relative_to(ROOT)) for test in found), sep="\n")


if __name__ == "__main__":
    main()
