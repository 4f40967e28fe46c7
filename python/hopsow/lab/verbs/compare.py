"""`hopsow lab compare`: our values of Awari beside those that others published."""

from __future__ import annotations

import json
import os
from pathlib import Path

from hopsow.cli.arguments import Arguments, add_json, add_memory, plain_parser
from hopsow.cli.status import progress_of

EXAMPLES = """\
  hopsow lab compare vu scores.0 scores.1 scores.2
"""
WHAT = """\
Compare our values of Awari with published ones, position by position.

vu is the database of Romein and Bal, doi:10.48338/vu01-11wjke: one file scores.N for each number of
stones. Theirs are solved here once more under their rules; 20 stones take about half a minute. The
exit status is 1 if any value differs."""
SOURCES = ("vu",)


def run(argv: list[str]) -> int:
    """Compare the files, and print what was found for each."""
    given = _arguments().parse_args(argv)
    try:
        from hopsow.lab.solve.published import compare
    except ImportError as error:
        raise ValueError(f"{error.name} is missing: pip install 'hopsow[lab]'") from None

    with progress_of("solving") as progress:
        found = compare(
            map(Path, given.files),
            threads=os.cpu_count() or 1,
            memory=given.memory,
            progress=progress,
        )
    if given.json:
        print(json.dumps({"layers": [each.as_json() for each in found]}))
    else:
        for each in found:
            told = "all equal"
            if each.first is not None:
                first = each.first
                told = f"{each.differing:,} differ, first {first.position}: "
                told += f"theirs {first.theirs:+d}, ours {first.ours:+d}"
            counted = f"{each.positions:,} position{'s' * (each.positions > 1)}"
            print(f"{each.stones:2} stones: {counted}, {told}")
    return 1 if any(each.differing for each in found) else 0


def _arguments() -> Arguments:
    arguments = plain_parser("lab compare", WHAT, EXAMPLES)
    arguments.add_argument("source", metavar="SOURCE", choices=SOURCES, help="vu: Romein and Bal")
    arguments.add_argument("files", metavar="FILE", nargs="+", help="scores.N, N stones")
    add_memory(arguments)
    add_json(arguments)
    return arguments
