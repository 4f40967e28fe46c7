"""Games that tables end: the result is the one that perfect play would have had."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest
from hopsow.agents import Clock, make
from hopsow.arena.contest import evidence
from hopsow.arena.contest.checks import replay
from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.match import Match
from hopsow.arena.contest.task import Task
from hopsow.arena.contest.task import play as play_task
from hopsow.arena.limits import Limits
from hopsow.arena.referee import adjudication
from hopsow.arena.run import here
from hopsow.arena.verdicts import Verdict
from hopsow.games import GAMES, parse, size_of
from hopsow.records import Record
from hopsow.tables import open_tables
from shell import complaint, output
from tournaments import write

LATE = (
    "ww1w12/www1w11/1ww13/1ww13/1w14/w2w1w1w8/1w14/5w10"
    "/16/5w6b3/9b6/12b1b1/13bbb/12bbb1/10bb1bbb/10b1bb1b b"
)
# Agents of a game whose games often reach the tables, how many games, and where they begin.
FIELDS = {
    "halma": ("minimax:depth=2", "greedy", 2, LATE),
    "checkers": ("greedy", "random", 24, None),
    "awari": ("minimax:depth=2", "minimax:depth=3", 24, None),
}
RACE = (
    "wwww12/www1w11/1ww13/1www1w10/1w14/w15/1w14/5w10"
    "/16/5w10/13b2/12b1b1/13bbb/12bbb1/11bbbbb/10b1bbbb b"
)
WON = "B:WK32:BK1,K5"  # in the tables, and a draw once too many plies were played


@cache
def played(game: str) -> list[tuple[Task, Evidence]]:
    a, b, games, position = FIELDS[game]
    match = Match(game, (a, b), games, limits=Limits(plies=600), adjudicate="tables", seed=3)
    tasks = [task for _, task in match.tasks()]
    if position is not None:
        tasks = [replace(task, position=position, opening=()) for task in tasks]
    return [(task, here.play(task)) for task in tasks]


@pytest.mark.parametrize("game", GAMES)
def test_playing_on_perfectly_gives_the_same_result(game: str) -> None:
    """The engine plays on with the same tables, and with all that was played before."""
    adjudicated = [done for _, done in played(game) if done.verdict is Verdict.TABLES]
    assert adjudicated
    agent = make("engine:nodes=5000", game)
    for done in adjudicated:
        record = replay(done)
        while record.outcome is None:
            record.play(agent.choose(record.position, Clock(earlier=record.positions[:-1])))
        winner = record.outcome.winner
        expected = None if winner is None else done.agent_of(winner, record)
        assert done.winner == expected, done.proof


@pytest.mark.parametrize("game", GAMES)
def test_only_the_end_is_another(game: str) -> None:
    """The same moves are played as without tables, up to where these end the game."""
    for task, done in played(game):
        if done.verdict is Verdict.TABLES:
            whole = here.play(replace(task, adjudicate="off"))
            moves = [turn.move for turn in done.moves]
            assert moves == [turn.move for turn in whole.moves][: done.plies]
            assert whole.plies > done.plies
            return
    pytest.fail("no game reached the tables")


def perfect(record: Record, size: int) -> int:
    """The result for the side to move by trying everything, under the rules and with all history;
    what a capture leads to has its own history, and is left to the tables."""
    position, best = record.position, -1
    for move in position.legal_moves:
        record.play(move)
        if record.outcome is not None:
            winner = record.outcome.winner
            value = 0 if winner is None else 1 if winner == position.to_move else -1
        elif size_of(record.position) < size:
            known = open_tables().probe(record.position)
            assert known is not None
            value = -known[0]
        else:
            value = -perfect(record, size)
        record.undo()
        best = max(best, value)
        if best == 1:
            break
    return best


def few_stones(random: Random) -> str:
    pits = [0] * 12
    for _ in range(random.randint(2, 3)):
        pits[random.randrange(12)] += 1
    south = random.randint(20, 24)
    return "-".join(map(str, [*pits, south, 48 - sum(pits) - south])) + "-S"


@pytest.mark.parametrize("rules", ["forfeit", "abapa", "oware"])
def test_an_awari_game_has_the_result_of_trying_everything(rules: str) -> None:
    random, results = Random(5), set()
    for _ in range(150):
        start = parse("awari", few_stones(random), rules)
        record = Record("awari", rules, start)
        proof = adjudication.proof(record)
        if record.outcome is not None:
            continue
        if proof is not None:
            assert proof.result == perfect(record, size_of(start)), start
            results.add(proof.result)
        else:
            assert rules == "abapa"  # where bounds may leave the result open
    assert results == {-1, 0, 1}


def test_an_awari_game_is_left_alone_where_its_history_decides() -> None:
    """South wins with E alone, but that position was there before, and a second time ends the game
    with one stone too few."""
    start = parse("awari", "1-1-0-0-0-1-1-1-0-0-0-0-21-22-N", "forfeit")
    record = Record("awari", "forfeit", start)
    for move in ["a", "A", "b", "B", "c", "C", "d", "D", "e", "F", "f"]:
        record.play(move)
    ranked = open_tables().rank_moves(record.position)
    assert ranked is not None
    assert [str(move) for move, result, _ in ranked if result == 1] == ["E"]
    assert adjudication.proof(record) is None
    assert adjudication.proof(Record("awari", "forfeit", record.position)) is not None
    record.play("E")
    assert record.outcome is not None
    assert (record.outcome.winner, record.outcome.reason) == ("north", "repetition")


def test_a_checkers_game_is_judged_by_its_counter_too() -> None:
    random = Random(6)
    seen = set()
    for _ in range(120):
        squares = random.sample(range(1, 33), 3)
        counter = random.randint(46, 49)
        text = f"B:WK{squares[0]}:BK{squares[1]},K{squares[2]}:H{counter}"
        record = Record("checkers", "dd2380", parse("checkers", text, "dd2380"))
        if record.outcome is None:
            proof = adjudication.proof(record)
            assert proof is not None
            assert proof.result == perfect(record, 3), text
            seen.add(proof.result)
    assert seen == {0, 1}


def test_halma_is_left_alone_where_a_position_has_come_twice() -> None:
    record = Record("halma", "addendum", parse("halma", RACE, "addendum"))
    there_and_back = ("13,10-14,10", "1,6-2,6", "14,10-13,10", "2,6-1,6")
    for _ in range(2):
        assert adjudication.proof(record) is not None
        for move in there_and_back:
            record.play(move)
    assert record.positions.count(record.position) == 3
    assert adjudication.proof(record) is None


def test_nobody_is_charged_for_the_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """A race can take a second to solve, here longer than a move may take."""

    def slow(record: Record) -> None:
        until = process_time() + 0.15
        while process_time() < until:
            pass

    monkeypatch.setattr(adjudication, "proof", slow)
    limits = Limits(cpu_move=0.1, plies=4)
    task = Task("awari", ("random", "random"), adjudicate="tables", limits=limits)
    done = here.play(task)
    assert done.verdict is Verdict.PLY_CAP, done.reason


def test_each_rule_set_is_adjudicated_by_its_own_tables() -> None:
    """There are 80 plies in tournaments where the course has 50."""
    late = Task("checkers", ("random", "random"), position=f"{WON}:H49", adjudicate="tables")
    for rules, winner in (("dd2380", None), ("tournament", "A")):
        done = here.play(replace(late, rules=rules))
        assert (done.verdict, done.winner) == (Verdict.TABLES, winner)
        assert done.proof is not None
        assert done.proof.table == f"checkers-{rules}-3"


def test_a_start_in_the_tables_ends_at_once_and_a_draw_may_go_to_the_faster() -> None:
    task = Task("checkers", ("random", "random"), position=WON, adjudicate="tables")
    game = play_task(task)
    assert (game.verdict, game.winner, game.plies) == (Verdict.TABLES, "A", 0)
    assert game.proof is not None
    proof = game.proof
    assert (proof.table, proof.position, proof.result) == ("checkers-dd2380-3", WON, 1)
    drawn = replace(task, position=f"{WON}:H49")
    assert play_task(drawn).winner is None
    assert replay(here.play(replace(drawn, draws="time")))


def damage(**change: Any) -> Any:
    return lambda recorded: recorded["proof"].update(change)


DAMAGES = [
    (lambda recorded: recorded.update(proof=None), "the verdict tables has no proof"),
    (lambda recorded: recorded.update(winner=None), "the winner is A, not None"),
    (damage(result=0), "the proof says drawn for the side to move"),
    (damage(value=99), "value 99; it is won for the side to move"),
    (damage(position="B:WK32:BK1,K6"), "the proof is about B:WK32:BK1,K6, the game ended elsewh"),
    (damage(result=7), "the evidence is damaged: result = 7 in proof: expected 1, 0 or -1"),
    (damage(table=7), "the evidence is damaged: table = 7 in proof: expected a text"),
    (
        lambda recorded: recorded["proof"].pop("value"),
        "the evidence is damaged: the key 'value' is missing in proof",
    ),
    (lambda recorded: recorded.update(proof=7), "proof = 7: expected a table of keys and values"),
    (
        lambda recorded: recorded.update(start="B:W21,22,23:B1,2"),
        "the proof is about B:WK32:BK1,K5, the game ended elsewhere",
    ),
]


@pytest.mark.parametrize(("spoil", "problem"), DAMAGES)
def test_replay_refuses_a_proof_that_does_not_hold(
    spoil: Any, problem: str, tmp_path: Path
) -> None:
    task = Task("checkers", ("random", "random"), position=WON, adjudicate="tables")
    recorded = json.loads(json.dumps(here.play(task).as_json()))
    path = tmp_path / "game.json"
    path.write_text(json.dumps(recorded))
    assert json.loads(output("replay", str(path), "--json"))["proof"]["result"] == 1
    spoil(recorded)
    path.write_text(json.dumps(recorded))
    assert problem in complaint("replay", str(path))


def test_replay_names_the_tables_that_are_missing(tmp_path: Path) -> None:
    task = Task("checkers", ("random", "random"), position=WON, adjudicate="tables")
    larger = "B:WK31,K32:BK1,K5"
    recorded = here.play(task).as_json()
    recorded["start"] = recorded["proof"]["position"] = larger
    path = tmp_path / "game.json"
    path.write_text(json.dumps(recorded))
    expected = "are not here; exact with a larger table: hopsow tables build checkers --size 4"
    assert expected in complaint("replay", str(path))


def test_match_and_tournament_take_it(tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text(f"{WON}\n")
    arguments = ("checkers", "random", "greedy", "--openings", str(book), "--adjudicate", "tables")
    folder = tmp_path / "games"
    done = json.loads(output("match", *arguments, "--json", "--evidence", str(folder)))
    assert [each["verdict"] for each in done["results"]] == ["tables"] * 2
    assert evidence.read(done["results"][0]["evidence"]).proof is not None
    path = write(tmp_path, "checkers")
    path.write_text(f'adjudicate = "tables"\nopenings = "{book}"\n{path.read_text()}')
    assert ", tables: won for the side to move" in output("tournament", str(path))
    assert "holds another tournament: adjudicate differ" in complaint(
        "tournament", str(path), "--adjudicate", "off"
    )
