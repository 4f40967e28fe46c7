"""Matches: openings, pairs, repeatability, evidence, and what is left when one is killed."""

import io
import json
import os
import signal
import subprocess
import time
import uuid
from pathlib import Path
from typing import Any

import pytest
from hopsow.arena.contest import evidence
from hopsow.arena.contest.checks import replay
from hopsow.arena.contest.entrants import command, house_agent, named
from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.match import Match, Score
from hopsow.arena.contest.openings import Openings
from hopsow.arena.contest.task import Task
from hopsow.arena.contest.task import play as play_task
from hopsow.arena.limits import Limits
from hopsow.arena.process import sandbox
from hopsow.arena.referee.clocks import Clock, Stopwatch
from hopsow.arena.referee.game import Referee
from hopsow.arena.referee.seat import HouseSeat
from hopsow.arena.run import here
from hopsow.arena.run.here import play as play_here
from hopsow.arena.verdicts import Verdict
from hopsow.cli import INTERRUPTED, main
from hopsow.games import GAMES, parse
from hopsow.records import Record
from playing import play, processes_with, spec
from shell import HOPSOW, complaint, output, run


def match(*arguments: str, folder: Path) -> dict[str, Any]:
    text = output("match", *arguments, "--json", "--evidence", str(folder))
    actual: dict[str, Any] = json.loads(text)
    return actual


@pytest.mark.parametrize("game", GAMES)
def test_same_seed_same_games(game: str, tmp_path: Path) -> None:
    arguments = (game, "random", "greedy", "--games", "4", "--plies", "40", "--seed", "5")
    moves = []
    for number, extra in enumerate(((), ("--jobs", "2"))):
        actual = match(*arguments, *extra, folder=tmp_path / str(number))
        recorded = [evidence.read(result["evidence"]) for result in actual["results"]]
        moves.append([[turn.move for turn in game.moves] for game in recorded])
    assert moves[0] == moves[1]
    assert moves[0][0][:3] == moves[0][1][:3], "a pair shares its opening"
    assert moves[0][0][:4] != moves[0][2][:4], "two pairs do not"


@pytest.mark.parametrize("agent", ["random", "engine:level=1", "mcts:simulations=20"])
def test_the_seed_of_a_game_is_that_of_chance(agent: str) -> None:
    def moves(spec: str, seed: int) -> list[str | None]:
        task = Task("awari", (spec, "greedy"), limits=Limits(plies=30), seed=seed)
        return [turn.move for turn in here.play(task).moves]

    assert moves(agent, 5) == moves(agent, 5) != moves(agent, 6)
    assert moves(f"{agent}:seed=3", 5) == moves(f"{agent}:seed=3", 6)


def test_json_has_the_promised_keys(tmp_path: Path) -> None:
    actual = match("awari", "greedy", "random", "--games", "4", folder=tmp_path)
    keys = {"games", "wins", "draws", "losses", "elo", "elo_error", "results"}
    assert keys <= actual.keys()
    assert actual["games"] == actual["wins"] + actual["draws"] + actual["losses"] == 4
    assert [result["first"] for result in actual["results"]] == ["A", "B", "A", "B"]
    keys = {"first", "winner", "verdict", "guilty", "plies", "evidence"}
    assert all(keys <= result.keys() for result in actual["results"])


def test_replay_shows_and_checks(tmp_path: Path) -> None:
    actual = match("checkers", "greedy", "random", "--games", "1", folder=tmp_path)
    path = actual["results"][0]["evidence"]
    assert "checked: every move is legal and within the limits, and the verdict" in output(
        "replay", path
    )
    assert json.loads(output("replay", path, "--json"))["checked"] is True


def test_replay_escapes_what_a_program_wrote(tmp_path: Path) -> None:
    """A program must not repaint the terminal on which its verdict is read."""
    _, game = play("paints", "checkers")
    game.write(tmp_path / "game.json")
    text = output("replay", str(tmp_path / "game.json"))
    assert "\x1b" not in text
    assert text.count("\\x1b[2J") == 3  # what was received, the reason that quotes it, and stderr


def test_match_says_that_programs_run_without_a_sandbox(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sandbox, "_problem", lambda: "bubblewrap is not installed")
    monkeypatch.setattr(sandbox, "has_landlock", lambda: False)
    agents = [spec("honest", "checkers"), "random", "--plies", "2", "--no-evidence"]
    assert main(["match", "checkers", *agents]) == 0
    sentence = capsys.readouterr().err
    assert sentence == "hopsow: programs run without a sandbox: bubblewrap is not installed\n"
    assert main(["match", "checkers", *agents, "--sandbox", "off"]) == 0
    assert capsys.readouterr().err == ""
    assert main(["match", "checkers", *agents, "--sandbox", "require"]) == 2
    sentence = capsys.readouterr().err
    assert sentence.startswith("hopsow: no sandbox on this machine: bubblewrap is not installed; ")


