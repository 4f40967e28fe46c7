"""The documentation site: the repository's own pages, and the Python interface from the stubs.

The source folder is the repository, so that every link between pages works here as it does in the
repository. README is the front page; only here does it get a table of contents.
"""

from __future__ import annotations

import re
from pathlib import Path

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]

project = "Hopsow"
author = "the Hopsow authors"
version = re.findall(r'^version = "(.+)"', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)[0]

extensions = ["myst_parser", "autoapi.extension"]
include_patterns = ["*.md", "docs/*.md", "docs/lab/*.md", "docs/api/**"]
root_doc = "README"

html_theme = "furo"
html_title = f"Hopsow {version}"
html_copy_source = False
html_extra_path = ["index.html"]

myst_heading_anchors = 3
# Constants without a docstring are not read, and so not found where one module imports another's.
suppress_warnings = ["autoapi.python_import_resolution"]
default_role = "code"  # as in Markdown, which the docstrings otherwise are

autoapi_dirs = [str(ROOT / "python" / "hopsow")]
autoapi_root = "docs/api"
autoapi_file_patterns = ["*.pyi", "*.py"]
autoapi_options = ["members", "undoc-members", "show-module-summary", "imported-members"]
autoapi_add_toctree_entry = False
autoapi_python_class_content = "both"

# What others may import, and which of these are folders of such modules.
PUBLIC = {
    *("agents", "analysis", "draw", "errors", "exchange", "messages", "protocols", "records"),
    "tables",
}
FOLDERS = {"analysis", "protocols"}

CONTENTS = {
    "Using it": [
        "docs/board",
        "docs/agents",
        "docs/arena",
        "docs/export",
        "docs/engine-protocol",
        "docs/tables",
        "docs/strategy",
        "Python interface <docs/api/hopsow/index>",
    ],
    "Looking things up": [
        "docs/rules",
        "docs/sources",
        "docs/messages",
        "docs/records",
        "docs/formats",
        "docs/evaluation",
        "CHANGELOG",
    ],
    "The lab": [
        "docs/lab/values",
        "docs/lab/learning",
        "docs/lab/books",
        "docs/lab/strategy",
        "docs/lab/awari-solved",
        "docs/lab/experiments",
    ],
    "Working on it": ["ARCHITECTURE", "CONTRIBUTING"],
}


def contents() -> str:
    """The table of contents; a page that it does not name comes after those for users."""
    named = {page for pages in CONTENTS.values() for page in pages}
    others = {f"docs/{page.stem}" for page in (ROOT / "docs").glob("*.md")} - named
    groups = {**CONTENTS, "Using it": [*CONTENTS["Using it"], *sorted(others)]}
    return "".join(
        f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n" + "\n".join(pages) + "\n```\n"
        for caption, pages in groups.items()
    )


def add_contents(app: Sphinx, page: str, source: list[str]) -> None:
    """Give the front page the table of contents that the sidebar shows."""
    if page == root_doc:
        source[0] += contents()


def is_internal(
    app: Sphinx, kind: str, name: str, member: object, skip: bool, options: list[str]
) -> bool:
    """Whether to leave this out: modules that only Hopsow itself imports, and names borrowed."""
    if getattr(member, "imported", False):
        return skip or name.count(".") > 1
    if kind not in ("module", "package") or name == "hopsow":
        return skip
    package, *parts = name.split(".")
    if package != "hopsow":  # a starter program, which is nobody's module
        return True
    part, *deeper = parts
    return part not in PUBLIC or (bool(deeper) and part not in FOLDERS)


def setup(app: Sphinx) -> None:
    """Sphinx asks every configuration for this."""
    app.add_lexer("ugi", TextLexer)  # the sessions in docs/engine-protocol.md
    app.connect("source-read", add_contents)
    app.connect("autoapi-skip-member", is_internal)
