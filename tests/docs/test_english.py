"""Phrases that a reader has to translate stay out of code, messages and pages."""

import re

import pytest
from repository import texts

PHRASES = [
    r"\bended in peace\b",
    r"\bagents? of the house\b",
    r"\bon the wall\b",
    r"\bone that is none\b",
    r"\bno moves behind\b",
]


@pytest.mark.parametrize("phrase", PHRASES)
def test_phrase_does_not_come_back(phrase: str) -> None:
    pattern = re.compile(phrase, re.IGNORECASE)
    assert [name for name, text in texts(but=__file__) if pattern.search(text)] == []
