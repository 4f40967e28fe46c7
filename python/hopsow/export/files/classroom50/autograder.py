"""Mark a Classroom 50 submission, and write result.json (classroom50/result/v1).

The runner starts this in the student's checkout. It installs Hopsow into an environment of its own
and then runs itself there.
"""

import json
import os
import subprocess
import sys
import tempfile
import venv
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
# Ubuntu 24.04 forbids the sandbox otherwise; runners may change that.
ALLOW_SANDBOX = "sudo -n sysctl -q -w kernel.apparmor_restrict_unprivileged_userns=0"


def main() -> None:
    if "--mark" in sys.argv:
        mark()
        return
    with tempfile.TemporaryDirectory(prefix="hopsow-") as folder:
        venv.create(folder, with_pip=True)
        python = f"{folder}/bin/python"
        required = ["--find-links", str(HERE), "-r", str(HERE / "requirements.txt")]
        subprocess.run([python, "-m", "pip", "install", "-q", *required], check=True)
        subprocess.run(ALLOW_SANDBOX, shell=True, check=False, stderr=subprocess.DEVNULL)
        sys.exit(subprocess.run([python, __file__, "--mark"]).returncode)


def mark() -> None:
    """Write the result of the submission in the current folder."""
    import marking  # it needs Hopsow

    marks = marking.mark(Path.cwd())
    result = {
        **_identity(),
        "datetime": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "score": round(marks.points),
        "max-score": round(marks.worth),
        "tests": [_test(question) for question in marks.questions],
    }
    marking.replace(Path.cwd() / "result.json", json.dumps(result, indent=2))


def _identity() -> dict[str, str]:
    """Whose submission it is, as the runner says."""
    environment = os.environ
    return {
        "schema": "classroom50/result/v1",
        "classroom": environment["CLASSROOM"],
        "assignment": environment["ASSIGNMENT"],
        "submission": environment["SUBMISSION_TAG"],
        "commit": environment["COMMIT_URL"],
        "release": environment["RELEASE_URL"],
        "review": environment.get("REVIEW_URL") or environment["COMMIT_URL"],
    }


def _test(question: dict[str, Any]) -> dict[str, Any]:
    return {
        "test-name": question["title"],
        "passed": question["points"] == question["worth"],
        "score": round(question["points"]),
        "max-score": round(question["worth"]),
        "reason": question["reason"],
    }


if __name__ == "__main__":
    main()
