"""What the page says of itself has its words in every language that it offers."""

import json
import re

import hopsow
import pytest
from catalogues import HOLE, LANGUAGES, parsed, words
from hopsow.analysis.lessons import LESSONS
from hopsow.web.app import WEB

LIVE = WEB / "js" / "live"  # another page, which speaks English
WORDS = re.compile(r"[A-Za-z]{2,},? [A-Za-z]|^[A-Z][a-z]+|\{\w+\} [a-z]|[a-z] \{")
# Of what a text of a script is the value or an argument where nobody reads it.
MACHINES = {
    "===",
    "!==",
    "addEventListener(0)",
    "ask(0)",
    "class",
    "closest(0)",
    "dot(2)",
    "href",
    "includes(0)",
    "querySelector(0)",
    "querySelectorAll(0)",
    "transform",
}
# Names that the scripts write with a capital: agents and rule sets.
NAMES = [
    name.capitalize()
    for name in ("halma", "checkers", "awari", "human", "engine", "minimax", "greedy", "random")
]
OTHERS = pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])


def test_every_language_that_is_offered_has_a_catalogue() -> None:
    store = (WEB / "js" / "store.js").read_text(encoding="utf-8")
    offered = re.search("LANGUAGES = {(.*)}", store)
    assert offered is not None
    assert sorted(re.findall(r"(\w+):", offered[1])) == LANGUAGES
    assert words("en") == {}, "the page's own English stands in its scripts"


@OTHERS
def test_everything_the_page_says_has_its_words(language: str) -> None:
    known = {text.lower() for text in words(language)}
    texts = [*scripts(), *page(), *helps(), *lessons(), *names()]
    assert [text for text in texts if text.lower() not in known] == []


@OTHERS
def test_no_words_are_left_that_nothing_says(language: str) -> None:
    literals = [parts[0] for _, parts, _ in parsed() if len(parts) == 1]
    said = {text.lower() for text in [*literals, *page(), *helps(), *lessons(), *names()]}
    assert [text for text in words(language) if text.lower() not in said] == []


@OTHERS
def test_words_fill_the_same_holes_and_say_nothing_twice(language: str) -> None:
    known = {text.lower(): other for text, other in words(language).items()}
    for text, other in words(language).items():
        assert {*HOLE.findall(text)} == {*HOLE.findall(other)}, text
        assert (text[0], text[-1]).count(" ") == (other[0], other[-1]).count(" "), text
        # What was said already may be handed on to an element, which says it once more.
        assert known.get(other.lower(), other).lower() == other.lower(), text


def test_no_sentence_is_put_together_from_parts() -> None:
    """What is filled in has a name; a language may put it elsewhere."""
    composed = [
        "…".join(parts)
        for file, parts, owner in parsed()
        if len(parts) > 1
        and LIVE not in file.parents
        and owner not in MACHINES
        and re.search(r"[A-Za-z]{2,} ?…|… ?[A-Za-z]{2,}", "…".join(parts))
        and re.search(r"[a-z] | [a-z]", "".join(parts))
    ]
    assert composed == []


def scripts() -> list[str]:
    """What the scripts say."""
    return [
        parts[0]
        for file, parts, owner in parsed()
        if len(parts) == 1
        and LIVE not in file.parents
        and owner not in MACHINES
        and WORDS.search(parts[0])
        and not parts[0].startswith("hopsow ")  # a command
    ]


def page() -> list[str]:
    """What stands in the page itself."""
    text = (WEB / "index.html").read_text(encoding="utf-8")
    return re.findall('aria-label="([^"]+)"', text) + re.findall('class="skip"[^>]*>([^<]+)<', text)


def helps() -> list[str]:
    """Titles, names and what they mean."""
    chapters = json.loads((WEB / "help.json").read_text(encoding="utf-8"))
    return [title for title, _ in chapters] + [
        text for _, rows in chapters for row in rows for text in row
    ]


def lessons() -> list[str]:
    """Titles, tasks, and what is said after them."""
    steps = [step for lesson in LESSONS for step in lesson["steps"]]
    texts = [step.get(name) for step in steps for name in ("text", "done", "hint")]
    return [lesson["title"] for lesson in LESSONS] + [text for text in texts if text]


def names() -> list[str]:
    """Names of games, agents and rule sets, as chips show them."""
    rules = [name.capitalize() for game in hopsow.GAMES for name in hopsow.rule_sets(game)[1:]]
    return NAMES + rules
