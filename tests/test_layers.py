"""Each part knows only what stands before it, as the imports of Python and of the core show."""

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from imports import Imports

ROOT = Path(__file__).parent.parent
PYTHON = ROOT / "python" / "hopsow"
CORE = ROOT / "crates" / "hopsow-core" / "src"
NATIVE = ROOT / "crates" / "hopsow-py" / "src" / "lib.rs"

PYTHON_LAYERS = [
    {"messages"},
    {"errors", "files", "databases"},
    {"starters"},  # programs as texts
    {"_native"},
    {"games"},
    {"texts"},
    {"protocols", "draw"},
    {"records"},
    {"exchange"},
    {"tables"},
    {"engine"},
    {"agents"},
    {"ugi"},
    {"analysis", "library"},
    {"arena"},
    {""},  # the package itself, which gathers what users import
    {"envs"},
    {"web"},
    {"export"},
    {"cli"},
    {"__main__"},
    {"lab"},  # which nothing imports, in no way
]
PYTHON_RANK = {name: rank for rank, layer in enumerate(PYTHON_LAYERS) for name in layer}

ARENA = PYTHON / "arena"
ARENA_ROOMS = [
    *(
        "documents",
        "verdicts",
        "limits",
        "process",
        "referee",
        "contest",
        "run",
        "results",
        "course",
    ),
    "classroom",
]

WEB = PYTHON / "web"
WEB_LAYERS = [
    {"limits", "owners", "places", "patience", "guard", "work"},  # serving, whatever it is
    {"board"},
    {"friends", "live", "shelf"},
    {"answers"},
    {"questions"},
    {"description", "session", "interface"},
    {"app"},
    {"run"},
]
WEB_RANK = {name: rank for rank, layer in enumerate(WEB_LAYERS) for name in layer}

GAMES = {path.name for path in (CORE / "games").iterdir() if path.is_dir()} - {"any"}
GAMELESS = {
    *("batch", "bench", "mcts", "perft", "playouts", "search", "strategy", "tables"),
}
VALUES = {"message", "text", "game", "setup", "story", "actions", "packed"}
CONTRACTS = {"search::contract", "batch::contract"}
CONTRACT = VALUES | {"random", "prefetch", "evaluation"} | CONTRACTS
CORE_KNOWS = {
    "message": set(),
    "text": {"message"},
    "random": set(),
    "prefetch": set(),
    **{value: VALUES - {value} for value in VALUES - {"message", "text"}},
    "evaluation": {"game"},
    "search::contract": {"game", "evaluation"},
    "batch::contract": VALUES | {"evaluation"},
    **dict.fromkeys(GAMELESS, CONTRACT),
    "batch": CONTRACT | {"tables"},
    "mcts": CONTRACT | {"batch"},
    "bench": CONTRACT | {"search"},
    **{game: CONTRACT | {"strategy", "tables"} for game in GAMES},
    "any": CONTRACT | GAMES | GAMELESS,
}

IMPORTS = Imports(PYTHON.parent)
PYTHON_FILES = sorted(PYTHON.rglob("*.py"))
CORE_FILES = sorted(
    path for path in CORE.rglob("*.rs") if path not in {CORE / "lib.rs", CORE / "games" / "mod.rs"}
)
LIST_OF_GAMES = CORE / "games" / "any" / "list.rs"


def part(path: Path, root: Path) -> str:
    """The part of the whole that a file belongs to: its folder or name right under the root.

    Under `games` each game is a part of its own, and so is what search and batch ask of a game.
    """
    parts = path.relative_to(root).parts
    if root == CORE and parts[-1] == "contract.rs" and f"{parts[0]}::contract" in CONTRACTS:
        return f"{parts[0]}::contract"
    inner = parts[1:] if root == CORE and parts[0] == "games" else parts
    return inner[0].split(".")[0]


