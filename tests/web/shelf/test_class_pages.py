"""The pages of a class, served: to each student their own, to the staff everything."""

import json
import os
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import classes
import httpx
import pytest
from hopsow.arena.classroom import out, settings
from hopsow.arena.classroom.out import STAFF
from hopsow.arena.classroom.submissions import slug
from hopsow.web.guard import LOOPBACK_NAMES
from hopsow.web.shelf.classes import create
from playwright.sync_api import Page, sync_playwright
from served import ARGUMENTS, apart, chromium, finished, serving
from shell import complaint, run

NAMES = ("alice", "bob <b>")
pytestmark = pytest.mark.xdist_group("served class")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = classes.make(tmp_path_factory.mktemp("served") / "class", questions=2, check=False)
    for name in NAMES:
        classes.scripted(made, name, "honest")
    assert run("class", str(made)).returncode == 0
    return made


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with serving("serve", "--class", str(folder), "--port", "0") as printed:
        yield printed


def tokens(folder: Path) -> dict[str, str]:
    path = folder / "work" / "tokens.json"
    assert path.stat().st_mode & 0o077 == 0
    actual: dict[str, str] = json.loads(path.read_text())
    return actual


def ask(address: str, path: str, token: str = "", method: str = "GET") -> tuple[int, bytes]:
    where = urlsplit(address)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    request = urllib.request.Request(
        f"{where.scheme}://{where.netloc}{path}", headers=headers, method=method
    )
    try:
        response: HTTPResponse
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def test_without_a_token_nothing_is_shown(folder: Path, address: str) -> None:
    for path in ("/", "/index.html", "/marks.csv", "/students/alice.html", "/?token=wrong"):
        status, text = ask(address, path)
        assert (status, json.loads(text)) == (
            401,
            {"error": "open the address with your own token"},
        )
    assert ask(address, "/", "wrong")[0] == 401


def test_the_staff_reads_everything(folder: Path, address: str) -> None:
    token = tokens(folder)[""]
    assert address.endswith(f"?token={token}")
    results = folder / "results"
    for path in results.rglob("*.*"):
        name = path.relative_to(results).as_posix()
        assert ask(address, f"/{name}", token) == (200, path.read_bytes())
    assert ask(address, "/", token)[1] == (results / "index.html").read_bytes()


def test_a_student_reads_their_own_page_and_the_leaderboard(folder: Path, address: str) -> None:
    token = tokens(folder)["alice"]
    own = (folder / "results" / "students" / "alice.html").read_bytes()
    assert ask(address, "/", token) == (200, own)
    assert ask(address, "/students/alice.html", token) == (200, own)
    assert ask(address, "/leaderboard.html", token)[0] == 200
    for path in ("/index.html", "/marks.csv", "/marks.json", f"/students/{slug(NAMES[1])}.html"):
        assert ask(address, path, token)[0] == 404


@pytest.mark.parametrize(
    "path",
    ["/../work/tokens.json", "/%2e%2e/work/tokens.json", "/students/../index", "//etc/passwd"],
)
def test_no_address_leads_out_of_the_folder(path: str, folder: Path, address: str) -> None:
    assert ask(address, path, tokens(folder)[""])[0] == 404


def test_pages_can_only_be_read(folder: Path, address: str) -> None:
    assert ask(address, "/", tokens(folder)[""], "POST")[0] == 405


def test_tokens_stay_when_the_class_is_marked_again(folder: Path) -> None:
    before = tokens(folder)
    assert run("class", str(folder)).returncode == 0
    assert tokens(folder) == before
    assert len(set(before.values())) == 3


def test_a_game_plays_through_under_the_policy(folder: Path, address: str) -> None:
    """In a real browser, which would block a script that the server did not name."""

    def look() -> None:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
            page = browser.new_page()
            page.set_default_timeout(90_000)
            problems: list[str] = []
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on("console", lambda message: problems.append(message.text))
            page.goto(address)
            assert "token" not in page.url
            page.get_by_role("link", name="alice").first.click()
            play_through(page)
            assert problems == []
            browser.close()

    apart(look)


def play_through(page: Page) -> None:
    page.get_by_role("button", name="play").first.click()
    page.get_by_text("1 of 1: ").wait_for()
    page.get_by_role("button", name="start").click()
    page.get_by_text("start, 1 moves").wait_for()


def test_nothing_to_serve_is_a_sentence(tmp_path: Path) -> None:
    made = classes.make(tmp_path / "class")
    sentence = complaint("serve", "--class", str(made))
    assert sentence == f"{made}: there is nothing to read yet, run hopsow class {made} first"


def test_an_empty_token_opens_nothing_and_no_link_leads_out(tmp_path: Path) -> None:
    """As a damaged file of tokens may have one; a pipe among the results is not waited for."""
    (tmp_path / "students").mkdir()
    (tmp_path / "students" / "bob.html").write_text("bob's")
    (tmp_path / "index.html").write_text("all")
    (tmp_path / "link.html").symlink_to("/etc/passwd")
    os.mkfifo(tmp_path / "pipe.html")
    app = create(tmp_path, {STAFF: "staff", "alice": "", "bob": ""}, LOOPBACK_NAMES)

    async def statuses() -> list[int]:
        transport = httpx.ASGITransport(app)
        staff = {"Authorization": "Bearer staff"}
        none = {"Authorization": "Bearer ", "Cookie": "hopsow_class="}
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            paths = ("/", "/?token=", "/link.html", "/pipe.html", "/index.html")
            asked = [(path, none) for path in paths[:2]] + [(path, staff) for path in paths[2:]]
            return [(await client.get(path, headers=by)).status_code for path, by in asked]

    assert finished(statuses()) == [401, 401, 404, 404, 200]


@pytest.mark.parametrize("content", ["", "[1]", "7", "[" * 5000, '{"": "", "bob": null}'])
def test_damaged_tokens_are_none(content: str, tmp_path: Path) -> None:
    (tmp_path / "class.toml").write_text('game = "awari"\n')
    chosen = settings.read(tmp_path)
    chosen.work.mkdir()
    out.tokens_file(chosen).write_text(content)
    assert out.read_tokens(chosen) == {}
