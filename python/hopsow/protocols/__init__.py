"""The course formats: files and lines that agents exchange, exactly as the courses define them.

- `halma_files`: `input.txt` and `output.txt`
- `checkers_pipe`: one line per position on standard input and output
- `awari_setup`: the three-line board file

Each reads and writes; what a position or a move may be is asked of the core. Importing this package
imports none of them, because an agent that answers one move must start in milliseconds.
"""
