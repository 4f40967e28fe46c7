"""The rules of the three games once more, slow and naive, written from their text alone.

Nothing here knows the Rust core: the two were written apart, so that where they agree both are
probably right. Every module has the same face: `RULES` (default first), `START`, `moves`, `play`,
`outcome` and `perft`, all on the texts of positions and moves. Repetition depends on history and is
not judged here.
"""
