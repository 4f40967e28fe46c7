"""What the page says: the texts of its scripts, and the catalogue of a language as it reads it."""

import json
import re
import subprocess
from functools import cache
from pathlib import Path

from hopsow.web.app import WEB

LANGUAGES = WEB / "languages"
PARSER = Path(__file__).parent / "texts_of_scripts.mjs"
LETTERS = re.compile(r"[^\W\d_]{2}")
HOLE = re.compile(r"\{(=?)(\w+)\}")


@cache
def parsed() -> list[tuple[Path, list[str], str]]:
    """Every text of the scripts: its file, its parts, and what it is a value or an argument of."""
    scripts = sorted(WEB.rglob("*.js"))
    printed = subprocess.run(["node", PARSER, *scripts], capture_output=True, check=True).stdout
    return [(Path(file), parts, owner) for file, parts, owner in json.loads(printed)]


class Catalogue:
    """What `language.js` makes of a catalogue: exact texts, else the longest with fitting holes."""

    def __init__(self, path: Path) -> None:
        self.entries: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
        self.used: set[str] = set()
        self.gaps: set[str] = set()  # what filled a hole and had no words
        self._exact = {key.lower(): key for key in self.entries if "{" not in key}
        self._patterns = [
            (_pattern(key), key)
            for key in sorted(self.entries, key=len, reverse=True)
            if "{" in key
        ]

    def say(self, english: str) -> str | None:
        """A text in the language; nothing where neither it nor a part of it has an entry."""
        if not LETTERS.search(english):
            return english
        key = self._exact.get(english.lower())
        if key is not None:
            self.used.add(key)
            return _like(english, self.entries[key])
        for pattern, key in self._patterns:
            match = pattern.fullmatch(english)
            if match is not None:
                self.used.add(key)
                return _like(english, self._filled(self.entries[key], match))
        return None

    def _filled(self, text: str, match: re.Match[str]) -> str:
        def fill(hole: re.Match[str]) -> str:
            filling = match[f"_{hole[2]}"]
            said = filling if hole[1] else self.say(filling)
            if said is None:
                self.gaps.add(filling)
            return said or filling

        return HOLE.sub(fill, text)


def _pattern(key: str) -> re.Pattern[str]:
    escaped = re.sub(r"[.?*+()]", r"\\\g<0>", key)
    return re.compile(HOLE.sub(_group, escaped), re.IGNORECASE | re.DOTALL)


def _group(hole: re.Match[str]) -> str:
    return f"(?P<_{hole[2]}>" + ("[-\u2212+\\d.,x]+" if hole[2] < "A" else ".+?") + ")"


def _like(english: str, text: str) -> str:
    return text if english[0] == english[0].lower() else text[0].upper() + text[1:]