def test_matches_never_mix_their_evidence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    agents = ("awari", "greedy", "random", "--plies", "6")
    for name in ("hopsow-evidence", "hopsow-evidence-2", "hopsow-evidence-3"):
        assert output("match", *agents).splitlines()[-1] == f"evidence: {name}"
        assert len(os.listdir(name)) == 2
    sentence = complaint("match", *agents, "--evidence", "hopsow-evidence-2")
    assert sentence == "hopsow-evidence-2 has the evidence of another match, name a folder without"


def test_the_opening_is_told() -> None:
    def first(*openings: str) -> str:
        agents = ("checkers", "greedy", "random", "--plies", "3", "--no-evidence")
        return output("match", *agents, *openings).partition(":")[0]

    assert first("--openings", "start") == "game 1, A first, from the start"
    assert first() == "game 1, A first, opening 10-14 22-17 6-10"
    assert "level for checkers" in " ".join(output("match", "--help").split())


@pytest.mark.parametrize(
    ("typed", "ending"),
    [("resign\n", "red resigned"), ("", "the input ended before the game did")],
)
def test_a_person_begins_at_the_start_and_may_give_up(
    typed: str, ending: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    arguments = ["match", "checkers", "human", "greedy", "--games", "1", "--no-evidence"]
    assert main(arguments) == 0
    line = "game 1, A first, from the start: B wins after 0 plies, no-answer by A: "
    assert f"{line}{ending}" in capsys.readouterr().out


@pytest.mark.parametrize(("option", "clock"), [((), None), (("--cpu", "7"), 7.0)])
def test_a_person_has_no_clock_unless_one_is_set(
    option: tuple[str, ...], clock: float | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("resign\n"))
    words = ["match", "checkers", "greedy", "human", "--games", "1", "--evidence", str(tmp_path)]
    assert main([*words, *option]) == 0
    recorded = evidence.read(str(tmp_path / "game-00001.json"))
    both = recorded.limits, recorded.limits_b or recorded.limits
    assert [each["cpu_move"] for each in both] == [clock or 1.0, clock]
    assert (both[1]["wall_move"] is None) == (clock is None)


def test_quit_ends_a_match_of_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["match", "checkers", "human", "greedy", "--no-evidence"]) == INTERRUPTED


def test_an_opening_may_begin_with_a_position(tmp_path: Path) -> None:
    (tmp_path / "late.txt").write_text("0-0-0-0-2-1-0-0-1-0-0-0-24-20-S E\n")
    agents = (
        "awari",
        "greedy",
        "random",
        "--no-evidence",
        "--openings",
        str(tmp_path / "late.txt"),
    )
    assert ", opening 0-0-0-0-2-1-0-0-1-0-0-0-24-20-S E: " in output("match", *agents)


def test_a_handicap_holds_for_one_side_alone(tmp_path: Path) -> None:
    """Both burn half a second for a move, which only A may."""
    burner = spec("steady", "checkers", "0.5")
    limits = ("--cpu", "300", "--limits-b", "cpu=0.2", "--plies", "2", "--openings", "start")
    actual = match("checkers", burner, burner, "--games", "1", *limits, folder=tmp_path)
    (game,) = actual["results"]
    assert (game["verdict"], game["guilty"], game["plies"]) == ("cpu-time", "B", 1)
    recorded = evidence.read(game["evidence"])
    assert recorded.limits_b is not None
    assert (recorded.limits["cpu_move"], recorded.limits_b["cpu_move"]) == (300.0, 0.2)
    replay(recorded)


