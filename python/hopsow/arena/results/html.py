"""Pages of HTML from templates: every text is escaped, and control characters are spelt out."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from jinja2 import Environment

DATA = Path(__file__).parent.parent / "data"
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def fill(template: str, **values: object) -> str:
    """Return a template with its values."""
    return _environment().get_template(template).render(values)


def style(name: str) -> Markup:
    """Return the style of a page: what all have in common, its own, and that of the viewer."""
    return Markup("".join(map(part, ("page.css", name, "viewer.css"))))


def script(*names: str) -> Markup:
    """Return the script of a page, put together from files."""
    return Markup("\n".join(['"use strict";', *map(part, names)]))


def part(name: str) -> str:
    """Read a file that pages are made of."""
    return (DATA / name).read_text(encoding="utf-8")


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # slow, and rarely used

    return Environment(
        loader=FileSystemLoader(DATA),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_printable,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _printable(value: object) -> object:
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    return CONTROLS.sub(lambda found: f"\\x{ord(found[0]):02x}", value)
