"""The page's files: small, its own, and nothing to build."""

import re
from pathlib import Path

import hopsow
import httpx
from hopsow.web.app import WEB

MAX_SENT_BYTES = 80_000
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


def test_what_is_sent_stays_small_and_is_asked_for_once(client: httpx.Client) -> None:
    """All that a browser fetches before the first move, packed."""
    page = client.get("/")
    assert "no-cache" in page.headers["cache-control"]
    links = re.findall(r'(?:href|src)="(/[0-9a-f]{8}/\S+)"', page.text)
    sent = int(page.headers["content-length"])
    for link in links:
        answer = client.get(link)
        assert "immutable" in answer.headers["cache-control"]
        assert answer.content == (WEB / link[10:]).read_bytes()
        sent += int(answer.headers["content-length"])
    assert sent <= MAX_SENT_BYTES
    plain = client.get(links[0], headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    same = client.get(links[0], headers={"if-none-match": plain.headers["etag"]})
    assert (same.status_code, same.content) == (304, b"")


def test_what_is_no_page_is_refused(client: httpx.Client) -> None:
    missing, written = client.get("/../app.py"), client.post("/index.html")
    assert (missing.status_code, missing.json()) == (404, {"error": "there is no such page"})
    assert (written.status_code, written.json()) == (405, {"error": "the page can only be read"})


def test_nothing_is_loaded_from_elsewhere() -> None:
    for path in FILES:
        if path.is_file():
            text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
            assert not re.search(r"https?://|@import url|innerHTML|insertAdjacentHTML", text), path


def test_modules_import_only_files_that_exist() -> None:
    for path in WEB.rglob("*.js"):
        for name in re.findall(r'(?:from|import\() ?"(\.[^"]+)"', path.read_text(encoding="utf-8")):
            assert (path.parent / name).is_file(), f"{path}: {name}"


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
