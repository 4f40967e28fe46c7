"""The page's files: small, its own, and nothing to build."""

import re
from pathlib import Path

import hopsow
import httpx
from catalogues import parsed
from hopsow.server.app import COMMENTS, MARGIN, SPACE, WEB, bare

MAX_BYTES = 260_000
MAX_PACKED_BYTES = 75_000
FILES = sorted(WEB.rglob("*"))
LIVE = [path for path in FILES if "live" in (path.stem, path.parent.name)]  # another page's own
BOARDS = [path for path in FILES if path not in LIVE]
TEXTS = [path for path in FILES if path.suffix in (".html", ".js", ".css", ".json", ".ts")]
OWN = [path for path in TEXTS if path.parent == WEB / "games"]
PARTS_OF_GAMES = {"index", "men"}
SERVERS = WEB / "js" / "messages.d.ts"  # made from what the server says
LANGUAGES = [path for path in TEXTS if path.parent == WEB / "languages"]  # what anything may say
REPORT = WEB.parents[1] / "arena" / "data" / "report.js"
SHARED = [REPORT, *(path for path in TEXTS if path not in [*OWN, *LANGUAGES, SERVERS])]


def test_scripts_and_styles_stay_small() -> None:
    """What a page gets once it is unpacked: without comments, margins and spaces."""
    sizes = [len(bare(path)) for path in BOARDS if path.suffix in (".js", ".css")]
    assert sum(sizes) <= MAX_BYTES


def test_what_is_sent_stays_small_and_is_asked_for_once(client: httpx.Client) -> None:
    page = client.get("/")
    assert "no-cache" in page.headers["cache-control"]
    links = re.findall(r'(?:href|src)="(/[0-9a-f]{8}/\S+)"', page.text)
    sent = 0
    for path in [path for path in BOARDS if path.suffix in (".js", ".css")]:
        answer = client.get(f"{links[0][:9]}/{path.relative_to(WEB).as_posix()}")
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.content == bare(path)
        sent += int(answer.headers["content-length"])
    assert sent <= MAX_PACKED_BYTES
    plain = client.get(links[0], headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    same = client.get(links[0], headers={"if-none-match": plain.headers["etag"]})
    assert (same.status_code, same.content) == (304, b"")


def test_nothing_is_loaded_from_elsewhere() -> None:
    for path in FILES:
        if path.is_file():
            text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
            assert not re.search(r"https?://|@import url|innerHTML|insertAdjacentHTML", text), path


def test_modules_import_only_files_that_exist() -> None:
    for path in WEB.rglob("*.js"):
        for name in re.findall(r'(?:from|import\() ?"(\.[^"]+)"', path.read_text(encoding="utf-8")):
            assert (path.parent / name).is_file(), f"{path}: {name}"


def test_no_text_of_a_script_runs_over_several_lines() -> None:
    """Scripts are sent without their margins, which must not be part of a text."""
    for path in WEB.rglob("*.js"):
        code = COMMENTS[".js"].sub(b"", path.read_bytes())
        assert [line for line in code.splitlines() if line.count(b"`") % 2] == [], path


def test_no_text_has_what_is_taken_out_of_scripts() -> None:
    """Spaces around operators go, and so do line ends, which would lengthen a comment."""
    for path, parts, _ in parsed():
        assert [part for part in parts if SPACE.search(part.encode())] == [], path
    for path in WEB.rglob("*.js"):
        code = MARGIN.sub(b"", COMMENTS[".js"].sub(b"", path.read_bytes()))
        assert [line for line in code.splitlines() if re.search(rb" // .*[,;({[]$", line)] == []


def imported(path: Path, modules: set[Path]) -> set[Path]:
    """A module and all that it imports to begin with."""
    if path not in modules:
        modules.add(path)
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r'^import [^;]*?from "(\.[^"]+)"', text, re.MULTILINE):
            imported((path.parent / name).resolve(), modules)
    return modules


def test_all_that_playing_needs_is_fetched_at_once(client: httpx.Client) -> None:
    """One list in the page instead of a round trip for every layer of imports."""
    page = re.sub(r'(href|src)="/[0-9a-f]{8}/', r'\1="/', client.get("/").text)
    listed = {
        WEB / name for name in re.findall(r'(?:modulepreload" href|script.* src)="/(\S+)"', page)
    }
    needed = imported(WEB / "js/views/play.js", imported(WEB / "js/main.js", set()))
    assert listed == needed
    sheets = {WEB / name for name in re.findall(r'stylesheet" href="/(\S+)"', page)}
    assert sheets == {path for path in BOARDS if path.suffix == ".css"}


def test_the_page_knows_no_rules() -> None:
    """What is legal, captured or over is the server's to say: no rule set is named here."""
    names = {rules for game in hopsow.GAMES for rules in hopsow.rule_sets(game)}
    for path in SHARED + OWN:
        words = set(re.findall(r"\w+", path.read_text(encoding="utf-8")))
        # A tournament is also what the other page shows.
        assert not words & names - ({"tournament"} if path in LIVE else set()), path


def test_only_its_own_files_name_a_game_or_a_side() -> None:
    """Whatever differs from game to game is a hook of the layout, or the server's to say."""
    sides = {side for game in hopsow.GAMES for side in hopsow.sides(game)}
    # Some sides are called by their colour, which a style sheet may use.
    quoted = [f"[\"'`]{side}[\"'`]" for side in sides]
    names = re.compile("|".join([*hopsow.GAMES, *quoted]), re.IGNORECASE)
    for path in SHARED:
        text = path.read_text(encoding="utf-8")
        assert not names.search(text), f"{path}: {names.findall(text)}"


def test_each_game_has_its_own_files() -> None:
    assert {path.stem for path in OWN} == {*hopsow.GAMES, *PARTS_OF_GAMES}
