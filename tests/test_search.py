"""The engine as Python sees it: limits, reports, interruption."""

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from random import Random

import hopsow
import pytest
from effort import seeded
from hopsow import Engine, Position, Report
from hopsow.tables import Tables, size_of

STARTS = [hopsow.start(game) for game in hopsow.GAMES]


def game_name(position: Position) -> str:
    return position.game


@pytest.mark.parametrize("position", STARTS, ids=game_name)
def test_report_names_a_legal_line(position: Position) -> None:
    report = hopsow.search(position, depth=4, lines=3)
    assert report.depth == 4
    assert report.nodes > 0
    assert len(report.lines) == 3
    assert report.move == report.lines[0].move == report.pv[0]
    for line in report.lines:
        after = position
        for move in line.pv:
            after = after.play(move)
    scores = [line.score for line in report.lines]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("position", STARTS, ids=game_name)
def test_same_search_gives_the_same_report(position: Position) -> None:
    one, two = (hopsow.search(position, depth=6) for _ in range(2))
    assert (one.nodes, one.score, one.pv) == (two.nodes, two.score, two.pv)


@pytest.mark.parametrize("position", STARTS, ids=game_name)
def test_node_limit_is_exact(position: Position) -> None:
    assert hopsow.search(position, nodes=5000).nodes == 5000


@pytest.mark.parametrize("position", STARTS, ids=game_name)
def test_no_time_at_all_still_gives_a_move(position: Position) -> None:
    assert Engine(position.game).search([position], cpu=0).move in position.legal_moves


def test_progress_is_told_of_every_depth() -> None:
    depths: list[int] = []
    hopsow.search(hopsow.start("checkers"), depth=5, progress=lambda r: depths.append(r.depth))
    assert depths == [1, 2, 3, 4, 5]


def test_stop_from_another_thread_ends_the_search_with_a_move() -> None:
    engine = Engine("checkers")
    begun = threading.Event()
    position = hopsow.start("checkers")

    def stop() -> None:
        begun.wait()
        engine.stop()

    stopper = threading.Thread(target=stop)
    stopper.start()
    report = engine.search([position], progress=lambda _: begun.set())
    stopper.join()
    assert report.move in position.legal_moves


def test_failing_progress_ends_the_search() -> None:
    def fail(report: Report) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        Engine("awari").search([hopsow.start("awari")], progress=fail)


def test_interrupt_ends_the_search() -> None:
    interrupt = threading.Event()
    main = threading.main_thread().ident
    assert main is not None

    def send() -> None:
        interrupt.wait()
        signal.pthread_kill(main, signal.SIGINT)

    sender = threading.Thread(target=send)
    sender.start()
    with pytest.raises(KeyboardInterrupt):
        Engine("halma").search([hopsow.start("halma")], progress=lambda _: interrupt.set())
    sender.join()


def test_proven_win_is_exact_with_its_distance() -> None:
    position = hopsow.parse("checkers", "B:W18:B1,14,15")
    report = hopsow.search(position, depth=3)
    assert (report.exact, report.distance) == (True, 1)
    assert report.score == pytest.approx(299.99)


def test_win_out_of_the_counters_reach_is_none() -> None:
    # The capture that decides comes too late: with 49 plies gone only a capture at once counts.
    late = hopsow.parse("checkers", "B:WK32:BK1,K2,K3:H47")
    assert not hopsow.search(late, depth=8).exact
    assert abs(hopsow.search(late, depth=8).score) < 200


