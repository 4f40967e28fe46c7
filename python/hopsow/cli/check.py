"""`hopsow check`: test a program against its course format."""

from __future__ import annotations

import json
from dataclasses import asdict

from hopsow.arena.contest import entrants
from hopsow.arena.course import scheme
from hopsow.arena.course.check import Examiner, Finding
from hopsow.arena.process.sandbox import Sandbox
from hopsow.cli.arguments import add_agent, add_json, add_sandbox, examples, parser
from hopsow.cli.printable import printable

FAILED = 1


def run(argv: list[str]) -> int:
    """Run the checks up to the first failure; exit status 1 if there is one."""
    arguments = parser("check", "Test a program against its course format.", examples("check"))
    add_agent(arguments)
    arguments.add_argument("--all", action="store_true", help="continue after a failure")
    add_sandbox(arguments, "auto")
    add_json(arguments)
    given = arguments.parse_args(argv)
    spec = entrants.named(given.agent, given.game, given.rules)
    examiner = Examiner(spec, given.game, Sandbox.choose(given.sandbox), rules=given.rules)
    findings: list[Finding] = []
    for finding in scheme.examine(examiner):
        findings.append(finding)
        if not given.json:
            print(printable(_text(finding)), flush=True)
        if finding.problem and not given.all:
            break
    failed = sum(finding.problem is not None for finding in findings)
    if given.json:
        print(json.dumps({"passed": not failed, "checks": [asdict(each) for each in findings]}))
    elif not failed:
        print(f"all {len(findings)} checks passed")
    return FAILED if failed else 0


def _text(finding: Finding) -> str:
    mark = "ok  " if finding.problem is None else "FAIL"
    lines = [f"{finding.number:3}. {mark} {finding.title}"]
    if finding.problem is not None:
        lines.append(f"     {finding.verdict}: {finding.problem}")
        for name in ("sent", "received", "stderr"):
            text = getattr(finding, name)
            if text or name != "stderr":
                lines.append(f"     {name}:")
                lines += [f"       {line}" for line in (text or "(nothing)").splitlines()[-25:]]
    return "\n".join(lines)
