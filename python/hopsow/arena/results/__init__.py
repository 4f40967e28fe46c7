"""What follows from finished games: a database, strengths and ratings, a report."""
