"""Every language the page speaks: what has no words in it, and which words nothing needs."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import hopsow
import pytest
from catalogues import HOLE, LANGUAGES, LETTERS, Catalogue, parsed
from hopsow.analysis.lessons import LESSONS
from hopsow.games import facts, unit
from hopsow.web.app import WEB
from walks import ROOT, examples

LIVE = WEB / "js" / "live"  # another page, which speaks English
WORDS = re.compile(r"[A-Za-z]{2,},? [A-Za-z]|^[A-Z][a-z]+")  # what looks like a language
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
# Texts that are put together from several, as the page says them.
COMPOSED = [
    "Red to move and win. One move alone does it.",
    "Red to move and draw. One move alone does it.",
    "11-15 is not the best here. Try again.",
    "11-15 does not win. Try again.",
    "11-15 loses. Try again.",
    "Right: no other move wins.",
    "Right: no other move holds the draw.",
    "Expected result of red: 50 %, 51 %",
    "Red to move, 1 legal move",
    "Red to move, 7 legal moves",
    "Opened: record of checkers, 1 move",
    "Opened: record of checkers, 7 moves",
    "Show the variation 11-15",
    "Hide the variation 11-15",
    "Choose between pit A and pit B",
    "Look at 4 1",
    "Look at pit A",
    "The draw is certain with f",
    "The win is certain with F",
    "Red to move: thinking",
    "Red to move: waiting for your friend",
    "your friend, not here yet",
    "Your friend offers a draw.",
    "Red asks to take a move back.",
    "Your friend wants a rematch with sides swapped.",
    "Red and White",
    "Black and White",
    "South and North",
    "You and Engine, level 3",
    "Engine, level 3 and You",
    "You and Engine, 1 s a move",
    "Engine, 1 s a move and You",
    "Engine, level 3 and Engine, level 4",
    "You and Ann",
    "Ann and You",
    "Red wins: white resigned",
    "Red wins: white ran out of time",
    "Draw: agreed",
    "Red played 11-15 (+0.10 to -1.00); 9-14 was better",
    "Red played 11-15 (+0.10 to -1.00); 9-14 was better: 9-14 22-18",
    "Ann and Bob, Club 2026, 1-0, 1 ply",
    "Ann and Bob, Club 2026, 1-0, 40 plies",
    "Lesson ✓",
    "3 won, 2 drawn, 1 lost",
    "Play; also 9-13",
    "1 line",
    "3 lines",
    "5 seconds",
    "1 thread",
    "2 threads",
    "4 plies",
    "win 5",
    "loss 5",
    "draw 0",
    "Play Checkers · Hopsow",
    "found '99', expected a row from 0 to 15",
    "found '99', expected a column from 0 to 15",
    "found the end of the text, expected 1 more square in row 2",
    "South wins by 1 stone",
    "South wins by 7 stones",
    "Red wins, 5 plies to the end or to progress",
    "Black wins, 5 plies to the end",
    "Tables to size 9 would know it: 1.5 GB of memory, at most 80.0 MB of disk, about 3 min of one "
    "processor.",
]


@pytest.fixture(params=sorted(LANGUAGES.glob("*.json")), ids=lambda path: path.stem)
def catalogue(request: pytest.FixtureRequest) -> Catalogue:
    """A language."""
    return Catalogue(request.param)


def test_every_language_that_is_offered_has_a_catalogue() -> None:
    store = (WEB / "js" / "store.js").read_text(encoding="utf-8")
    offered = re.search("LANGUAGES = {(.*)}", store)
    assert offered is not None
    named = re.findall(r"(\w+):", offered[1])
    assert named == ["en", *sorted(path.stem for path in LANGUAGES.glob("*.json"))]


def test_every_text_of_the_scripts_has_its_words(catalogue: Catalogue) -> None:
    assert missing(catalogue, texts_of_scripts()) == []
    assert missing(catalogue, [[text] for text in COMPOSED]) == []


def test_every_text_of_the_page_and_its_help_has_its_words(catalogue: Catalogue) -> None:
    assert missing(catalogue, [[text] for text in [*texts_of_page(), *texts_of_help()]]) == []


def test_every_lesson_has_its_words(catalogue: Catalogue) -> None:
    assert missing(catalogue, [[text] for text in texts_of_lessons()]) == []


def test_every_refusal_has_its_words(catalogue: Catalogue) -> None:
    assert missing(catalogue, [[text] for text in refusals()]) == []


def test_everything_about_a_game_has_its_words(catalogue: Catalogue) -> None:
    assert missing(catalogue, [[text] for text in texts_of_games()]) == []


def test_every_complaint_of_the_server_has_its_words(catalogue: Catalogue) -> None:
    assert missing(catalogue, complaints()) == []


def test_nothing_has_words_that_is_not_said(catalogue: Catalogue) -> None:
    """A text that was changed in English leaves its old translation behind."""
    said = [*texts_of_scripts(), *complaints()]
    said += [[text] for text in COMPOSED]
    for texts in (
        texts_of_page(),
        texts_of_help(),
        texts_of_lessons(),
        refusals(),
        texts_of_games(),
    ):
        said += [[text] for text in texts]
    missing(catalogue, said)
    sources = " ".join(sources_of_sentences()).lower()
    unsaid = [
        key
        for key in catalogue.entries
        if key not in catalogue.used
        and not all(part.strip(" .:,;()").lower() in sources for part in HOLE.split(key)[::3])
    ]
    assert unsaid == []


def test_a_translation_fills_the_same_holes(catalogue: Catalogue) -> None:
    for english, text in catalogue.entries.items():
        holes = {name for _, name in HOLE.findall(english)}
        assert {name for _, name in HOLE.findall(text)} <= holes, english
        assert (english[0], english[-1]).count(" ") == (text[0], text[-1]).count(" "), english


def missing(catalogue: Catalogue, texts: list[list[str]]) -> list[str]:
    """The texts without words, of each the parts around what is filled in."""
    silent = [
        repr("…".join(parts))
        for parts in texts
        if not any(catalogue.say(filling.join(parts)) for filling in ("7", "red"))
    ]
    return silent + sorted(catalogue.gaps)


def texts_of_scripts() -> list[list[str]]:
    """What the scripts say, but for what is a part of a longer text."""
    return [
        parts
        for file, parts, owner in parsed()
        if LIVE not in file.parents
        and owner not in MACHINES
        and WORDS.search("7".join(parts))
        and not parts[0].startswith("hopsow ")  # a command
        and not any(re.search(".*".join(map(re.escape, parts)), text) for text in COMPOSED)
    ]


def texts_of_page() -> list[str]:
    """What stands in the page itself."""
    page = (WEB / "index.html").read_text(encoding="utf-8")
    return re.findall('aria-label="([^"]+)"', page) + re.findall('class="skip"[^>]*>([^<]+)<', page)


def texts_of_help() -> list[str]:
    """Titles, names and what they mean."""
    chapters = json.loads((WEB / "help.json").read_text(encoding="utf-8"))
    rows = [row for _, rows in chapters for row in rows]
    facts_filled_in = [HOLE.sub("7", text) for row in rows for text in row]
    return [title for title, _ in chapters] + facts_filled_in


def texts_of_lessons() -> list[str]:
    """Titles, tasks, and what is said after them."""
    steps = [step for lesson in LESSONS for step in lesson["steps"]]
    texts = [step.get(name) for step in steps for name in ("text", "done", "hint")]
    return [lesson["title"] for lesson in LESSONS] + [text for text in texts if text]


def refusals() -> list[str]:
    """Why moves and set-ups are refused, each kind at least once."""
    rows = [
        *examples("refusals", "moves.txt"),
        *examples("refusals", "squares.txt"),
        *examples("refusals", "setups.txt"),
    ]
    return [row[-1] for row in rows if row[-1] != "None"]


def texts_of_games() -> list[str]:
    """Names, sides, rules and ends."""
    agents = (WEB.parent / "board" / "players.py").read_text(encoding="utf-8")
    texts = re.findall('title="([^"]+)"', agents)
    for game in hopsow.GAMES:
        about = facts(game)
        texts += [about.title, unit(game), about.ending_unit, about.course_format]
        texts += [*hopsow.sides(game), *about.reasons, *about.reasons.values()]
        texts += about.rule_words.values()
        texts += [name.capitalize() for name in hopsow.rule_sets(game)[1:]]
        texts += [f"Red wins: {reason}" for reason in about.reasons.values()]
    return texts


# Modules whose complaints a person at the page may see.
TALKING = (
    "answers",
    "friends/meetings",
    "shelf/library",
    "board/line",
    "friends/meeting",
    "board/notes",
    "board/players",
    "board/programs",
    "board/texts",
    "board/views/__init__",
    "work",
)
# What only a program can bring about: a question that the page never asks.
UNASKED = (" is no quick question", " is no long question", "the notes are about other moves")


def complaints() -> list[list[str]]:
    """What is raised in the server, each as the parts around what is filled in."""
    found = []
    for name in TALKING:
        source = WEB.parent / f"{name}.py"
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Raise) or not isinstance(node.exc, ast.Call):
                continue
            parts = parts_of(node.exc.args[0]) if node.exc.args else None
            if (
                parts
                and LETTERS.search("".join(parts))
                and not any(unasked in "".join(parts) for unasked in UNASKED)
            ):
                found.append(parts)
    return found


def parts_of(node: ast.expr) -> list[str] | None:
    """The parts of a text around what is filled in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if not isinstance(node, ast.JoinedStr):
        return None
    parts = [""]
    for value in node.values:
        if isinstance(value, ast.Constant):
            parts[-1] += str(value.value)
        else:
            parts.append("")
    return parts


def sources_of_sentences() -> Iterator[str]:
    """Where the sentences come from that the server passes on."""
    for folder in ("web", "analysis", "games", "tables", "exchange", "library"):
        for path in (Path(hopsow.__file__).parent / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value
    for path in (ROOT / "crates" / "hopsow-core" / "src").rglob("*.rs"):
        text = re.sub(r"\\\n\s*", "", path.read_text(encoding="utf-8"))
        yield from re.findall(r'"((?:[^"\\\n]|\\.)*)"', text)
    for _, parts, _ in parsed():
        yield from parts