def without_tests(path: Path) -> str:
    """The text of a Rust file up to its inline tests; nothing for a file that is all tests."""
    if "tests" in path.relative_to(CORE).parts:
        return ""
    declared = path.parent / "mod.rs"
    if declared.exists():
        tests = re.findall(r"#\[cfg\(test\)\]\s+mod (\w+);", declared.read_text(encoding="utf-8"))
        if path.stem in tests:
            return ""
    return path.read_text(encoding="utf-8").split("#[cfg(test)]\nmod tests {")[0]


def layer(module: str) -> str:
    """The part of the package that a module belongs to."""
    return module.partition(".")[2].partition(".")[0]


def test_every_part_of_the_package_has_a_layer() -> None:
    parts = {layer(IMPORTS.name(path)) for path in PYTHON_FILES}
    # The tests of the product also run where the lab has been removed.
    assert parts | {"_native", "lab"} == PYTHON_RANK.keys()


def test_python_imports_only_earlier_layers() -> None:
    offenders = []
    for path in PYTHON_FILES:
        own = layer(IMPORTS.name(path))
        for module in IMPORTS.of(path):
            imported = layer(module)
            if imported not in (own, "") and PYTHON_RANK[imported] >= PYTHON_RANK[own]:
                offenders.append(f"{path.relative_to(PYTHON)} may not import {module}")
    assert offenders == []


def test_only_the_lab_uses_what_the_native_module_has_for_it() -> None:
    listed = re.search(r"use crate::lab::\{(.*?)\}", NATIVE.read_text(encoding="utf-8"), re.DOTALL)
    assert listed
    names = set(re.findall(r"\w+", listed[1]))
    assert "self_play" in names
    offenders = [
        f"{path.relative_to(PYTHON)} may not use {name}"
        for path in PYTHON_FILES
        if layer(IMPORTS.name(path)) not in ("lab", "_native")
        for name in names & words(path)
    ]
    assert offenders == []


