"""The files of endings that the Rust tables are held against say what the oracle says."""

import pytest

from oracle import checkers
from oracle.checkers_endings import file, lines


@pytest.mark.parametrize("rules", checkers.RULES)
def test_the_endings_with_two_pieces_are_the_oracles(rules: str) -> None:
    assert file(rules).read_text().splitlines() == lines(rules)
