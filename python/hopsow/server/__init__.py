"""The web board: a JSON and WebSocket interface over the games, and the page that uses it.

- `messages`: questions and answers, as types
- `line`: from a client's line of moves to a record
- `views`: what a page needs to draw a position and to take the next move
- `texts`: what a client brings and takes away
- `players`: whom a client may play against
- `analysis`: searches on a client's behalf
- `work`: the threads that searches run on, limited in number and time
- `limits`, `guard`: which requests are let in, and how many
- `session`: one WebSocket; `interface`: the same questions as requests
- `classes`: the pages of a class, to each student their own
- `app`: everything put together; `run`: a process that serves it

The server keeps no games. A client sends the whole line with every question, so a reload, a lost
connection or a restart of the server loses nothing.
"""
