"""The web board: a JSON and WebSocket interface over the games, and the page that uses it.

Its rooms, each of which knows only those before it, and of the others only what serves all:

- `board`: what a page needs to draw a position and to play on, texts, players and searches
- `friends`: games between two people
- `live`: a tournament to watch
- `shelf`: library, explorer, puzzles and the pages of a class
- `page`: the page itself

One row of `questions` is one question of the page; `answers` has what the answers need. For all
of them, `work` has the threads that searches run on, limited in number and time; `limits`
and `guard` say which requests are let in, and how many. `session` is one WebSocket, `interface` the
same questions as requests; `app` puts everything together, and `run` is a process that serves it.

The server keeps no games. A client sends the whole line with every question, so a reload, a lost
connection or a restart of the server loses nothing.
"""
