"""Tournaments: schedules, the database through kills, ratings, the report, and bad files."""

import json
import re
import sqlite3
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hopsow.arena.contest import schedule
from hopsow.arena.contest.checks import replay
from hopsow.arena.contest.task import Task
from hopsow.arena.contest.tournament import Row, read
from hopsow.arena.limits import Limits
from hopsow.arena.process import sandbox
from hopsow.arena.results import report
from hopsow.arena.results.database import Database, frames
from hopsow.arena.results.ratings import rate
from hopsow.arena.results.statistics import elo, strength
from hopsow.arena.run import here
from hopsow.cli import main
from hypothesis import given
from hypothesis import strategies as st
from shell import complaint, output, run
from tournaments import write

KILLS = 50


@given(st.integers(2, 20))
def test_round_robin_lets_everyone_meet_everyone_once(count: int) -> None:
    agents = [f"agent {number}" for number in range(count)]
    rounds = schedule.round_robin(agents)
    met = [frozenset(pair) for pairs in rounds for pair in pairs]
    assert sorted(map(sorted, met)) == sorted(map(sorted, combinations(agents, 2)))
    assert all(len({a for pair in pairs for a in pair}) == 2 * len(pairs) for pairs in rounds)


def test_gauntlet_is_the_first_against_all() -> None:
    assert schedule.gauntlet("abc") == [[("a", "b")], [("a", "c")]]


@given(st.integers(2, 12), st.randoms(use_true_random=False))
def test_swiss_repeats_no_pairing_and_shares_the_byes(count: int, random: object) -> None:
    agents = [f"agent {number}" for number in range(count)]
    results: list[tuple[str, str, float]] = []
    for _ in range(min(schedule.rounds_for_everyone(count), count - 1)):
        pairs, bye = schedule.swiss(agents, results)
        assert len(pairs) == count // 2
        assert {a for pair in pairs for a in pair} | ({bye} - {None}) == set(agents)
        results += [(a, b, random.choice([0.0, 0.5, 1.0])) for a, b in pairs]  # type: ignore[attr-defined]
        results += [(bye, "", 1.0)] if bye else []
    byes = [a for a, b, _ in results if not b]
    assert len(byes) == len(set(byes))
    if count > 4:  # with so few, no pairing without a repeat may be left
        met = [frozenset((a, b)) for a, b, _ in results if b]
        assert len(met) == len(set(met))


def test_swiss_pairs_equals_with_equals() -> None:
    results = [("a", "b", 1.0), ("c", "d", 0.0)]
    assert schedule.swiss("abcd", results)[0] == [("a", "d"), ("b", "c")]


def strongest_first(a: str, b: str) -> float:
    return 1.0 if int(a) < int(b) else 0.0


@given(st.integers(2, 40), st.integers(0, 10**6), st.booleans())
def test_a_knockout_halves_the_field_until_one_is_left(n: int, seed: int, by_seed: bool) -> None:
    agents = [str(number) for number in range(n)]
    random = Random(seed)
    results: list[schedule.Result] = []
    rounds = 0
    while pairs := schedule.knockout(agents, results):
        rounds += 1
        assert len({agent for pair in pairs for agent in pair}) == 2 * len(pairs)
        assert all(int(a) < int(b) for a, b in pairs), "the better seed is A"
        shares = (0.0, 0.25, 0.5, 1.0)
        results += [
            (a, b, strongest_first(a, b) if by_seed else random.choice(shares)) for a, b in pairs
        ]
    assert (rounds, len(results)) == (schedule.rounds_for_everyone(n), n - 1)
    losers = [b if share >= 0.5 else a for a, b, share in results]
    order = schedule.knockout_order(agents, results)
    assert sorted(order) == sorted(agents)
    assert {order[0], *losers} == set(agents), "everyone but the winner has lost once"
    assert order[1] == losers[-1]
    if by_seed and n > 2:
        assert results[-1][:2] == ("0", "1")
        assert set(order[:4]) == set(agents[:4])


