"""Mark the program of a repository: a line for each question, and a table for the summary page.

The exit status is 1 if there is no program to ask, or if it has got fewer points than are needed.
"""

import html
import os
import sys
from pathlib import Path

import marking

FAILED = 1


def main() -> int:
    """`actions.py FOLDER [POINTS]`."""
    marks = marking.mark(Path(sys.argv[1]).resolve())
    rows = [
        (f"{each['points']:g} of {each['worth']:g}", each["title"], each["reason"])
        for each in marks.questions
    ]
    for row in rows:
        print("  ".join(_line(text) for text in row))
    total = f"{marks.points:g} of {marks.worth:g} points"
    print(total)
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        table = ["| points | question | |", "|---|---|---|"]
        table += ["| " + " | ".join(_cell(text) for text in row) + " |" for row in rows]
        with open(summary, "a", encoding="utf-8") as file:
            file.write("\n".join([f"## {total}", "", *table, ""]))
    needed = float(sys.argv[2]) if len(sys.argv) > 2 else 0.0
    return 0 if marks.has_program and marks.points >= needed else FAILED


def _line(text: str) -> str:
    """A program's words must not begin a line: the runner obeys lines such as ::error::."""
    return " ".join(text.split())


def _cell(text: str) -> str:
    return html.escape(_line(text)).replace("|", "&#124;")


if __name__ == "__main__":
    sys.exit(main())
