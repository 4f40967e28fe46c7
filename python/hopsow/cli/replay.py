"""`hopsow replay`: show a recorded game and check it again, move by move."""

from __future__ import annotations

import json
from dataclasses import asdict

from hopsow import draw
from hopsow.arena.contest import evidence, signature
from hopsow.arena.contest.checks import UNCHECKED, replay
from hopsow.arena.contest.evidence import Evidence, Total
from hopsow.cli import colour, play
from hopsow.cli.arguments import add_json, plain_parser
from hopsow.cli.printable import printable
from hopsow.files import read_small
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
    arguments.add_argument(
        "--open", action="store_true", help="open the game on the board in the browser"
    )
    play.add_address(arguments)
    add_json(arguments)
    given = arguments.parse_args(argv)
    game = evidence.read(given.file)
    try:
        signed = signature.check(json.loads(read_small(given.file)))
        record = replay(game)
    except ValueError as error:
        raise ValueError(f"{given.file}: {error}") from None
    if given.json:
        keys = ("game", "rules", "agents", "first", "winner", "verdict", "guilty", "plies")
        written = game.as_json()
        total = {key: written[key] for key in keys}
        totals = {name: asdict(used) for name, used in game.totals().items()}
        position = str(record.position)
        proven = {} if game.proof is None else {"proof": written["proof"]}
        about = {**total, **proven, "totals": totals, "position": position, "checked": True}
        about |= {"signature": signed, "unchecked": UNCHECKED}
        print(json.dumps(about))
        return 0
    print(f"{game.game} ({game.rules}), {game.first} first")
    for name, spec in game.agents.items():
        print(printable(f"{name}: {spec}"))
    print("\n".join(_lines(game, given.boards)))
    print()
    print(colour.drawing(draw.text(record.position)))
    print(record.position)
    print(printable("\n".join([*_totals(game), *_verdict(game), *_checked(signed)])), flush=True)
    if given.open:
        from hopsow.web.board.link import to_game

        return play.open_board(given, to_game(record))
    return 0


def _lines(game: Evidence, boards: bool) -> list[str]:
    position = parse(game.game, game.start, game.rules)
    lines = [f"sandbox: {(game.sandbox or {}).get('kind', 'none needed')}", ""]
    for number, turn in enumerate(game.moves, 1):
        who, move = turn.by or "opening", turn.move or ""
        used = f"  {turn.cpu:.3f} s CPU, {turn.wall:.3f} s" if turn.by else ""
        lines.append(f"{number:4}. {position.to_move:6} {who:8}{move:20}{used}")
        position = position.play(move)
        if boards:
            lines += [colour.drawing(draw.text(position)), ""]
    return lines


def _totals(game: Evidence) -> list[str]:
    lines = []
    for name, used in game.totals().items():
        moves = "1 move" if used.moves == 1 else f"{used.moves} moves"
        lines.append(
            f"{name}: {moves}, CPU time {used.cpu:.3f} s: {used.cpu_mean:.3f} s a move, "
            f"{used.cpu_largest:.3f} s at most{_left(used)}"
        )
    return lines


def _left(used: Total) -> str:
    left = (
        f"{seconds:.3f} s of {clock} left"
        for clock, seconds in (("CPU time", used.cpu_left), ("wall time", used.wall_left))
        if seconds is not None
    )
    return "".join(f", {each}" for each in left)


def _verdict(game: Evidence) -> list[str]:
    lines = [f"verdict: {game.verdict.value}" + (f" by {game.guilty}" if game.guilty else "")]
    lines += [f"reason: {game.reason}", f"winner: {game.winner or 'nobody'}"]
    failed = game.failed
    if failed is not None:
        lines.append(f"time: {failed.cpu:.3f} s CPU, {failed.wall:.3f} s wall")
        for name, text in (("sent", failed.sent), ("received", failed.received)):
            lines += [f"{name}:", *_indented((text or "(nothing)").splitlines()[:30])]
        stderr = game.left.get(game.guilty or "", {}).get("stderr", "")
        if stderr:
            lines += ["stderr:", *_indented(stderr.splitlines()[-10:])]
    return lines


def _checked(signed: str) -> list[str]:
    checked = "every move is legal and within the limits, and the verdict follows"
    not_checked = [f"not checked: {each}" for each in UNCHECKED]
    return [f"checked: {checked}", *not_checked, f"signature: {signed}"]


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]
