"""The file of endings that the Rust tables are held against says what the oracle says."""

from oracle.checkers_endings import FILE, lines


def test_the_endings_with_two_pieces_are_the_oracles() -> None:
    assert FILE.read_text().splitlines() == lines()
