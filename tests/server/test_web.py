"""The page's files: small, its own, and nothing to build."""

import re
from pathlib import Path

from hopsow.server.app import WEB

MAX_BYTES = 150_000
FILES = sorted(WEB.rglob("*"))


def test_scripts_and_styles_stay_small() -> None:
    sizes = {path: path.stat().st_size for path in FILES if path.suffix in (".js", ".css")}
    assert sum(sizes.values()) <= MAX_BYTES


def test_nothing_is_loaded_from_elsewhere() -> None:
    for path in FILES:
        if path.is_file():
            text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
            assert not re.search(r"https?://|@import url|innerHTML|insertAdjacentHTML", text), path


def test_modules_import_only_files_that_exist() -> None:
    for path in WEB.rglob("*.js"):
        for name in re.findall(r'(?:from|import\() ?"(\.[^"]+)"', path.read_text(encoding="utf-8")):
            assert (path.parent / name).is_file(), f"{path}: {name}"


def imported(path: Path, found: set[Path]) -> set[Path]:
    """A module and all that it imports to begin with."""
    if path not in found:
        found.add(path)
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r'^import [^;]*?from "(\.[^"]+)"', text, re.MULTILINE):
            imported((path.parent / name).resolve(), found)
    return found


def test_all_that_playing_needs_is_fetched_at_once() -> None:
    """One list in the page instead of a round trip for every layer of imports."""
    page = (WEB / "index.html").read_text(encoding="utf-8")
    listed = {
        WEB / name for name in re.findall(r'(?:modulepreload" href|script.* src)="/(\S+)"', page)
    }
    needed = imported(WEB / "js/views/play.js", imported(WEB / "js/main.js", set()))
    assert listed == needed


def test_the_board_knows_no_rules() -> None:
    """What is legal, captured or over is the server's to say: no rule set is named here."""
    for path in Path(WEB / "js" / "board").glob("*.js"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"addendum|dd2380|forfeit|abapa|tournament", text), path
