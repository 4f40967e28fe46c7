"""The engine protocol UGI (docs/engine-protocol.md): our side of it, and a check of others.

- `session`: answers lines
- `commands`: reads what follows the first word of a line
- `check`: the walk, `dialogue`: the program that is walked through it
"""
