"""Mark the program of a repository: a line for each question, and a table for the summary page.

The exit status is 1 if there is nothing to mark, or if the points are fewer than `pass` in
settings.json.
"""

import html
import os
import sys
from pathlib import Path

import marking

FAILED = 1


def main() -> int:
    """`actions.py FOLDER`."""
    marks = marking.mark(Path(sys.argv[1]).resolve(), [marking.HERE])
    rows = [
        (f"{each['points']:g} of {each['worth']:g}", each["title"], each["reason"])
        for each in marks.questions
    ]
    if marks.problem is not None:
        rows = [("0", "build", marks.problem)]
    for row in rows:
        print("  ".join(_line(text) for text in row))
    total = f"{marks.points:g} of {marks.worth:g} points"
    print(total)
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        table = ["| points | question | |", "|---|---|---|"]
        table += ["| " + " | ".join(_cell(text) for text in row) + " |" for row in rows]
        with open(summary, "a", encoding="utf-8") as file:
            file.write("\n".join([f"## {total}", "", *table, ""]))
    least = marking.SETTINGS["pass"]
    is_passed = marks.problem is None and (least is None or marks.points >= least)
    return 0 if is_passed else FAILED


def _line(text: str) -> str:
    """A program's words must not begin a line: the runner obeys lines such as ::error::."""
    return " ".join(text.split())


def _cell(text: str) -> str:
    return html.escape(_line(text)).replace("|", "&#124;")


if __name__ == "__main__":
    sys.exit(main())