def test_finished_game_has_no_move() -> None:
    lost = hopsow.parse("checkers", "B:W18:B")
    assert hopsow.search(lost, depth=3).move is None


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Engine("chess"), "unknown game"),
        (lambda: Engine("halma", 0), "hash_mb must be from 1"),
        (lambda: Engine("halma").search([]), "there is no position"),
        (lambda: Engine("halma").search([hopsow.start("awari")]), "a position of awari was given"),
        (lambda: hopsow.search(hopsow.start("awari"), time=-1), "time must be from 0"),
        (lambda: hopsow.search(hopsow.start("awari"), time=float("nan")), "time must be from 0"),
        (lambda: hopsow.search(hopsow.start("awari"), depth=2, lines=0), "lines must be from 1"),
        (lambda: hopsow.minimax(hopsow.start("awari"), 0), "depth must be from 1"),
    ],
)
def test_wrong_arguments_are_named(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(ValueError, match=message):
        call()


def test_two_searches_at_once_are_refused() -> None:
    engine = Engine("checkers")
    position = hopsow.start("checkers")
    refusals: list[str] = []

    def again(report: Report) -> None:
        try:
            engine.search([position], depth=1)
        except RuntimeError as error:
            refusals.append(str(error))

    engine.search([position], depth=2, progress=again)
    assert refusals == ["the engine is searching already"] * 2


def self_play(seed: int, nodes: int, max_plies: int) -> hopsow.Record:
    """The engine against itself after eight random plies."""
    chance = seeded(seed)
    record = hopsow.Record("halma")
    engine = Engine("halma", 1)
    while record.outcome is None and len(record.moves) < max_plies:
        if len(record.moves) < 8:
            record.play(chance.choice(record.position.legal_moves))
        else:
            move = engine.search(record.positions, nodes=nodes).move
            assert move is not None
            record.play(move)
    return record


@pytest.mark.parametrize("chunk", range(8))
def test_halma_self_play_always_finishes(chunk: int) -> None:
    """The well-known failure: the last men wait at the entrance, or in the middle, for ever."""
    for seed in range(25 * chunk, 25 * chunk + 25):
        assert self_play(seed, nodes=60, max_plies=600).outcome is not None, f"seed {seed}"


def test_a_win_by_tables_is_not_remembered_where_the_counter_is_higher() -> None:
    engine = Engine("checkers", 16)
    won, drawn = (hopsow.parse("checkers", f"W:WK10,K28:B4,23:H{plies}") for plies in (0, 36))
    assert engine.search([won], depth=21).exact
    assert not engine.search([drawn], depth=5).exact


@pytest.mark.parametrize("game", ["awari", "checkers"])
def test_of_moves_that_keep_a_draw_one_is_chosen_by_a_search(game: str) -> None:
    """All of them are drawn; the value stays exact, however the move was chosen."""
    known = Tables()
    engine, chosen, first = Engine(game), 0, 0
    for position, keeping in known.choices(game, 5, known.reach(game) or 0, 200):
        worth = known.probe(position)
        if worth is None or worth[0] != 0 or len(keeping) < 2:
            continue
        report = engine.search([position], nodes=2000)
        line = report.lines[0]
        assert line.move in keeping
        assert (line.score, line.exact) == (0, True)
        assert report.finished
        assert 1 < report.nodes <= 2000
        first += line.move == keeping[0]
        chosen += 1
        every = engine.search([position], nodes=2000, lines=len(position.legal_moves))
        assert {each.move for each in every.lines if each.score == 0} == set(keeping)
    assert first < chosen


@pytest.mark.parametrize(
    ("game", "rules"), [("checkers", "tournament"), ("awari", "abapa"), ("awari", "oware")]
)
def test_under_other_rules_the_root_is_known_and_wins_are_kept(game: str, rules: str) -> None:
    known, engine = Tables(), Engine(game)
    choices = known.choices(game, 3, known.reach(game, rules) or 0, 50, rules)
    assert len(choices) == 50
    for position, keeping in choices:
        report = engine.search([position], nodes=2000)
        assert position.rules == rules
        assert report.lines[0].exact
        assert report.lines[0].move in keeping, position


def test_a_search_never_says_less_than_a_bound_or_more() -> None:
    """One ply before the end of a search, where nothing but the bound and an estimate is known."""
    known, seen = Tables(), {-1: 0, 1: 0}
    for position in in_random_games("abapa", known.reach("awari", "abapa") or 0):
        bounds = known.bounds(position)
        if bounds is None or bounds[0][0] == bounds[1][0] or 0 not in (bounds[0][0], bounds[1][0]):
            continue
        score = Engine("awari", 1).search([position], depth=2).lines[0].score
        if bounds[0][0] == 0:
            seen[1] += 1
            assert score >= 0, position
        else:
            seen[-1] += 1
            assert score <= 0, position
    assert min(seen.values()) > 20


def in_random_games(rules: str, stones: int) -> Iterator[Position]:
    """Positions of Awari with few stones, from random games."""
    random = Random(11)
    for _ in range(400):
        record = hopsow.Record("awari", rules)
        while record.outcome is None:
            record.play(random.choice(record.position.legal_moves))
            if size_of(record.position) <= stones and record.outcome is None:
                yield record.position


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_a_position_a_record_and_a_line_are_searched_alike(game: str) -> None:
    record = hopsow.Record(game)
    record.play(record.position.legal_moves[0])
    line = record.positions
    asked = (record.position, record, line, list(line), iter(line))
    found = {repr(hopsow.search(each, depth=2)) for each in asked[:4]}
    found |= {repr(Engine(game, 1).search(each, depth=2)) for each in asked}
    assert len(found) == 1


def test_a_notebook_shows_a_report_as_a_table() -> None:
    report = hopsow.search(hopsow.start("awari"), depth=2, lines=2)
    shown = report._repr_html_()  # type: ignore[attr-defined]
    assert shown.count("<tr>") == 3
    assert f"<td>{report.lines[1].score:+.2f}</td>" in shown


def test_the_rooms_of_the_package_are_there_but_come_when_asked_for() -> None:
    code = (
        "import sys, hopsow\n"
        "assert not [name for name in sys.modules if name.startswith('hopsow.')]\n"
        "print(hopsow.draw.text, hopsow.tables.open_tables, hopsow.agents.make, hopsow.play_match)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=60)
