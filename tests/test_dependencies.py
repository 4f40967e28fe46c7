"""What Hopsow is built on is named in pyproject.toml, up to the next version that may change it."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator

from repository import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
TOOLS = ("dev", "dev-all", "docs")  # pinned, because they decide whether the tests pass
USED = {
    *PROJECT["project"]["dependencies"],
    *PROJECT["build-system"]["requires"],
    *(each for extra, needs in EXTRAS.items() if extra not in TOOLS for each in needs),
}
BOUNDED = re.compile(r"(?P<name>[\w-]+)(\[\w+\])?>=(?P<least>[\d.]+),<(?P<end>\d+)")
PINNED = re.compile(r"[\w-]+(\[\w+\])?==[\d.]+")
# Modules that are not called as their package is.
OTHER_NAMES = {
    "PIL": "pillow",
    "cupy": "cupy-cuda13x",
    "pyspiel": "open_spiel",
    "pydantic_core": "pydantic",  # which names the very version that it is made for
}
PACKAGE = ROOT / "python" / "hopsow"
# Programs that run elsewhere than the package does.
ELSEWHERE = (PACKAGE / "export" / "files", PACKAGE / "starters")


def is_bounded(requirement: str) -> bool:
    """Whether a requirement has the form NAME>=VERSION,<MAJOR."""
    bounds = BOUNDED.fullmatch(requirement)
    return bounds is not None and int(bounds["least"].split(".")[0]) < int(bounds["end"])


def test_the_next_major_version_waits_until_it_was_tried() -> None:
    assert [requirement for requirement in sorted(USED) if not is_bounded(requirement)] == []


def test_tools_are_pinned() -> None:
    named = [requirement for extra in TOOLS for requirement in EXTRAS[extra]]
    assert [requirement for requirement in named if not PINNED.fullmatch(requirement)] == []


def test_whatever_is_imported_is_named() -> None:
    """Also what another dependency brings along: it may stop to do so."""
    named = {bounds["name"] for each in USED if (bounds := BOUNDED.fullmatch(each))}
    modules = {OTHER_NAMES.get(name, name) for name in imported()}
    assert {"fastapi", "numpy", "starlette"} <= modules
    assert modules - named == set()


def imported() -> Iterator[str]:
    """The modules of others that the package imports, wherever in a file."""
    for path in PACKAGE.rglob("*.py"):
        if any(path.is_relative_to(folder) for folder in ELSEWHERE):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            for name in (each.partition(".")[0] for each in names):
                if name not in sys.stdlib_module_names and name != "hopsow":
                    yield name
