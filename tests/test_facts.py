"""The facts about each game are true, and only a game's own modules and the lab name it."""

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import hopsow
import pytest
from hopsow import GAMES
from hopsow.cli import VERBS
from hopsow.games import Facts, facts, size_of
from hopsow.messages import catalogue

PACKAGE = Path(hopsow.__file__).parent


TABLES = ("by_game", "table")  # the tables in which the games' own modules are found


def is_a_games_own(path: Path) -> bool:
    if path.is_relative_to(PACKAGE / "lab"):
        return True  # which chooses its games, as another package would
    stem = path.stem.removesuffix("_v0")  # as environments are named
    return stem in TABLES or any(
        stem == game or game in path.relative_to(PACKAGE).parts for game in GAMES
    )


SHARED = [path for path in sorted(PACKAGE.rglob("*.py")) if not is_a_games_own(path)]


def words_of_code(path: Path) -> Iterator[tuple[int, str]]:
    """Names and strings of a module with their lines: what it says to people in comments and
    docstrings asks for no game."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in docstrings:
                yield line, node.value
        elif isinstance(node, ast.ImportFrom):
            yield line, node.module or ""
        for field in ("id", "attr", "name", "arg", "asname"):
            word = getattr(node, field, None)
            if isinstance(word, str):
                yield line, word


def test_no_shared_module_names_a_game() -> None:
    named = [
        f"{path.relative_to(PACKAGE)}, line {line}: {word[:60]!r}"
        for path in SHARED
        for line, word in words_of_code(path)
        for game in GAMES
        if game in word.lower()
    ]
    assert not named, "what differs from game to game belongs into the module of the game's name"


# A function that looks ahead, where a submission on Kattis has to.
OF_SOME_GAMES = {"export/files/kattis/GAME/choose.cpp"}


def files_of(game: str) -> set[str]:
    """The files that are a game's own, by their paths with `GAME` for its name."""
    name = re.compile(rf"(?<![a-z]){game}(?![a-z])")
    paths = (path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*") if path.is_file())
    own = {name.sub("GAME", path) for path in paths if "__pycache__" not in path}
    return {path.replace("GAME/__init__.py", "GAME.py") for path in own if "GAME" in path}


def test_every_game_has_the_files_that_others_have() -> None:
    files = {game: files_of(game) for game in GAMES}
    common = {path for own in files.values() for path in own} - OF_SOME_GAMES
    usual = {path for path in common if sum(path in own for own in files.values()) > 1}
    assert {game: sorted(usual - own) for game, own in files.items() if usual - own} == {}


@pytest.mark.parametrize("game", GAMES)
class TestFacts:
    def test_the_record_is_of_its_game(self, game: str) -> None:
        assert facts(game).name == game

    def test_examples_of_moves_and_positions_are_what_they_say(self, game: str) -> None:
        assert hopsow.start(game).play(facts(game).example_move)
        outcome = hopsow.parse(game, facts(game).finished).outcome
        assert outcome is not None
        assert f"{game}.{outcome.reason.replace(' ', '-')}" in catalogue()

    def test_commands_are_of_verbs_that_exist_and_of_the_game(self, game: str) -> None:
        for verb, lines in facts(game).examples.items():
            assert verb in VERBS
            for line in lines:
                words = shlex.split(line)
                assert words[words.index("hopsow") + 1] == verb
                assert game in words or verb in ("review", "regret")

    def test_levels_are_ten_and_the_last_is_full_strength(self, game: str) -> None:
        levels = facts(game).levels
        assert len(levels) == 10
        assert levels[-1][:3] == (None, None, 0.0)

    def test_everything_counts_at_the_start(self, game: str) -> None:
        parts = hopsow.start(game).setup
        men = sum(cell != "." for cell in parts.cells or "")
        assert size_of(hopsow.start(game)) == men + sum(parts.stones or ())


@pytest.mark.parametrize("name", Facts._fields)
def test_a_fact_is_of_one_type_in_all_games(name: str) -> None:
    kinds = {type(getattr(facts(game), name)) for game in GAMES} - {type(None)}
    assert len(kinds) == 1


def test_an_unknown_game_has_no_facts() -> None:
    with pytest.raises(ValueError, match='unknown game "contract"'):
        facts("contract")
