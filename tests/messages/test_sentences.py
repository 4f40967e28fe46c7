"""Every kind of message has its sentence in every language, with the arguments it is made with."""

import ast
import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import hopsow
import pytest
from catalogues import FOLDER, HOLE, KIND, LANGUAGES, parts, put, sentences
from effort import cases
from hopsow import exchange
from hopsow.errors import MessageError
from hopsow.messages import Message, catalogue
from hopsow.protocols import awari, checkers, halma
from walks import ROOT, examples, walked

PACKAGE = Path(hopsow.__file__).parent
CORE = ROOT / "crates" / "hopsow-core" / "src"
GAMES = "|".join(hopsow.GAMES)
# What stands in for a part of a kind that only the run knows.
COMPUTED = {
    "game": GAMES,
    "position.game": GAMES,
    "self.game": GAMES,
    "line.game": GAMES,
    "about.name": GAMES,
}
ARGUMENTS_OF_KIND = re.compile(r'message!\(\s*"([a-z.-]+)"((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)')


def made() -> Iterator[tuple[str, set[str] | None]]:
    """Every kind that is made somewhere, as a pattern, with the names of its arguments if plain."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and ast.unparse(node.func) in MAKERS:
                named = {keyword.arg for keyword in node.keywords}
                plain = {name for name in named if name is not None}
                yield pattern(node.args[0]), plain if None not in named else None
    for path in CORE.rglob("*.rs"):
        for kind, arguments in ARGUMENTS_OF_KIND.findall(path.read_text(encoding="utf-8")):
            yield re.escape(kind), set(re.findall(r"(?:^|,)\s*(\w+) = ", arguments))


HANDED_IN = "[a-z]+[.][a-z-]+"  # a kind whose literal stands elsewhere
MAKERS = ("Message", "Told", "messages.Message")


def pattern(kind: ast.expr) -> str:
    """The kinds that an expression may give."""
    if isinstance(kind, ast.Constant):
        return re.escape(str(kind.value))
    if isinstance(kind, ast.IfExp):
        return f"(?:{pattern(kind.body)}|{pattern(kind.orelse)})"
    if isinstance(kind, ast.JoinedStr):
        return "".join(map(pattern, kind.values))
    if isinstance(kind, ast.FormattedValue):
        return f"(?:{COMPUTED.get(ast.unparse(kind.value), '[a-z0-9-]+')})"
    return HANDED_IN


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_kinds_with_the_same_arguments(language: str) -> None:
    english, other = sentences("en"), sentences(language)
    assert other.keys() == english.keys()
    differing = [
        kind for kind in english if {*HOLE.findall(english[kind])} != {*HOLE.findall(other[kind])}
    ]
    assert differing == []
    assert all(KIND.fullmatch(kind) and text.strip() for kind, text in english.items())


def test_every_message_is_made_with_the_arguments_of_its_sentence() -> None:
    english = sentences("en")
    wrong = []
    for kind, arguments in made():
        known = [
            {*HOLE.findall(text)} for name, text in english.items() if re.fullmatch(kind, name)
        ]
        if not known or (arguments is not None and kind != HANDED_IN and arguments not in known):
            wrong.append((kind, arguments))
    assert wrong == []


def test_no_sentence_is_left_that_nothing_says() -> None:
    """Kinds stand in the sources as a whole, or as one that is composed there."""
    text = "".join(
        path.read_text(encoding="utf-8")
        for folder, suffix in ((PACKAGE, "py"), (PACKAGE / "web" / "page", "js"), (CORE, "rs"))
        for path in folder.rglob(f"*.{suffix}")
    )
    whole = set(re.findall(r'["`]([a-z]+[.][a-z0-9-]+)["`]', text))
    composed = [kind for kind, _ in made() if "(?:" in kind]
    composed += [rf"(?:{GAMES})[.](?:{word})" for word in REASONS]
    composed += ["side[.][a-z]+", r"result[.][a-z-]+", *ENDINGS]
    unsaid = [
        kind
        for kind in sentences("en")
        if kind not in whole and not any(re.fullmatch(one, kind) for one in composed)
    ]
    assert unsaid == []


REASONS = ("camp-filled", "no-moves", "no-progress", "repetition", "majority")
ENDINGS = (rf"(?:{GAMES})[.]wins-by(?:-one)?", rf"(?:{GAMES})[.]course-format", "format[.][a-z]+")


def test_the_core_finds_its_sentences_line_by_line() -> None:
    """`message.rs` has no parser: a line is a kind and its sentence, whose quotes are escaped."""
    lines = (FOLDER / "en.json").read_text(encoding="utf-8").splitlines()
    entries = [line for line in lines if line not in ("", "{", "}")]
    plain = re.compile(r'  "([a-z.0-9-]+)": "((?:[^"\\]|\\")*)",?')
    found = [match.groups() for line in entries if (match := plain.fullmatch(line))]
    assert len(found) == len(entries)
    assert {kind: text.replace(r"\"", '"') for kind, text in found} == catalogue()


def refusals() -> Iterator[Message]:
    """Every kind of refusal: the examples of each, and what random moves and damaged texts give."""
    for game, text, move, _, _ in examples("refusals", "moves.txt"):
        yield refused(lambda: hopsow.parse(game, text).play(move))  # noqa: B023
    for game, text, square, _, _ in examples("refusals", "squares.txt"):
        why = hopsow.parse(game, text).why_not(ast.literal_eval(square))
        if why is not None:
            yield why.message
    for game in hopsow.GAMES:
        yield from random_refusals(game)
        for form in ("formats", "records"):
            for path in sorted((ROOT / "testdata" / form / game / "bad").glob("*.txt")):
                yield from refused_texts(game, path.read_bytes())


def random_refusals(game: str) -> Iterator[Message]:
    chance = random.Random(game)
    moves = [
        str(move) for position, moves in walked(game, hopsow.rule_sets(game)[0]) for move in moves
    ]
    for position, _ in walked(game, hopsow.rule_sets(game)[0]):
        for _ in range(cases(2, 4, 8)):
            tried = damaged(chance.choice(moves), chance)
            try:
                position.play(tried)
            except MessageError as error:
                yield error.message
        yield from refused_texts(game, damaged(str(position), chance).encode())


def damaged(text: str, chance: random.Random) -> str:
    """A text with one character changed, or as it is."""
    at = chance.randrange(len(text))
    return text[:at] + chance.choice(["", text[at], "?", "-", "x", "9", "a"]) + text[at + 1 :]


READERS: dict[str, Callable[[bytes], object]] = {
    "halma": halma.parse_input,
    "checkers": checkers.parse,
    "awari": awari.parse,
}


def refused_texts(game: str, text: bytes) -> Iterator[Message]:
    """What is wrong with a text, for whoever reads it."""
    for read in (READERS[game], lambda text: exchange.read(text, game)):
        try:
            read(text)
        except MessageError as error:
            yield error.message


def refused(act: Callable[[], object]) -> Message:
    with pytest.raises(MessageError) as caught:
        act()
    message: Message = caught.value.message
    return message


# What is the same in every language, or another program's: places of files, what somebody wrote.
VERBATIM = {"found", "move", "moves", "text", "reason", "path", "rules", "type", "tag", "byte"}
WORD = re.compile(r"[a-z]{3,}")
NAMES = {*hopsow.GAMES, *(rules for game in hopsow.GAMES for rules in hopsow.rule_sets(game))}


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_no_refusal_has_english_in_it(language: str) -> None:
    """Sentences are the catalogue's, and what is filled in has no words of its own."""
    told: dict[str, str] = {}
    for message in refusals():
        assert put(message, language)
        for kind, name, value in parts(message):
            strange = [word for word in WORD.findall(str(value)) if word not in NAMES]
            if strange and name not in VERBATIM and kind not in CODES:
                told[f"{kind} {name}"] = str(value)
        json.dumps(message.as_json())
    assert told == {}


CODES = ("checkers.other-line", "checkers.other-end", "evidence.damaged", "evidence.unreadable")


def test_a_message_is_a_value() -> None:
    one = Message("text.or", some="A, B", last="C")
    assert (
        one == Message("text.or", last="C", some="A, B") != Message("text.or", some="A", last="C")
    )
    assert str(one) == "A, B or C"
    assert eval(repr(one)) == one


def test_every_group_of_kinds_stands_in_the_docs() -> None:
    table = (ROOT / "docs" / "messages.md").read_text(encoding="utf-8").partition("|---|")[2]
    listed = re.findall("`([a-z]+)`", "".join(row.split("|")[1] for row in table.splitlines()[1:]))
    assert sorted(listed) == sorted({kind.partition(".")[0] for kind in sentences("en")})