def test_byes_of_a_knockout_go_to_the_first() -> None:
    assert schedule.knockout("abcde", []) == [("d", "e")]
    assert schedule.knockout("abcde", [("d", "e", 0.0)]) == [("a", "e"), ("b", "c")]


@given(st.integers(2, 12), st.randoms(use_true_random=False))
def test_a_ladder_of_as_many_rounds_sorts_its_agents(count: int, random: Random) -> None:
    agents = [str(number) for number in range(count)]
    random.shuffle(agents)
    results: list[schedule.Result] = []
    for turn in range(count):
        pairs = schedule.ladder(agents, results, turn)
        results += [(a, b, strongest_first(a, b)) for a, b in pairs]
    assert schedule.ladder_order(agents, results) == sorted(agents, key=int)


def test_shared_points_leave_a_ladder_as_it_is() -> None:
    assert schedule.ladder_order("abc", [("a", "b", 0.5), ("b", "c", 0.25)]) == ["a", "c", "b"]
    assert schedule.ladder("abc", [("a", "b", 0.5)], 1) == [("b", "c")]
    assert schedule.ladder("ab", [("a", "b", 0.0)], 1) == [("b", "a")]


@pytest.mark.parametrize("form", ["knockout", "ladder"])
def test_the_order_is_printed_and_in_the_report(form: str, tmp_path: Path) -> None:
    path = write(tmp_path, form=form, rounds=3)
    text = output("tournament", str(path))
    assert f"{form}: minimax, " in text
    assert "; order: minimax, " in (tmp_path / "class.html").read_text()
    order = json.loads(output("tournament", str(path), "--report-only", "--json"))["order"]
    assert order[0] == "minimax"