def test_replay_ends_with_what_was_used_and_left(tmp_path: Path) -> None:
    burner = spec("steady", "checkers", "0.2")
    limits = ("--cpu-game", "100", "--plies", "4", "--openings", "start", "--games", "1")
    actual = match("checkers", burner, "random", *limits, folder=tmp_path)
    path = actual["results"][0]["evidence"]
    used = json.loads(output("replay", path, "--json"))["totals"]
    assert (used["A"]["moves"], used["B"]["moves"]) == (2, 2)
    assert used["A"]["cpu_largest"] >= used["A"]["cpu_mean"] > 0.2
    assert used["A"]["cpu_left"] == pytest.approx(100 - used["A"]["cpu"])
    assert "A: 2 moves, CPU time " in output("replay", path)
    assert "s of CPU time left" in output("replay", path)


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_is_told_within_a_game(jobs: int) -> None:
    """By games played here and by those of workers alike."""
    limits = Limits(wall_move=300.0, plies=6)
    tasks = [
        (number, Task("checkers", (spec("steady", "checkers", "0.3"), "random"), limits=limits))
        for number in range(2)
    ]
    heard: list[tuple[int, int]] = []
    played = dict(here.run(tasks, jobs, lambda key, plies: heard.append((key, plies))))
    assert {game.plies for game in played.values()} == {6}
    for game in (0, 1):
        begin, *later = (plies for key, plies in heard if key == game)
        assert begin == 0
        assert later
        assert all(0 < plies <= 6 for plies in later)


def damage(change: dict[str, Any]) -> Any:
    return lambda recorded: recorded.update(change)


def spoil_move(recorded: dict[str, Any]) -> None:
    recorded["moves"][2]["move"] = recorded["moves"][0]["move"]


DAMAGES = [
    (spoil_move, "move 3: "),
    (damage({"winner": "A", "verdict": "crash", "guilty": "A"}), "the guilty side has not lost"),
    (damage({"verdict": "ply-cap"}), "the game was over by the rules"),
    (damage({"plies": 3}), "3 plies are claimed"),
    (damage({"verdict": "tiredness"}), 'verdict = "tiredness": expected rules, repetition, '),
    (damage({"moves": 7}), "the evidence is damaged: moves = 7: expected a list"),
    (damage({"winner": "C"}), 'the evidence is damaged: winner = "C": expected A, B or null'),
    (damage({"limits": {"plies": "x"}}), 'plies = "x" in limits: expected a number or true or'),
    (damage({"used": {"A": {}}}), 'used = {"A": {}}: expected at least 2 of them'),
    (damage({"left": {"A": {"stderr": 7}}}), "stderr = 7 in left.A: expected a text"),
    (
        damage({"left": {"A": 7}}),
        "the evidence is damaged: A = 7 in left: expected a table of keys and values",
    ),
    (damage({"moves": [7]}), "the evidence is damaged: move 1 = 7: expected a table"),
    (damage({"version": 0}), "evidence of version 0, expected 1"),
    (damage({"format": "poem"}), "not a file of evidence"),
]


@pytest.mark.parametrize(("spoil", "problem"), DAMAGES)
def test_replay_refuses_what_does_not_hold(spoil: Any, problem: str, tmp_path: Path) -> None:
    task = Task("awari", ("greedy", "random"), limits=Limits())
    recorded = json.loads(json.dumps(play_here(task).as_json()))
    spoil(recorded)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(recorded))
    assert problem in complaint("replay", str(path))


def test_replay_refuses_half_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text('{"format": "hopsow evid')
    assert complaint("replay", str(path)).startswith(f"{path}: not JSON: ")


BAD = [
    (("checkers", "nonsense", "random"), 'unknown agent "nonsense"'),
    (("checkers", "engin:level=3", "random"), 'agent "engin:level=3", did you mean engine?'),
    (("checkers", "cmd:./nowhere", "random"), "the program ./nowhere is not found"),
    (("checkers", "python3 -u nowhere.py", "random"), "the file nowhere.py is not found"),
    (("checkers", "cmd:", "random"), "expected cmd:PROGRAM ARGS"),
    (("awari", "cmd:cat", "random"), "Awari has no course format for programs, use ugi:"),
    (("checkers", "cmd:cat", "random", "--rules", "tournament"), "knows only the rules dd2380"),
    (("checkers", "random", "random", "--games", "0"), "--games and --jobs are at least 1"),
    (("checkers", "random", "random", "--cpu", "-1"), "cpu_move is -1.0, expected more than 0"),
    (("awari", "random", "random", "--openings", "level"), "are of checkers, not of awari"),
    (("awari", "random", "random", "--sprt", "5", "0"), "found 5 0, expected elo0 < elo1"),
    (
        ("awari", "random", "random", "--sprt", "0", "inf"),
        "sprt: found 0 inf, expected elo0 < elo1",
    ),
    (("awari", "random", "random", "--limits-b", "time=3"), "--limits-b: found 'time=3', expected"),
    (("awari", "random", "random", "--limits-b", "cpu=x"), "--limits-b: cpu is a number, not 'x'"),
    (("awari", "random", "random", "--seed", "-1"), "the seed is -1, expected at least 0"),
    (("awari", "cmd", "random"), "expected cmd:PROGRAM ARGS"),
]


