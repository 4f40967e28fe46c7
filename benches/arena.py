"""What the referee measures and what it costs: `python benches/arena.py [NAME…]`.

Prints one line per figure with its bound. The programs that are measured are a few lines of Python
each; a program's own start is measured by starting it without a referee.
"""

from __future__ import annotations

import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from hopsow.agents import Clock as AgentClock
from hopsow.arena.contest.entrants import house_agent
from hopsow.arena.contest.task import Task, program_seat
from hopsow.arena.contest.task import play as play_task
from hopsow.arena.contest.tournament import read
from hopsow.arena.limits import Limits
from hopsow.arena.process.link import Link
from hopsow.arena.process.program import Allowance, Program
from hopsow.arena.process.sandbox import Sandbox
from hopsow.arena.referee.clocks import Clock
from hopsow.arena.results import report
from hopsow.arena.results.database import Database
from hopsow.arena.run.here import play
from hopsow.games import GAMES
from hopsow.records import Record

BURN = """
import os, resource, sys, threading, time
def burn(seconds, clock):
    while time.clock_gettime(clock) < seconds:
        pass
how = sys.argv[1]
if how == "thread":
    burn(1.0, time.CLOCK_PROCESS_CPUTIME_ID)
elif how == "threads":
    other = threading.Thread(target=burn, args=(0.5, time.CLOCK_THREAD_CPUTIME_ID))
    other.start()
    burn(1.0, time.CLOCK_PROCESS_CPUTIME_ID)
    other.join()
elif os.fork() == 0:
    burn(1.0, time.CLOCK_PROCESS_CPUTIME_ID)
    os._exit(0)
else:
    os.wait()
children = resource.getrusage(resource.RUSAGE_CHILDREN)[:2]
print(time.clock_gettime(time.CLOCK_PROCESS_CPUTIME_ID), sum(children), flush=True)
"""
PIPE = """
import sys
while True:
    line = sys.stdin.readline()
    if not line:
        break
    sys.stdout.write("pong\\n")
    sys.stdout.flush()
"""
FILES = "echo E 4,1 5,2 > output.txt"
LIMITS = Limits(cpu_move=60.0, wall_move=300.0)
ONE_MOVE = Limits(cpu_move=60.0, wall_move=300.0, plies=1)
HIDES, BURNT_S = Path(__file__).parents[1] / "tests" / "programs" / "hides_children.py", 2.0


def say(name: str, value: str, bound: str) -> None:
    print(f"{name:58} {value:>22}   {bound}", flush=True)


def cpu_charged() -> None:
    """What is charged, against what the program itself and its system say it used."""
    for how, name in (("thread", "one thread"), ("threads", "two threads"), ("child", "a child")):
        with tempfile.TemporaryDirectory() as folder:
            argv = [sys.executable, "-S", "-c", BURN, how]
            program = Program(argv, Path(folder), LIMITS, Sandbox.choose("auto"))
            program.launch(60.0)
            own, children = map(float, program.read_line(Allowance(60.0, 300.0)).split())
            program.wait_exit(Allowance(60.0, 300.0))
            program.meter.look()
            charged = program.meter.cpu
            program.close()
        used = own + children
        error = f"{charged:.4f} of {used:.4f} s"
        say(f"CPU charged for 1 s in {name}", error, "within 2 % or 10 ms")


def hidden_cpu() -> None:
    """What a program can burn in a move without being charged, for each way of counting."""
    ways = {"event": "the kernel's counter", "group": "a control group", "": "looks at /proc alone"}
    for counter, name in ways.items():
        Link.counters = frozenset({counter})
        for how in ("ignored", "nocldwait", "dying", "short"):
            words = [sys.executable, str(HIDES), "checkers", how, str(BURNT_S)]
            task = Task("checkers", (f"cmd:{shlex.join(words)}", "random"), limits=ONE_MOVE)
            charged = play(task).used["A"]["cpu"]
            hidden = max(0.0, BURNT_S - charged)
            bound = "0.00 s" if counter else ""
            say(f"CPU hidden of {BURNT_S} s, {how} children, {name}", f"{hidden:.2f} s", bound)
    Link.counters = frozenset(ways)


