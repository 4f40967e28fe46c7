"""What a page needs to draw a position and to play on: views, texts, players and searches."""
