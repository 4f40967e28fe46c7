"""The one wrapping of the core's engine: levels, memory, tables and their problems, stopping."""

import threading
from pathlib import Path
from random import Random

import hopsow
import pytest
from hopsow import tables
from hopsow.engine import Searcher, choice
from hopsow.engine.levels import FULL, WEIGHED
from hopsow.games import Level, facts

START = hopsow.start("awari")


def test_a_level_looks_no_further_than_it_does() -> None:
    searcher = Searcher("awari", 1)
    assert searcher.search([START], depth=9, level=Level(2)).depth == 2
    assert searcher.search([START], depth=2, level=Level(9)).depth == 2
    assert searcher.search([START], nodes=5000, level=Level(nodes=300)).nodes == 300


def test_a_level_with_a_temperature_sees_what_it_chooses_among() -> None:
    start = hopsow.start("halma")
    searcher = Searcher("halma", 1)
    assert len(searcher.search([start], depth=1, level=Level(temperature=1.0)).lines) == WEIGHED
    assert len(searcher.search([start], depth=1).lines) == 1


def test_a_choice_is_the_best_move_or_by_chance_another() -> None:
    report = Searcher("awari", 1).search([START], depth=2, lines=6)
    assert choice(report, FULL) == report.move
    free = Level(temperature=100.0)
    assert len({choice(report, free, Random(seed)) for seed in range(40)}) == 6


def test_the_strongest_level_is_the_full_one() -> None:
    assert FULL.is_full
    for game in hopsow.GAMES:
        assert [level.is_full for level in facts(game).levels] == [False] * 9 + [True]


def test_what_was_learned_is_forgotten_on_demand() -> None:
    searcher = Searcher("checkers", 4)
    start = [hopsow.start("checkers")]
    first = searcher.search(start, depth=8).nodes
    assert searcher.search(start, depth=8).nodes < first
    searcher.clear()
    assert searcher.search(start, depth=8).nodes == first


def test_an_endless_search_ends_when_stopped() -> None:
    searcher = Searcher("halma", 1)
    begun = threading.Event()
    reports: list[hopsow.Report] = []

    def search() -> None:
        reports.append(searcher.search([hopsow.start("halma")], progress=lambda _: begun.set()))

    thread = threading.Thread(target=search)
    thread.start()
    assert begun.wait(60)
    searcher.stop()
    thread.join(60)
    assert reports[0].move in hopsow.start("halma").legal_moves


def test_nothing_runs_and_stopping_does_nothing() -> None:
    searcher = Searcher("awari")
    searcher.stop()
    searcher.clear()
    assert searcher.search([START], depth=1).move is not None


def test_too_much_memory_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="hash_mb must be from 1"):
        Searcher("awari", 1 << 40)


def test_a_damaged_table_is_named_once(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    name = hopsow._native.table_files("awari", 13)[0]
    (tmp_path / name).write_bytes(b"not a table")
    searcher = Searcher("awari", 1, tables.open_tables(tmp_path))
    ending = hopsow.parse("awari", "2-1-1-0-1-1-1-2-1-1-1-1-17-18-S")
    for _ in range(2):
        searcher.search([ending], depth=3)
    assert capfd.readouterr().err.count(name) == 1


def test_the_hint_names_the_table_that_would_know() -> None:
    searcher = Searcher("awari", 1, tables.Tables())
    ending = hopsow.parse("awari", "2-1-1-0-1-1-1-2-1-1-1-1-17-18-S")
    hint = searcher.hint(ending)
    assert hint is not None
    assert "hopsow tables build awari --size 13" in str(hint)