def words(path: Path) -> set[str]:
    """The names that a Python file imports or asks a module for."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = (node.names for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    attributes = (node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    return {alias.name for names in imported for alias in names} | {*attributes}


def test_the_core_knows_nothing_of_the_lab() -> None:
    crate = CORE.parent
    texts = [path for path in crate.rglob("*") if path.suffix in (".rs", ".toml")]
    assert [str(path) for path in texts if re.search("hopsow.lab", path.read_text())] == []


@pytest.mark.parametrize(
    ("text", "imported"),
    [
        ("import hopsow.web.app", "hopsow.web.app"),
        ("import hopsow.web.app as web", "hopsow.web.app"),
        ("import hopsow\nhopsow.web.app.create()", "hopsow.web.app"),
        ("from hopsow import web", "hopsow.web"),
        ("from hopsow import Record", "hopsow.records"),
        ("from hopsow import review", "hopsow.analysis.review"),
        ("import hopsow\nhopsow.review(game)", "hopsow.analysis.review"),
        ("from hopsow.web import app", "hopsow.web.app"),
        ("from hopsow.web.app import create", "hopsow.web.app"),
        ("from . import draw", "hopsow.draw"),
        ("from .web.app import create", "hopsow.web.app"),
        ("def f():\n    from hopsow.web import app", "hopsow.web.app"),
        ("if TYPE_CHECKING:\n    from hopsow.web import app", "hopsow.web.app"),
        ("import_module('hopsow.web.app')", "hopsow.web.app"),
        ("importlib.import_module(name='hopsow.web.app')", "hopsow.web.app"),
        ("__import__('hopsow.web.app')", "hopsow.web.app"),
        ("import_module(f'hopsow.web.{name}')", "hopsow.web"),
        ("KINDS = {'a': 'hopsow.web.app'}", "hopsow.web.app"),
        ("from hopsow._native import parse", "hopsow._native"),
    ],
)
def test_every_form_of_import_is_seen(text: str, imported: str) -> None:
    assert imported in IMPORTS.in_text(text, "hopsow.texts")


def test_relative_imports_start_where_they_stand() -> None:
    path = PYTHON / "records" / "__init__.py"
    assert IMPORTS.in_text("from .record import Record", "hopsow.records", path) == {
        "hopsow.records.record"
    }
    assert IMPORTS.in_text("from ..draw import svg", "hopsow.records", path) == {"hopsow.draw"}


def test_other_packages_and_words_are_no_imports() -> None:
    text = "import os.path\nfrom json import loads\nx = 'hopsow'\ny = 'hopsow is here'"
    assert IMPORTS.in_text(text, "hopsow.texts") == set()


def test_rooms_of_the_arena_import_only_earlier_ones() -> None:
    offenders = []
    for path in PYTHON_FILES:
        if not path.is_relative_to(ARENA) or path.parent == ARENA:
            continue
        own = ARENA_ROOMS.index(part(path, ARENA))
        text = path.read_text(encoding="utf-8")
        offenders += [
            f"{path.relative_to(ARENA)} may not import {room}"
            for room in set(re.findall(r"\bhopsow\.arena(?:\.| import )(\w+)", text))
            if ARENA_ROOMS.index(room) > own
        ]
    assert offenders == []


def test_rooms_of_the_web_import_only_earlier_ones() -> None:
    offenders = []
    for path in PYTHON_FILES:
        if not path.is_relative_to(WEB) or (path.parent == WEB and path.stem == "__init__"):
            continue
        own = part(path, WEB)
        for module in IMPORTS.of(path):
            room = module.removeprefix("hopsow.web.").partition(".")[0]
            if module.startswith("hopsow.web.") and room != own:
                is_later = WEB_RANK[room] > WEB_RANK[own]
                is_beside = WEB_RANK[room] == WEB_RANK[own] and own in ("friends", "live", "shelf")
                if is_later or is_beside:
                    offenders.append(f"{path.relative_to(WEB)} may not import {module}")
    assert offenders == []


def test_no_imports_go_round_in_a_circle() -> None:
    modules = {IMPORTS.name(path): path for path in PYTHON_FILES}
    graph = {name: {*modules} & IMPORTS.of(path) - {name} for name, path in modules.items()}
    assert {*TopologicalSorter(graph).static_order()} == {*modules}


def test_core_uses_only_what_it_may_know() -> None:
    offenders = []
    for path in CORE_FILES:
        own = part(path, CORE)
        assert own in CORE_KNOWS, f"{own} has no layer: give it its place in CORE_KNOWS"
        names = re.findall(
            r"\bcrate::(?:games::)?((?:search|batch)::contract|\w+)", without_tests(path)
        )
        offenders += [
            f"{path.relative_to(CORE)} may not use {used}"
            for used in (set(names) & CORE_KNOWS.keys()) - {own} - CORE_KNOWS[own]
        ]
    assert offenders == []


def test_core_code_for_all_games_names_none() -> None:
    offenders = []
    for path in CORE_FILES:
        if part(path, CORE) in CONTRACT | GAMELESS | {"any"} and path != LIST_OF_GAMES:
            code = re.sub(r"//.*", "", without_tests(path)).lower()
            offenders += [f"{path.relative_to(CORE)}: {game}" for game in GAMES if game in code]
    assert offenders == []


def test_core_neither_prints_nor_looks_at_clock_or_files() -> None:
    offenders = []
    for path in CORE_FILES:
        refused = [r"\b(e?print(ln)?|dbg)!", r"\bpyo3\b"]
        if part(path, CORE) != "tables":
            refused.append(r"\bstd::fs\b")
        if path.relative_to(CORE) != Path("search/limits.rs"):
            refused.append(r"\b(Instant|SystemTime)\b")
        code = without_tests(path)
        offenders += [
            f"{path.relative_to(CORE)}: {pattern}"
            for pattern in refused
            if re.search(pattern, code)
        ]
    assert offenders == []
