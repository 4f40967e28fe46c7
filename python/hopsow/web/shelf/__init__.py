"""The library, the explorer, puzzles and the pages of a class."""