def test_killed_at_fifty_instants_it_loses_and_doubles_nothing(tmp_path: Path) -> None:
    path = write(tmp_path, rounds=400)
    script = Path(__file__).parent / "interrupted.py"
    done = subprocess.run(
        [sys.executable, str(script), str(path), str(KILLS), "1"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    counts = json.loads(done.stdout)
    assert len(counts) == KILLS
    assert counts == sorted(counts)
    assert counts[-1] > 0
    tournament = read(path)
    with Database(tournament.database, tournament.identity) as database:
        for row in database.rows():
            replay(database.evidence(row.key))
    connection = sqlite3.connect(tournament.database)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


@pytest.mark.parametrize("form", schedule.FORMATS)
def test_interrupted_and_resumed_is_the_same_tournament(form: str, tmp_path: Path) -> None:
    results = []
    for stops in ((), (1, 3)):
        folder = tmp_path / f"{len(stops)}"
        folder.mkdir()
        tournament = read(write(folder, form=form))
        for stop in (*stops, None):
            with Database(tournament.database, tournament.identity) as database:
                for done, _, _ in tournament.play(database, here.run):
                    if done == stop:
                        break
        with Database(tournament.database, tournament.identity) as database:
            rows = database.rows()
        assert len(rows) == tournament.total()
        results.append({row.key: (row.winner, row.plies) for row in rows})
    assert results[0] == results[1]


def rows_of(a: str, b: str, wins: int, draws: int, losses: int) -> list[Row]:
    winners = ["A"] * wins + [None] * draws + ["B"] * losses
    return [
        Row(0, a, b, number, "A", winner, "rules", None, "", 10, 0.1, 0.1)
        for number, winner in enumerate(winners)
    ]


def test_rating_of_two_is_the_elo_of_their_score() -> None:
    actual = rate(["a", "b"], rows_of("a", "b", 70, 10, 20), prior=0.0)
    assert actual[0].elo - actual[1].elo == pytest.approx(elo(0.75), abs=0.01)
    assert actual[0].elo - actual[1].elo == pytest.approx(190.85, abs=0.01)  # FIDE's 75 % is 193
    assert actual[0].los == pytest.approx(1.0, abs=1e-3)


def test_ratings_of_a_consistent_field_add_up() -> None:
    rows = rows_of("a", "b", 64, 0, 36) + rows_of("b", "c", 64, 0, 36)
    actual = {rating.name: rating for rating in rate(["c", "a", "b"], rows, prior=0.0)}
    assert actual["a"].elo == pytest.approx(elo(0.64), abs=0.01)
    assert actual["b"].elo == pytest.approx(0, abs=0.01)
    assert actual["b"].error < actual["a"].error


def test_error_bars_are_those_of_the_difference() -> None:
    """Of two agents each rating is half their difference, and so is its error."""
    rows = rows_of("a", "b", 70, 0, 30)
    actual = rate(["a", "b"], rows)
    difference = strength((30, 0, 70))
    assert difference is not None
    assert actual[0].error == pytest.approx(difference.elo_error / 2, rel=0.05)


def test_who_loses_everything_still_has_a_rating() -> None:
    actual = rate(["a", "b"], rows_of("a", "b", 10, 0, 0))
    assert -1000 < actual[1].elo < actual[0].elo < 1000


def test_report_holds_every_game_and_needs_nothing_else(tmp_path: Path) -> None:
    tournament = read(write(tmp_path))
    with Database(tournament.database, tournament.identity) as database:
        for _ in tournament.play(database, here.run):
            pass
        report.write(tournament, database, tournament.report)
    page = tournament.report.read_text()
    assert "<title>A &lt;class&gt;</title>" in page
    actual = re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.S)
    assert actual is not None
    assert len(json.loads(actual[1])["games"]) == tournament.total() == 6
    assert page.count("<svg") == 4
    outside = re.findall(r"""(?:src|href)=["']?(?!#)([^"' >]+)""", page)
    assert [link for link in outside if not link.startswith(("data:", "#"))] == []


def test_frames_lead_from_the_start_to_the_end() -> None:
    task = Task(
        "checkers", ("random", "random"), opening=("11-15", "22-18"), limits=Limits(plies=2)
    )
    start, *changes = frames(here.play(task)).split("\n")
    assert start == " ".join("r" * 12 + "." * 8 + "w" * 12)
    assert changes == ["11-15 10=. 14=r", "22-18 17=w 21=."]


def test_command_line_plays_reports_and_does_nothing_twice(tmp_path: Path) -> None:
    path = write(tmp_path)
    first = json.loads(output("tournament", str(path), "--json"))
    assert first["games"] == first["total"] == 6
    assert [rating["name"] for rating in first["ratings"]].index("random") == 2
    again = run("tournament", str(path), "--evidence", str(tmp_path / "games"))
    assert "checked" in output("replay", str(tmp_path / "games" / "game-00006.json"))
    assert "6 of 6 games" in again.stdout
    assert "1/6" not in again.stdout


BAD_FILES = [
    ("gmaes = 2", "unknown key 'gmaes': did you mean 'games'?"),
    ('game = "chess"', 'game = "chess": expected halma, checkers or awari'),
    ('format = "knockout"', "rounds: a knockout has as many as it needs"),
    ('adjudicate = "chance"', 'adjudicate = "chance": expected off or tables'),
    ("games = 0", "games = 0: expected at least 1"),
    ('games = "two"', 'games = "two": expected a whole number'),
    ("games = ", "Invalid value (at line 1, column 9)"),
    ('openings = "nowhere.txt"', "nowhere.txt"),
    ('openings = "/dev/zero"', "/dev/zero: not a regular file"),
    ("games = 1000000000000", "3000000000000 games, expected at most 1000000"),
    ("rounds = 1000000000", "rounds = 1000000000: expected at most 10000"),
    (f"name = {'[' * 5000}", "its values are nested too deeply"),
    ('rules = "abapa"\nopenings = "level"', "openings 'level' are of checkers, not of awari"),
]


@pytest.mark.parametrize(("line", "problem"), BAD_FILES)
def test_bad_file_is_one_sentence(line: str, problem: str, tmp_path: Path) -> None:
    path = write(tmp_path)
    recorded = [old for old in path.read_text().splitlines() if old.split()[:1] != line.split()[:1]]
    path.write_text("\n".join([line, *recorded]))
    assert problem in complaint("tournament", str(path))


@pytest.mark.parametrize(
    ("agent", "problem"),
    [
        ('name = "greedy"\nspec = "random"', "the name 'greedy' is used twice in agent 4"),
        ('name = "x"', "the key 'spec' is missing in agent 4"),
        ('spec = "grandmaster"', 'unknown agent "grandmaster"'),
        ('spec = "cmd:./nowhere"', "the program ./nowhere is not found"),
    ],
)
def test_bad_agent_is_one_sentence(agent: str, problem: str, tmp_path: Path) -> None:
    path = write(tmp_path)
    path.write_text(f"{path.read_text()}[[agents]]\n{agent}\n")
    assert problem in complaint("tournament", str(path))


def test_an_agent_may_be_a_bare_command(tmp_path: Path) -> None:
    path = write(tmp_path)
    path.write_text(f'{path.read_text()}[[agents]]\nname = "mine"\nspec = "sh -c true"\n')
    tournament = read(path)
    speaks = "ugi" if tournament.game == "awari" else "cmd"
    assert tournament.agents["mine"] == f"{speaks}:sh -c true"


def test_database_of_another_version_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path)
    connection = sqlite3.connect(tmp_path / "class.db")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    problem = f"{tmp_path}/class.db: it was made by a later version of Hopsow"
    assert complaint("tournament", str(path)) == problem


