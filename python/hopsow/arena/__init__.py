"""The arena: refereed games between agents nobody trusts, and what follows from their results.

- `referee`, `seats`, `limits`, `verdicts`: one game, its rules of conduct and how it ended
- `program`, `supervisor`, `meter`, `sandbox`: a program, everything it starts, and what that uses
- `contest`, `evidence`: a game as a task that can be sent anywhere, and as a file to check again
"""
