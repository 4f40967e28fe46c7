"""A class: many submissions, unpacked, built, checked and marked, and what is written about them.

- `settings`: what `class.toml` says
- `archives`, `submissions`: what was handed in, as files that harm nobody
- `languages`, `building`: from files to a command
- `secrets`: what only the staff may read, and exams for single submissions
- `result`, `marking`: one student, question by question, so that nothing is ever done twice
- `tournament`: games among the students
- `similar`, `sources`: programs that play alike, and sources that JPlag finds similar
- `pages`, `out`: what the staff and the students read
"""
