"""What ARCHITECTURE.md says about the tree and the layers is so."""

import re
from pathlib import Path

from test_layers import ARENA_ROOMS, PYTHON_RANK

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "python" / "hopsow"
CORE = ROOT / "crates" / "hopsow-core" / "src"
TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
TREE = TEXT.split("## Where things are")[1].split("```")[1]


def listed(indent: int) -> list[str]:
    """The names in the tree that begin after so many blanks, without the slash of a folder."""
    lines = TREE.replace("python/hopsow/ ", "python/hopsow/\n" + " " * 15).splitlines()
    begun = (re.match(rf" {{{indent}}}([a-z][\w/-]*)", line) for line in lines)
    return [match[1].rstrip("/") for match in begun if match]


def test_folders_exist() -> None:
    folders = listed(0)
    assert "crates/hopsow-core" in folders
    assert [name for name in folders if not (ROOT / name).is_dir()] == []


def test_the_package_is_listed_in_the_order_of_its_layers() -> None:
    parts = [name for name in listed(24) if "/" not in name]
    files = {path.stem for path in PACKAGE.iterdir() if path.suffix in ("", ".py")}
    assert sorted(parts) == sorted(files - {"__init__", "__main__", "__pycache__"})
    ranks = [PYTHON_RANK[name] for name in parts]
    assert ranks == sorted(ranks)


def test_rooms_are_listed_and_those_of_the_arena_in_the_order_of_their_layers() -> None:
    arena = [room for room in ARENA_ROOMS if (PACKAGE / "arena" / room).is_dir()]
    rooms = listed(26)
    assert rooms[: len(arena)] == arena
    web = [path.name for path in (PACKAGE / "web").iterdir() if any(path.glob("[!_]*"))]
    assert sorted(rooms[len(arena) :]) == sorted(web)


def test_files_named_in_the_text_exist() -> None:
    prose = TEXT.replace(TREE, "")
    paths = re.findall(r"`((?:crates|tests|docs)/[\w./-]+)`", prose)
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []


FOURTH_GAME = " ".join(TEXT.split()).split("A fourth game is")[1]


def test_a_fourth_game_fulfils_the_contracts_that_are_named() -> None:
    item = FOURTH_GAME.split("contract of its members:")[1].split(" - ")[0]
    any_game = (CORE / "games" / "any" / "mod.rs").read_text(encoding="utf-8")
    bounds = any_game.split("pub trait Member:")[1].split("{")[0]
    contracts = {"Position", *re.findall(r"[A-Z]\w+", bounds)} - {"Endings", "Self"}
    assert set(re.findall(r"`(\w+)`", item)) == contracts


def test_the_tables_of_games_are_those_that_are_named() -> None:
    sentence = FOURTH_GAME.split("the modules `by_game` of ")[1].split(";")[0]
    tables = {str(path.parent.relative_to(PACKAGE)) for path in PACKAGE.rglob("by_game.py")}
    assert set(re.findall(r"`([\w/]+)`", sentence)) == tables


def test_the_core_never_prints_and_uses_files_in_tables_only() -> None:
    for path in CORE.rglob("*.rs"):
        if "tests" in path.relative_to(CORE).parts or path.stem in ("tests", "scratch"):
            continue
        code = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
        assert not re.search(r"\be?print(ln)?!", code), path
        if path.parent != CORE / "tables":
            assert not re.search(r"\bstd::fs\b|\bFile::", code), path
