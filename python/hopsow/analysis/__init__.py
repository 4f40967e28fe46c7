"""What a search makes of games and positions for people.

- `scores`: expected results, and scores in words
- `review`: how a game turned
- `regret`: what played games gave away, by exact tables
- `lessons`: the rules, taught by positions
- `puzzles`: positions with one right move, and the proof
"""
