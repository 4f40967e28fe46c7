"""Game records: what was played, and its text.

- `record`: a position, the moves played from it, how it ended, and how that is written
- `reading`: from the text back to records
- `scanner`: the words, tags and comments of such a text
"""

from hopsow.records.record import Record

__all__ = ["Record"]
