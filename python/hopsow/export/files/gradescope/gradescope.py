"""Mark the submission of a Gradescope container, and write results/results.json."""

import json
import sys
import time
from pathlib import Path
from typing import Any

import marking


def main() -> None:
    """`gradescope.py ROOT`, the folder with submission, source and results."""
    root = Path(sys.argv[1]).resolve()
    begun = time.monotonic()
    marks = marking.mark(root / "submission")
    results = {
        "tests": [_test(number, question) for number, question in enumerate(marks.questions, 1)],
        "leaderboard": [
            {"name": "points", "value": marks.points, "order": "desc"},
            {"name": "CPU seconds", "value": marks.cpu, "order": "asc"},
        ],
        "execution_time": round(time.monotonic() - begun),
    }
    marking.replace(root / "results" / "results.json", json.dumps(results, indent=2))


def _test(number: int, question: dict[str, Any]) -> dict[str, Any]:
    is_full = question["points"] == question["worth"]
    return {
        "number": str(number),
        "name": question["title"],
        "score": question["points"],
        "max_score": question["worth"],
        "status": "passed" if is_full else "failed",
        "output": question["reason"],
    }


if __name__ == "__main__":
    main()
