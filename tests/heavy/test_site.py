"""The documentation site is built without a warning, and its own links lead somewhere."""

import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote, urlsplit

import hopsow
import pytest

ROOT = Path(__file__).parents[2]


class Page(HTMLParser):
    """The anchors of a page, and where its links lead."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Take note of an element's id and of its link or source."""
        for name, value in attributes:
            if name == "id" and value:
                self.anchors.add(value)
            if name in ("href", "src") and value:
                self.links.append(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c", "docs/site"]
    done = subprocess.run(
        [*build, "-d", str(folder / "doctrees"), ".", str(folder / "html")],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=600,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "html"


@pytest.mark.xdist_group("site")
def test_links_lead_somewhere(site: Path) -> None:
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    assert len(pages) > 20
    broken = []
    for path, page in pages.items():
        for link in page.links:
            address = urlsplit(link)
            if address.scheme or address.netloc:
                continue
            target = (path.parent / unquote(address.path)).resolve() if address.path else path
            anchor = unquote(address.fragment)
            if not target.exists() or (
                anchor and target in pages and not has(pages[target], anchor)
            ):
                broken.append((path.relative_to(site), link))
    assert broken == []


def has(page: Page, anchor: str) -> bool:
    return anchor in page.anchors


@pytest.mark.xdist_group("site")
def test_the_interface_comes_from_the_stub(site: Path) -> None:
    pages = (site / "docs" / "api").rglob("*.html")
    anchors = {anchor for page in pages for anchor in Page(page.read_text("utf-8")).anchors}
    public = [name for name in hopsow.__all__ if not name.startswith("_")]
    # A name that is imported on first use stands where it is defined.
    things = {name: getattr(hopsow, name) for name in public}
    homes = {
        name: getattr(thing, "__module__", "hopsow")
        for name, thing in things.items()
        if not isinstance(thing, ModuleType)
    }
    assert [
        name for name, home in homes.items() if not {f"hopsow.{name}", f"{home}.{name}"} & anchors
    ] == []
    assert "hopsow.Position.legal_moves" in anchors