def pipe_overhead() -> None:
    """A line to and fro, with the meter read, against the same over bare pipes."""
    rounds = 2000
    bare = subprocess.Popen(
        [sys.executable, "-S", "-c", PIPE], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert bare.stdin is not None
    assert bare.stdout is not None

    def bare_round() -> None:
        assert bare.stdin is not None
        assert bare.stdout is not None
        bare.stdin.write(b"ping\n")
        bare.stdin.flush()
        bare.stdout.readline()

    alone = _median(bare_round, rounds)
    bare.stdin.close()
    bare.stdout.close()
    bare.wait()
    with tempfile.TemporaryDirectory() as folder:
        argv = [sys.executable, "-S", "-c", PIPE]
        program = Program(argv, Path(folder), LIMITS, Sandbox.choose("auto"))
        program.launch(60.0)
        clock = Clock(LIMITS)

        def refereed() -> None:
            program.pending()
            program.send(b"ping\n")
            program.read_line(Allowance(clock.cpu, clock.wall))
            program.meter.glance()
            clock.charge(program.used(), 0.0)

        together = _median(refereed, rounds)
        program.close()
    say("referee per move of a pipe program", f"{(together - alone) * 1e3:.3f} ms", "≤ 0.3 ms")


def file_overhead() -> None:
    """A whole move of a file program, in turns with starting it alone; the quietest of each."""
    rounds, alone, together = 200, [], []
    task = Task("halma", (f"cmd:/bin/sh -c '{FILES}'", "random"), limits=LIMITS)
    with tempfile.TemporaryDirectory() as folder:
        argv = ["/bin/sh", "-c", f"cd {folder}; {FILES}"]
        seat = program_seat(task, task.agents[0], Path(folder) / "A", Sandbox.choose("auto"))
        seat.sit({}, ())
        record, clock = Record("halma"), Clock(LIMITS)
        for _ in range(rounds):
            begun = time.perf_counter()
            os.waitpid(os.posix_spawn(argv[0], argv, {"PATH": os.defpath}), 0)
            halfway = time.perf_counter()
            seat.ask(record, clock)
            alone.append(halfway - begun)
            together.append(time.perf_counter() - halfway)
        seat.program.close()
    added = min(together) - min(alone)
    say("referee per move of a file program", f"{added * 1e3:.3f} ms", "≤ 3 ms")


def _median(act: Callable[[], object], rounds: int) -> float:
    for _ in range(5):
        act()
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        act()
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def random_games() -> None:
    """Games of random against random, in turns with the same moves played without a referee.

    A few games at a time, of which the quickest run counts: so the figures hold on a machine that
    has other work too. The evidence, which is put together when it is asked for, is a line of its
    own.
    """
    games, at_once, rounds = 100, 20, 15
    for game in GAMES:
        limits = Limits(cpu_move=60.0, plies=500)
        tasks = [Task(game, ("random", "random"), limits=limits, seed=n) for n in range(games)]
        ways: dict[str, Callable[[Task], object]]
        ways = {"alone": _play_alone, "refereed": play_task, "with evidence": play}
        spent = dict.fromkeys(ways, 0.0)
        for first in range(0, games, at_once):
            quickest = dict.fromkeys(ways, float("inf"))
            for _ in range(rounds):
                for name, way in ways.items():
                    begun = time.perf_counter()
                    for task in tasks[first : first + at_once]:
                        way(task)
                    quickest[name] = min(quickest[name], time.perf_counter() - begun)
            spent = {name: spent[name] + quickest[name] for name in ways}
        for name, bound in (("refereed", "≤ 20 %"), ("with evidence", "")):
            added = spent[name] / spent["alone"] - 1
            figures = f"+{added:.0%} ({spent[name] / games * 1e6:.0f} µs a game)"
            say(f"games of {game}, random against random, {name}", figures, bound)


def _play_alone(task: Task) -> None:
    agents = [
        house_agent(spec, task.game, 2 * task.seed + side) for side, spec in enumerate(task.agents)
    ]
    record, clock, ply = Record(task.game), AgentClock(), 0
    position = record.position
    while record.outcome is None and ply < 500:
        position = record.play(agents[ply % 2].choose(position, clock))
        ply += 1


def report_time() -> None:
    """A report on 10,000 games."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.toml"
        agents = "".join(
            f'[[agents]]\nname = "a{n}"\nspec = "random:seed={n}"\n' for n in range(10)
        )
        path.write_text(f'game = "checkers"\ngames = 2\nrounds = 112\n{agents}')
        tournament = read(path)
        kept = [play(Task("checkers", ("random", "random"), seed=n)) for n in range(50)]
        random = Random(1)
        with Database(tournament.database, tournament.identity) as database:
            database._connection.execute("PRAGMA synchronous = OFF")
            for round_number in range(tournament.round_count()):
                for key, _ in tournament.tasks(round_number, []):
                    database.add(key, random.choice(kept))
            games = len(database.rows())
            begun = time.perf_counter()
            report.write(tournament, database, tournament.report)
            spent = time.perf_counter() - begun
            size = tournament.report.stat().st_size / 1e6
    say(f"report on {games} games ({size:.1f} MB)", f"{spent:.1f} s", "≤ 10 s")


BENCHES = (cpu_charged, hidden_cpu, pipe_overhead, file_overhead, random_games, report_time)

if __name__ == "__main__":
    wanted = sys.argv[1:]
    for bench in BENCHES:
        if not wanted or bench.__name__ in wanted:
            bench()