def test_a_result_that_is_none_of_ours_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path)
    output("tournament", str(path), "--json", "--no-report")
    connection = sqlite3.connect(tmp_path / "class.db")
    connection.execute("UPDATE games SET winner = 'Z' WHERE id = 1")
    connection.commit()
    connection.close()
    sentence = complaint("tournament", str(path), "--report-only")
    assert sentence.startswith(f"{tmp_path}/class.db: the result of game (0, ")
    assert sentence.endswith(' is damaged: winner = "Z": expected A, B or null')


def test_database_of_another_tournament_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path)
    output("tournament", str(path), "--json", "--no-report")
    path.write_text(path.read_text().replace("seed = 7", "seed = 8"))
    assert complaint("tournament", str(path)).endswith("holds another tournament: seed differ")


def test_database_that_is_none_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path)
    (tmp_path / "class.db").write_text("my results, do not touch\n" * 100)
    assert complaint("tournament", str(path)) == f"{tmp_path}/class.db: file is not a database"


def test_a_second_process_is_told_that_the_first_one_plays(tmp_path: Path) -> None:
    path = write(tmp_path)
    tournament = read(path)
    with Database(tournament.database, tournament.identity) as database:
        database.claim()
        problem = complaint("tournament", str(path), "--no-report")
        assert "another process is playing this tournament" in problem
        done = run("tournament", str(path), "--report-only", "--json")
        assert (done.returncode, json.loads(done.stdout)["games"]) == (0, 0)
    assert json.loads(output("tournament", str(path), "--json"))["games"] == 6


def test_a_tournament_of_programs_wants_a_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sandbox, "_problem", lambda: "bubblewrap is not installed")
    monkeypatch.setattr(sandbox, "has_landlock", lambda: False)
    path = write(tmp_path, "checkers", plies=2)
    path.write_text(f"{path.read_text()}[[agents]]\nname = 'p'\nspec = 'cmd:/bin/cat'\n")
    assert main(["tournament", str(path)]) == 2
    assert capsys.readouterr().err.endswith(
        "no sandbox on this machine: bubblewrap is not installed; --sandbox off plays without one\n"
    )
    assert main(["tournament", str(path), "--sandbox", "off", "--no-report"]) == 0
    assert capsys.readouterr().err == ""