LONG = "deepblue:with=a-text-that-is-longer-than-any-that-is-quoted"


def test_a_text_that_names_no_agent_is_quoted_in_full() -> None:
    with pytest.raises(ValueError, match=f'unknown agent "{LONG}"'):
        named(LONG, "awari")


@pytest.mark.parametrize("name", ["agent.py", "./agent.py"])
def test_a_file_that_needs_an_interpreter_is_told_which(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "agent.py").write_text("")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=f'is not executable: did you mean "python3 {name} -x"'):
        named(f"cmd:{name} -x", "checkers")


def test_a_folder_named_like_the_program_hides_it_from_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sh").mkdir()
    monkeypatch.chdir(tmp_path)
    assert named("sh sh", "checkers") == "cmd:sh sh"
    assert command("cmd:sh sh") == ["sh", str(tmp_path / "sh")]


@pytest.mark.parametrize(("arguments", "problem"), BAD)
def test_bad_input_is_one_sentence(arguments: tuple[str, ...], problem: str) -> None:
    assert problem in complaint("match", *arguments)


@pytest.mark.skipif(
    os.geteuid() != 0 and not os.access("/dev/full", os.W_OK), reason="no /dev/full"
)
def test_evidence_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("match", "awari", "greedy", "greedy", "--evidence", str(tmp_path / "file"))
    assert done.returncode == 2
    assert done.stderr == f"hopsow: {tmp_path}/file: File exists\n"


