"""One game: who is asked how, the clocks, and how it ended.

What a program of a course is asked in is in the module of that game's name.
"""
