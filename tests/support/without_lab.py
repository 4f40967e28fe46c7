"""The product's tests where the lab has been removed: `make test-product`.

    python tests/support/without_lab.py [OPTIONS OF PYTEST] TESTS

What git would commit is copied but for the lab's folders; the installed environment stays, so the
lab's entry points then lead nowhere, as those of any broken package.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
LAB = ("python/hopsow/lab/", "tests/lab/", "crates/hopsow-lab/", "docs/lab/", "benches/lab/")


def copy(folder: Path) -> None:
    """Copy the repository without the lab, as a repository of its own."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.check_output(listed, cwd=ROOT, text=True).split("\0")
    native = [str(path.relative_to(ROOT)) for path in ROOT.glob("python/hopsow/_native.*")]
    for name in {*filter(None, names), *native}:
        if not name.startswith(LAB) and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a copy."""
    source = str(folder / "python")
    environment = {**os.environ, "PYTHONPATH": source, "HOPSOW_SHOW": f"{sys.prefix}:{source}"}
    return subprocess.run([sys.executable, *words], cwd=folder, env=environment, text=True)


def main(words: list[str]) -> int:
    """Run tests in a copy; the exit status."""
    with TemporaryDirectory(prefix="hopsow-product-") as place:
        copy(Path(place))
        return run(Path(place), "-m", "pytest", "-p", "no:cacheprovider", *words).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
