"""A review finds what turned a game, in Python and on the command line."""

import json
import os
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

import hopsow
import pytest
from hopsow import Record
from hopsow.analysis.review import NAMES, Evaluation, Review, accuracy, judge, turning_points
from hopsow.engine import Searcher
from hopsow.messages import Message
from shell import HOPSOW, complaint, output

NODES = 3000
BLUNDER = "1. 11-16 24-20 2. 10-15 20x11 3. 7x16 28-24 4. 16-19 23x16 5. 12x19x28 22-17 6. 8-11 *\n"
RECORDS = Path(__file__).parents[2] / "testdata" / "records"


def played(game: str, text: str) -> Record:
    return Record.parse(game, text)


def listen() -> None:
    """A run that was started with SIGINT ignored would pass that on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def evaluation(ply: int, chance: float, best: str | None = "x") -> Evaluation:
    return Evaluation(
        ply, chance, Message("score.about", score=f"{chance:.2f}"), best, (best,) if best else ()
    )


class TestLibrary:
    def test_a_forced_move_is_worth_what_comes_after_it(self) -> None:
        """A search of no choice ends at once, and its verdict of depth 1 would mark good moves."""
        record = played("checkers", "1. 11-15 22-18 *")
        assert len(record.position.legal_moves) == 1
        searched: list[hopsow.Position] = []
        searcher = Searcher("checkers", 4)

        def search(positions: Sequence[hopsow.Position]) -> hopsow.Report:
            searched.append(positions[-1])
            return searcher.search(positions, time=0.05)

        forced = hopsow.review(record, search=search).evaluations[-1]
        assert len(searched[-1].legal_moves) > 1
        assert forced.best == "15x22"
        assert len(forced.better) > 1
        assert judge(record, "15x22", search).text == Message("review.only-move", move="15x22")

    def test_a_move_that_gives_men_away_is_named_with_what_was_better(self) -> None:
        record = Record("checkers", None, "B:W31,32,23:B6,7,8")
        record.play("8-11")
        record.play("23-19")
        record.play("11-15")  # gives two men away
        record.play("19x10x3")
        points = hopsow.review(record, nodes=NODES).turning_points
        assert ("red", "11-15") in [(point.side, point.played) for point in points]
        point = next(point for point in points if point.played == "11-15")
        assert point.better[0] == point.best != "11-15"
        assert record.positions[point.ply].move(point.best)

    def test_the_best_moves_are_fully_accurate(self) -> None:
        record = Record("awari", None, "0-0-0-0-0-1-1-2-0-0-0-3-20-21-S")
        record.play("F")
        review = hopsow.review(record, nodes=NODES)
        assert review.turning_points == ()
        assert review.accuracy == {"south": 100.0, "north": None}

    def test_every_position_is_evaluated_and_told(self) -> None:
        record = played("checkers", BLUNDER)
        evaluations: list[Evaluation] = []
        review = hopsow.review(record, nodes=NODES, progress=evaluations.append)
        assert evaluations == list(review.evaluations)
        assert [each.ply for each in evaluations] == list(range(len(record.positions)))
        assert all(0 <= each.chance <= 1 for each in evaluations)

    def test_the_same_nodes_give_the_same_review(self) -> None:
        record = played("checkers", BLUNDER)
        assert hopsow.review(record, nodes=NODES) == hopsow.review(record, nodes=NODES)

    def test_a_finished_game_ends_with_its_result(self) -> None:
        record = Record("checkers", None, "W:W22,31:B18")
        record.play("22x15")
        last = hopsow.review(record, nodes=NODES).evaluations[-1]
        assert last.chance == 0.0
        assert last.best is None
        assert str(last.text) == "white wins: the opponent has no legal move"

    def test_a_stopped_review_is_of_what_was_searched(self) -> None:
        record = played("checkers", BLUNDER)
        evaluations: list[Evaluation] = []
        review = hopsow.review(
            record,
            nodes=NODES,
            progress=evaluations.append,
            is_stopped=lambda: len(evaluations) == 3,
        )
        assert len(review.evaluations) == 3

    @pytest.mark.parametrize(("least", "name"), NAMES)
    def test_names_follow_the_loss(self, least: float, name: str) -> None:
        record = played("checkers", "1. 11-15 *")
        points = turning_points(record, [evaluation(0, 0.9), evaluation(1, 0.9 - least - 0.01)])
        assert [point.name for point in points] == [name]
        assert turning_points(record, [evaluation(0, 0.9), evaluation(1, 0.85)]) == ()

    def test_the_second_sides_loss_is_the_first_sides_gain(self) -> None:
        record = played("checkers", "1. 11-15 22-18 *")
        points = turning_points(
            record, [evaluation(0, 0.5), evaluation(1, 0.5), evaluation(2, 0.9)]
        )
        assert [(point.side, point.ply) for point in points] == [("white", 1)]

    def test_accuracy_falls_with_the_loss(self) -> None:
        record = played("checkers", "1. 11-15 22-18 *")
        good = [evaluation(0, 0.5, "11-15"), evaluation(1, 0.5), evaluation(2, 0.5)]
        assert accuracy(record, good) == {"red": 100.0, "white": 100.0}
        worse = [evaluation(0, 0.5), evaluation(1, 0.3), evaluation(2, 0.6)]
        marks = accuracy(record, worse)
        assert marks["red"] is not None
        assert marks["white"] is not None
        assert 0 < marks["white"] < marks["red"] < 100

    def test_judging_a_move(self) -> None:
        searcher = Searcher("checkers", 1)
        record = Record("checkers", None, "W:W22,31:B18,1")
        best = judge(record, "22x15", lambda positions: searcher.search(positions, nodes=NODES))
        assert best.good
        assert best.best == "22x15"

    def test_a_review_is_typed(self) -> None:
        assert isinstance(hopsow.review(played("awari", "1. C b *"), nodes=100), Review)


class TestCommand:
    def test_json_has_the_agreed_keys(self, tmp_path: Path) -> None:
        file = tmp_path / "game.pdn"
        file.write_text(BLUNDER)
        report = json.loads(output("review", str(file), "--nodes", str(NODES), "--json"))
        assert list(report) == [
            *("game", "rules", "plies", "result", "reviewed"),
            *("evaluations", "turning_points", "accuracy"),
        ]
        assert (report["game"], report["plies"], report["reviewed"]) == ("checkers", 11, 12)
        assert list(report["evaluations"][0]) == ["ply", "chance", "text", "best", "better"]
        assert list(report["turning_points"][0]) == [
            *("ply", "side", "name", "played", "best", "better", "loss", "text"),
        ]
        assert list(report["accuracy"]) == ["red", "white"]

    def test_people_read_points_and_accuracy(self) -> None:
        text = output("review", "-", "--game", "checkers", "--nodes", str(NODES), stdin=BLUNDER)
        assert text.startswith("checkers (dd2380), 11 plies, *\n")
        assert text.splitlines()[1] == "scores in men, positive where red is ahead"
        assert "was better: " in text
        assert text.splitlines()[-1].startswith("accuracy: red ")

    def test_a_referees_evidence_is_reviewed(self, tmp_path: Path) -> None:
        agents = ("random:seed=1", "greedy")
        output("match", "awari", *agents, "--games", "1", "--evidence", str(tmp_path))
        (file,) = tmp_path.glob("*.json")
        report = json.loads(output("review", str(file), "--nodes", "200", "--json"))
        assert report["plies"] == json.loads(file.read_text())["plies"]

    def test_one_of_several_games_is_chosen(self) -> None:
        file = str(RECORDS / "checkers" / "good" / "two-games.txt")
        assert "found 2 games, choose one with --number" in complaint("review", file)
        assert "there is no game 3" in complaint("review", file, "--number", "3")
        assert "checkers" in output("review", file, "--number", "2", "--nodes", "100")

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("", "found the end of the text"),
            ("\0\1\2", "not recognised"),
            ("1. 11-15 99-1 *", "column 10: "),
            ('{"format": "hopsow evidence", "game": "awari"}', "the evidence is damaged"),
            ('{"format": "hopsow evidence"', "the evidence cannot be read"),
            ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "no moves to review"),
        ],
    )
    def test_damaged_files_give_one_sentence(self, text: str, sentence: str) -> None:
        assert sentence in complaint("review", "-", stdin=text)

    @pytest.mark.parametrize("option", [("--time", "0"), ("--nodes", "-3"), ("--game", "chess")])
    def test_wrong_options_give_one_sentence(self, option: tuple[str, str]) -> None:
        complaint("review", "-", *option, stdin=BLUNDER)

    def test_progress_shows_on_a_terminal_and_ctrl_c_prints_what_was_found(
        self, tmp_path: Path
    ) -> None:
        file = tmp_path / "game.pdn"
        file.write_text(BLUNDER)
        ours, theirs = os.openpty()
        with subprocess.Popen(
            [*HOPSOW, "review", str(file), "--time", "2"],
            stdout=subprocess.PIPE,
            stderr=theirs,
            text=True,
            preexec_fn=listen,
        ) as process:
            os.close(theirs)
            shown = b""
            while b"ply 1 of 11" not in shown:
                shown += os.read(ours, 1000)
            process.send_signal(signal.SIGINT)
            text, _ = process.communicate(timeout=60)
        os.close(ours)
        assert process.returncode == 128 + signal.SIGINT
        assert "interrupted after " in text
        assert "accuracy: red " in text


def test_a_review_shows_in_a_line_and_as_a_table() -> None:
    review = hopsow.review(played("awari", "1. C b 2. A a *"), nodes=100)
    assert repr(review).startswith("<Review: ")
    assert len(repr(review)) < 120
    assert review._repr_html_().count("<tr>") == 1 + len(review.turning_points)