def test_openings_file(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text("# two\n11-15 22-18\nW:W18,24,K10:B12,16,K22 10-6\n")
    openings = Openings("checkers", None, str(path), 0)
    assert {opening.moves for opening in openings.listed} == {("11-15", "22-18"), ("10-6",)}
    path.write_text("11-15\n11-15 15-11\n")
    with pytest.raises(ValueError, match=r"book\.txt: line 2: "):
        Openings("checkers", None, str(path), 0)
    path.write_bytes(b"11-15\n\xff\n")
    with pytest.raises(ValueError, match=r"book\.txt: line 2, column 1: found the byte 0xff"):
        Openings("checkers", None, str(path), 0)


def test_more_time_left_wins_a_draw() -> None:
    agents = ("random", "minimax:depth=3")
    task = Task("halma", agents, limits=Limits(plies=6, cpu_game=100.0), draws="time")
    game = play_task(task)
    assert (game.verdict, game.winner, game.guilty) == (Verdict.PLY_CAP, "A", None)
    recorded = Evidence.of(task, game)
    assert recorded.used["A"]["cpu"] < recorded.used["B"]["cpu"]
    replay(recorded)


def test_halma_repetition_is_the_referees() -> None:
    class Shuffler:
        def choose(self, position: Any, clock: Any) -> Any:
            turn = len(clock.earlier) // 2 % 2
            there, back = {"black": ("6,6-7,7", "7,7-6,6"), "white": ("9,9-8,9", "8,9-9,9")}[
                position.to_move
            ]
            return position.move((there, back)[turn])

    start = parse("halma", SHUFFLE)
    seats = {"A": HouseSeat(Shuffler()), "B": HouseSeat(Shuffler())}
    game = Referee(seats, start, Limits(plies=100)).play()
    assert (game.verdict, game.winner, game.plies) == (Verdict.REPETITION, None, 8)


# All men out of their camps, so that both sides may walk to and fro.
SHUFFLE = (
    "16/16/16/8bbb5/8bbb5/8bbb5/6b1bbb5/8bbb5/8bbb5/9w6/3www10/3www10/3www10/3www10/3www10/3www10 b"
)


def test_pairs_are_counted_by_points() -> None:
    score = Score()
    for number, winner in enumerate(["A", "A", "A", None, "B", "A", None, "B", "B", "B"]):
        score.add(number, winner)
    assert score.pairs == [1, 1, 1, 1, 1]
    assert (score.wins, score.draws, score.losses) == (4, 2, 4)


def test_sequential_test_stops_when_decided() -> None:
    from hopsow.arena.results.statistics import Sprt

    match, sprt = Match("awari", ("minimax:depth=2", "random"), games=1000), Sprt(0, 200)
    score = Score()
    for _ in match.play(here.run, score, lambda score: bool(sprt.decision(score.counts))):
        pass
    assert score.games < 100
    assert sprt.decision(score.counts) == "H1"


class Slow:
    """Plays the first legal move after some time, thinking or asleep."""

    def __init__(self, seconds: float, asleep: bool = False) -> None:
        self.seconds, self.asleep = seconds, asleep

    def choose(self, position: Any, clock: Any) -> Any:
        if self.asleep:
            time.sleep(self.seconds)
        end = time.process_time() + (0.0 if self.asleep else self.seconds)
        while time.process_time() < end:
            pass
        return position.legal_moves[0]


def house_game(a: Any, b: Any, limits: Limits) -> Evidence:
    seats = {"A": HouseSeat(a), "B": HouseSeat(b)}
    task = Task("awari", ("random", "random"), limits=limits)
    return Evidence.of(task, Referee(seats, task.start(), limits).play())


@pytest.mark.parametrize(
    ("slow", "limits", "verdict"),
    [
        (Slow(0.2), Limits(cpu_move=0.1, wall_move=60.0), "cpu-time"),
        (Slow(2.0, asleep=True), Limits(cpu_move=60.0, wall_move=1.0), "wall-time"),
    ],
)
def test_an_agent_of_the_house_can_be_late(slow: Slow, limits: Limits, verdict: str) -> None:
    recorded = house_game(house_agent("greedy", "awari"), slow, limits)
    assert (recorded.verdict.value, recorded.guilty, recorded.plies) == (verdict, "B", 1)
    assert recorded.failed is not None
    limit = {"cpu-time": limits.cpu_move, "wall-time": limits.wall_move}[verdict]
    assert getattr(recorded.failed, verdict.partition("-")[0]) > limit


def test_sleep_is_no_cpu_time() -> None:
    recorded = house_game(Slow(0.03, asleep=True), Slow(0.03), Limits(cpu_move=60.0, plies=6))
    assert recorded.used["A"]["cpu"] < recorded.used["A"]["wall"] / 2
    assert recorded.used["B"]["cpu"] >= 0.08


def test_many_short_moves_empty_a_bank_to_the_last_drop() -> None:
    """Moves shorter than the meter's step: the one that breaks the limit, and no other, loses."""
    bank = 0.004
    recorded = house_game(Slow(0.0003), Slow(0.0003), Limits(cpu_game=bank))
    assert recorded.verdict is Verdict.CPU_TIME
    assert recorded.failed is not None
    used = [turn.cpu for turn in recorded.moves if turn.by == recorded.guilty]
    assert len(used) > 1
    assert sum(used) < bank + 1e-5 < sum(used) + recorded.failed.cpu + 2e-5


def test_a_side_that_moves_twice_in_a_row_is_charged_for_both() -> None:
    """The watch goes by who moved, not by odd and even plies."""
    clocks = {"A": Clock(Limits()), "B": Clock(Limits())}
    watch = Stopwatch(clocks)
    watch.marks, watch.movers = [0.0, 1.0, 3.0, 7.0, 15.0], ["A", "B", "B", "A"]
    watch.settle()
    assert (clocks["A"].wall_used, clocks["B"].wall_used) == (9.0, 6.0)


def test_an_agent_of_the_house_that_fails_is_a_crash() -> None:
    class Broken:
        def choose(self, position: Any, clock: Any) -> Any:
            raise RuntimeError("no idea")

    seats = {"A": HouseSeat(house_agent("random", "awari")), "B": HouseSeat(Broken())}
    game = Referee(seats, Record("awari").start, Limits()).play()
    assert (game.verdict, game.guilty, game.reason) == (Verdict.CRASH, "B", "RuntimeError: no idea")
    assert "no idea" in game.left["B"]["stderr"]


@pytest.mark.parametrize("choice", ["off", "auto"])
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_killed_match_leaves_no_process(
    choice: str, jobs: str, number: signal.Signals, tmp_path: Path
) -> None:
    mark = f"mark-{uuid.uuid4().hex}"
    program = spec("ignores_sigterm", "checkers", mark)
    arguments = ["match", "checkers", program, "random", "--games", "2", "--openings", "random"]
    limits = ["--cpu", "1000", "--jobs", jobs, "--sandbox", choice]
    process = subprocess.Popen(
        [*HOPSOW, *arguments, *limits],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(tmp_path)},  # where one that is killed leaves its folders
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    # The match itself, and for every game the program and its child.
    wait_until(lambda: len(processes_with(mark)) == 1 + 2 * int(jobs))
    process.send_signal(number)
    process.wait()
    wait_until(lambda: not processes_with(mark))


def wait_until(is_so: Any) -> None:
    """Look until it is so; five minutes on a busy machine are still no hang."""
    end = time.monotonic() + 300
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)
