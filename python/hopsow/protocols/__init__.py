"""The course formats: files and lines that agents exchange, exactly as the courses define them.

Each game's module reads and writes the format of its course; what a position or a move may be is
asked of the core. Importing this package imports none of them, because an agent that answers one
move must start in milliseconds.
"""
