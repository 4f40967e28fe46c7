"""The catalogues of sentences, and the texts that the page's scripts say themselves."""

import json
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from hopsow import messages
from hopsow.messages import Message
from hopsow.web.app import WEB

FOLDER = Path(messages.FOLDER)
PARSER = Path(__file__).parent / "texts_of_scripts.mjs"
KIND = re.compile(r"[a-z]+\.[a-z0-9-]+")
HOLE = re.compile(r"\{(\w+)\}")
LANGUAGES = sorted(path.stem for path in FOLDER.glob("*.json"))


def catalogue(language: str) -> dict[str, str]:
    """What a language has words for."""
    entries: dict[str, str] = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return entries


def sentences(language: str) -> dict[str, str]:
    """Its sentences by kind."""
    return {key: text for key, text in catalogue(language).items() if KIND.fullmatch(key)}


def words(language: str) -> dict[str, str]:
    """Its words for what the page says of itself, by the page's English."""
    return {key: text for key, text in catalogue(language).items() if not KIND.fullmatch(key)}


def put(message: Message, language: str) -> str:
    """A message in the words of a language, as the page puts it."""

    def filled(hole: re.Match[str]) -> str:
        value = message.arguments[hole[1]]
        return put(value, language) if isinstance(value, Message) else str(value)

    return HOLE.sub(filled, sentences(language)[message.kind])


def parts(message: Message) -> Iterator[tuple[str, str, Any]]:
    """Every argument of a message and of those in it: the kind it belongs to, its name, itself."""
    for name, value in message.arguments.items():
        if isinstance(value, Message):
            yield from parts(value)
        else:
            yield message.kind, name, value


@cache
def parsed() -> list[tuple[Path, list[str], str]]:
    """Every text of the scripts: its file, its parts, and what it is a value or an argument of."""
    scripts = sorted(WEB.rglob("*.js"))
    printed = subprocess.run(["node", PARSER, *scripts], capture_output=True, check=True).stdout
    return [(Path(file), parts, owner) for file, parts, owner in json.loads(printed)]
