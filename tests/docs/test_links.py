"""Links between the pages of the repository lead to files and headings that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def prose(page: Path) -> str:
    """A page without its examples."""
    return FENCED.sub("", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub and the site give to the headings of a page."""
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in HEADING.findall(prose(page))
    }


def broken(page: Path) -> list[str]:
    """The links of a page that lead nowhere; what lies on the network is not asked for."""
    links = [link for link in LINK.findall(prose(page)) if "://" not in link]
    return [link for link in links if not leads_somewhere(page, link)]


def leads_somewhere(page: Path, link: str) -> bool:
    name, _, anchor = link.partition("#")
    target = (page.parent / name).resolve() if name else page
    if not target.is_relative_to(ROOT) or not target.exists():
        return False
    return not anchor or (target.suffix == ".md" and anchor in anchors(target))


def test_links_lead_somewhere() -> None:
    assert [(page.name, link) for page in PAGES for link in broken(page)] == []


def test_broken_links_are_noticed(tmp_path: Path) -> None:
    page = ROOT / "docs" / "rules.md"
    assert leads_somewhere(page, "sources.md#s4-checkers")
    assert not leads_somewhere(page, "sources.md#s6-go")
    assert not leads_somewhere(page, "no-such-page.md")
    assert not leads_somewhere(page, str(tmp_path))
