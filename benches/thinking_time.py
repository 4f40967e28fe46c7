"""The promises about thinking time, in CPU seconds: how much is used, and whether that is allowed.

An agent that takes more than it has loses the game, and one that takes much less plays worse than
it could. Run by `make bench`; on a busy machine the same work costs more.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import hopsow
from hopsow import Position, Record, agents
from hopsow.agents import Clock
from hopsow.protocols import halma as halma_files
from hopsow.protocols.halma import HalmaTask

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

import metered
from shell import HOPSOW

RUNS = 30
# What pip writes into the file `hopsow`.
SCRIPT = "import sys\nfrom hopsow.cli import main\nsys.exit(main())"
BANK_S = 6.0
START = "rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50\n"
ENDGAME = ".....r......R.......w......W.... -1 r 12\n"
NO_CHOICE = "r................w.............. -1 r 50\n"


def main() -> None:
    print(f"{'CPU seconds':<56} {'used':>7}  promised")
    for game in hopsow.GAMES:
        row(f"engine, {game}, 0.1 a move", move("engine", game, 0.1), most=0.1)
        row(f"engine:time=0.05, {game}, 10 a move", move("engine:time=0.05", game, 10), 0.03, 0.2)
    with tempfile.TemporaryDirectory() as folder:
        halma(Path(folder))
    checkers()


def row(what: str, used: float, least: float = 0.0, most: float = float("inf")) -> None:
    promised = f"{least:.2f} to {most:.2f}" if least else f"at most {most:.2f}"
    verdict = "kept" if least <= used <= most else "BROKEN"
    print(f"{what:<56} {used:>7.3f}  {promised}: {verdict}", flush=True)


def move(spec: str, game: str, seconds: float) -> float:
    """One move of an agent that is told to spend at most so much."""
    agent = agents.make(spec, game)
    begin = time.process_time()
    agent.choose(hopsow.start(game), Clock(left=1000.0, move=seconds, counts_cpu=True))
    return time.process_time() - begin


def halma(folder: Path) -> None:
    start = hopsow.start("halma")
    for seconds in (0.1, 0.4, 1.0):
        used = respond(folder, "SINGLE", seconds, start)
        # Of a tenth of a second most is the interpreter's.
        row(f"hopsow halma, SINGLE {seconds}", used, 0.7 * seconds * (seconds > 0.1), seconds)
    for mode in halma_files.MODES:
        row(
            f"hopsow halma, {mode} 0.01, beyond an empty interpreter",
            start_of(folder, mode),
            most=0.008,
        )
    row("hopsow halma, GAME 20, the first move", respond(folder, "GAME", 20.0, start), most=1.0)
    row(f"hopsow halma, the rest of a game on {BANK_S}", rest_of_a_game(folder), most=BANK_S)


def respond(folder: Path, mode: str, seconds: float, position: Position) -> float:
    """One move of the course agent."""
    task = HalmaTask(mode, position.to_move, seconds, position)
    (folder / "input.txt").write_text(halma_files.write_input(task))
    return cpu_of([*HOPSOW, "halma", str(folder)])


def start_of(folder: Path, mode: str) -> float:
    """What the shortest answer costs beyond an empty interpreter, as it is installed."""
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    respond(folder, mode, 0.01, hopsow.start("halma"))
    answer = [sys.executable, "-c", SCRIPT, "halma", str(folder)]
    empty = [sys.executable, "-c", "pass"]
    pairs = [[cpu_of(command, compiled) for command in (answer, empty)] for _ in range(RUNS)]
    return min(used for used, _ in pairs) - min(bare for _, bare in pairs)


def rest_of_a_game(folder: Path) -> float:
    """The more that one of two course agents uses from the middle of a game to its end."""
    record = Record("halma")
    engine = hopsow.Engine("halma", 1)
    while len(record.moves) < 40:
        record.play(engine.search(record.positions, nodes=300).move or "")
    used = dict.fromkeys(record.start.sides, 0.0)
    folders = {side: folder / side for side in used}
    for place in folders.values():
        place.mkdir()
    while record.outcome is None:
        side = record.position.to_move
        left = max(BANK_S - used[side], 0.001)
        used[side] += respond(folders[side], "GAME", left, record.position)
        answer = (folders[side] / "output.txt").read_bytes()
        record.play(halma_files.parse_output(answer, record.position))
    return max(used.values())


def checkers() -> None:
    for words, seconds in ((["fast"], 0.1), ([], 1.0)):
        what = " ".join(["hopsow checkers", *words])
        process = metered.launch("checkers", *words)
        begin = metered.cpu(process)
        for number in ("first", "second", "third"):
            ask(process, ENDGAME)
            used = metered.cpu(process) - begin
            row(f"{what}, {number} move", used, most=seconds)
            begin += used
        metered.end(process)
    process = metered.launch("checkers")
    ask(process, START)
    row("hopsow checkers, a move with a choice", metered.cpu(process), least=0.8, most=1.0)
    metered.end(process)
    process = metered.launch("checkers")
    ask(process, NO_CHOICE)
    row("hopsow checkers, a move without a choice", metered.cpu(process), most=0.5)
    metered.end(process)


def ask(process: subprocess.Popen[bytes], line: str) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line.encode())
    process.stdin.flush()
    assert process.stdout.readline()


def cpu_of(command: list[str], environment: Mapping[str, str] = os.environ) -> float:
    """What a process uses from its start to its end."""
    process = subprocess.Popen(command, env={**os.environ, **environment})
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
