"""`hopsow replay`: show a recorded game and check it again, move by move."""

from __future__ import annotations

import json
from typing import Any

from hopsow import draw
from hopsow.arena import evidence
from hopsow.arena.evidence import Evidence
from hopsow.cli import colour
from hopsow.cli.arguments import add_json, plain_parser
from hopsow.games import parse

EXAMPLES = """\
  hopsow replay hopsow-evidence/game-00001.json
  hopsow replay hopsow-evidence/game-00001.json --boards
"""


def run(argv: list[str]) -> int:
    """Play the moves of a file of evidence again, and hold the verdict against them."""
    arguments = plain_parser("replay", "Show a game and check it again.", EXAMPLES)
    arguments.add_argument("file", metavar="FILE", help="evidence that match or grade has written")
    arguments.add_argument("--boards", action="store_true", help="draw every position")
    add_json(arguments)
    given = arguments.parse_args(argv)
    kept = evidence.read(given.file)
    try:
        record = evidence.replay(kept)
    except ValueError as error:
        raise ValueError(f"{given.file}: {error}") from None
    if given.json:
        keys = ("game", "rules", "agents", "first", "winner", "verdict", "guilty", "plies")
        total = {key: kept[key] for key in keys}
        print(json.dumps({**total, "position": str(record.position), "checked": True}))
        return 0
    print("\n".join(_lines(kept, given.boards)))
    print()
    print(colour.drawing(draw.text(record.position)))
    print(record.position)
    print(_verdict(kept))
    return 0


def _lines(kept: Evidence, boards: bool) -> list[str]:
    position = parse(kept["game"], kept["start"], kept["rules"])
    lines = [f"{kept['game']} ({kept['rules']}), {kept['first']} first"]
    lines += [f"{name}: {spec}" for name, spec in kept["agents"].items()]
    lines += [f"sandbox: {(kept.get('sandbox') or {}).get('kind', 'none needed')}", ""]
    for number, turn in enumerate(kept["moves"], 1):
        who = turn["by"] or "opening"
        used = (
            f"  {turn['cpu']:.3f} s CPU, {turn['wall']:.3f} s"
            if turn.get("cpu") is not None
            else ""
        )
        lines.append(f"{number:4}. {position.to_move:6} {who:8}{turn['move']:20}{used}")
        position = position.play(turn["move"])
        if boards:
            lines += [colour.drawing(draw.text(position)), ""]
    return lines


def _verdict(kept: Evidence) -> str:
    lines = [f"verdict: {kept['verdict']}" + (f" by {kept['guilty']}" if kept["guilty"] else "")]
    lines.append(f"reason: {kept.get('reason', '')}")
    lines.append(f"winner: {kept['winner'] or 'nobody'}")
    failed: dict[str, Any] | None = kept.get("failed")
    if failed:
        lines.append(f"time: {failed['cpu']:.3f} s CPU, {failed['wall']:.3f} s on the wall")
        for key in ("sent", "received"):
            text = failed.get(key)
            lines += [f"{key}:", *(f"  {line}" for line in (text or "(nothing)").splitlines()[:30])]
        stderr = kept.get("left", {}).get(kept["guilty"], {}).get("stderr", "")
        if stderr:
            lines += ["stderr:", *(f"  {line}" for line in stderr.splitlines()[-10:])]
    lines.append("checked: every move is legal and the verdict follows")
    return "\n".join(lines)
