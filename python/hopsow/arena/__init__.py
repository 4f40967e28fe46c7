"""The arena: refereed games between agents nobody trusts, and what follows from their results.

Rooms, each knowing only those before it:

- `limits`, `verdicts`: what an agent may use, and how a game can end
- `process`: a program, everything it starts, what that uses, and where it runs
- `referee`: one game between two seats, and their clocks
- `contest`: a game as a task, its evidence, and the matches and tournaments that it is part of
- `run`: where tasks are played
- `results`: database, strengths, ratings, report
- `course`: checks, exams and marks of the courses
"""
