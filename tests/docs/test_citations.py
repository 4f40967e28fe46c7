"""Comments, tests and pages cite the course documents by clauses that docs/sources.md lists."""

import re
from pathlib import Path

import pytest
from perft_tables import rows
from repository import texts

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "docs" / "sources.md"
CLAUSE = re.compile(r"\bS[0-9]\.[0-9]+\b")
OTHER_CITATIONS = re.compile(
    r"(?:source|first|second|third|fourth|fifth) documents?\b|[Cc]lause 1[ab]\b|DESIGN \d"
)
COUNTS = re.compile(r"^\| (\w+)(?: `(\w+)`)? \| ([\d, ]+) \|$", re.MULTILINE)


def listed() -> list[str]:
    return re.findall(r"^- \*\*(S\d\.\d+)\*\*", SOURCES.read_text(), re.MULTILINE)


def test_clauses_are_numbered_without_gaps() -> None:
    clauses = listed()
    for document in range(6):
        mine = [clause for clause in clauses if clause.startswith(f"S{document}.")]
        assert mine == [f"S{document}.{number}" for number in range(1, len(mine) + 1)]
        assert mine


def test_every_cited_clause_is_listed() -> None:
    cited = {
        (name, clause) for name, text in texts(but=__file__) for clause in CLAUSE.findall(text)
    }
    assert sorted((name, clause) for name, clause in cited if clause not in listed()) == []


@pytest.mark.parametrize("game", ["halma", "checkers", "awari"])
def test_rules_and_their_oracle_cite_clauses(game: str) -> None:
    citing = {name for name, text in texts(but=__file__) if CLAUSE.search(text)}
    assert f"tests/oracle/{game}.py" in citing
    assert f"crates/hopsow-core/src/games/{game}/rules.rs" in citing


def test_nothing_else_is_cited() -> None:
    """No document by its place in a pile, no paper that is not in the repository."""
    others = {
        (name, citation)
        for name, text in texts(but=__file__)
        if ROOT / name != SOURCES
        for citation in OTHER_CITATIONS.findall(text)
    }
    assert sorted(others) == []


def test_known_counts_are_those_of_the_perft_tables() -> None:
    known = {
        (game.lower(), rules): tuple(map(int, counts.split(", ")))
        for game, rules, counts in COUNTS.findall(SOURCES.read_text())
    }
    assert len(known) == 4
    for (game, rules), counts in known.items():
        starts = [row for row in rows(game) if row.name == "start" and rules in ("", row.rules)]
        assert starts
        assert all(row.counts[: len(counts)] == counts[: len(row.counts)] for row in starts)
