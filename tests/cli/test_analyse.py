"""`hopsow analyse`: scores a person understands, the agreed JSON, and Ctrl-C that loses nothing."""

import json
import os
import pty
import re
import signal
import subprocess

import hopsow
import pytest
from hopsow.cli.analyse import Board, score_text
from metered import wait_for_cpu
from shell import HOPSOW, complaint, output

KEYS = ["move", "score", "depth", "nodes", "nps", "tbhits", "pv", "exact", "lines", "moves"]


def analysed(*arguments: str) -> dict[str, object]:
    analysis: dict[str, object] = json.loads(output("analyse", *arguments, "--json"))
    return analysis


def test_json_has_exactly_the_agreed_keys() -> None:
    analysis = analysed("awari", "--depth", "4", "--multipv", "2")
    assert list(analysis) == KEYS
    assert analysis["depth"] == 4
    assert isinstance(analysis["lines"], list)
    assert [list(line) for line in analysis["lines"]] == [
        ["move", "score", "depth", "pv", "exact"]
    ] * 2
    assert analysis["lines"][0]["move"] == analysis["move"]
    assert analysis["lines"][0]["pv"] == analysis["pv"]


def test_proven_end_has_its_distance() -> None:
    analysis = analysed("checkers", "--position", "B:W18:B1,14,15", "--depth", "3")
    assert list(analysis) == [*KEYS[:-2], "distance", *KEYS[-2:]]
    assert (analysis["exact"], analysis["distance"]) == (True, 1)


def test_moves_have_the_values_that_tables_know() -> None:
    analysis = analysed("awari", "--position", "0-0-1-0-0-2-1-0-3-0-0-1-20-20-S", "--depth", "2")
    known = json.loads(
        output(
            "tables", "probe", "awari", "--position", "0-0-1-0-0-2-1-0-3-0-0-1-20-20-S", "--json"
        )
    )
    assert analysis["moves"] == known["moves"]
    assert analysis["tbhits"] == len(known["moves"])
    assert analysed("awari", "--depth", "2")["moves"] == []


RACE = "wwww2w9/wwwww11/wwww12/www13/ww14/16/16/16/16/16/16/14bb/13bbb/12bbbb/11bbbbb/9b2bbbb b"


def test_a_race_that_is_solved_is_exact() -> None:
    analysis = analysed("halma", "--position", RACE, "--time", "5")
    assert (analysis["exact"], analysis["distance"]) == (True, 3)
    moves = analysis["moves"]
    assert isinstance(moves, list)
    assert moves[0] == {"move": analysis["move"], "result": "won", "value": 3}
    assert {"result": "lost", "value": -4}.items() <= moves[-1].items()
    assert " 1  win in 3 plies " in output("analyse", "halma", "--position", RACE, "--time", "5")


def test_awari_is_told_in_stones() -> None:
    text = output("analyse", "awari", "--position", "0-0-1-0-0-2-1-0-3-0-0-1-20-20-S")
    assert re.search(r"^by the tables (won|drawn|lost), [+-]\d+ stones still to come$", text, re.M)


def test_moves_are_played_first_and_limits_hold() -> None:
    analysis = analysed("checkers", "11-15", "22-18", "--nodes", "500")
    assert (analysis["move"], analysis["nodes"]) == ("15x22", 500)


@pytest.mark.parametrize(
    ("arguments", "score"),
    [
        ("checkers --position B:W18:B1,14,15", "win in 1 ply"),
        ("checkers --position W:WK29:B1,K21,K22", "loss in 2 plies"),
        ("checkers --position W:W32:BK1,K2,K3,K5", " men"),
        ("halma", " plies ahead"),
        ("awari", " stones"),
    ],
)
def test_scores_are_in_words(arguments: str, score: str) -> None:
    text = output("analyse", *arguments.split(), "--depth", "3")
    assert re.search(rf"^ 1  .*{score}.*  depth +\d+  ", text, re.MULTILINE), text


class TestScore:
    def test_plural_and_sign(self) -> None:
        def text(score: float, exact: bool, distance: int | None) -> str:
            class Line:
                pass

            line = Line()
            line.__dict__.update(score=score, exact=exact, distance=distance)
            return score_text(line, "men")  # type: ignore[arg-type]

        assert text(0.35, False, None) == "+0.35 men"
        assert text(-299.93, True, 7) == "loss in 7 plies"
        assert text(299.93, True, 7) == "win in 7 plies"
        assert text(0.0, True, None) == "draw"


def test_only_what_is_drawn_over_is_cut_to_the_window(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    record = hopsow.Record("halma")
    board, report = Board(record, is_live=True), hopsow.search(record, depth=3)
    board.show(report)
    assert max(map(len, capsys.readouterr().out.splitlines())) == 39
    board.show(report, is_final=True)
    shown = capsys.readouterr().out
    assert str(record.position) in shown
    assert " ".join(map(str, report.pv)) in shown


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            "checkers --position B:WK1:B",
            "the game is over (white wins: the opponent has no legal move)",
        ),
        ("awari --depth 0", "depth must be at least 1"),
        ("awari --nodes -3", "nodes must be at least 1"),
        ("awari --time -1", "time must be from 0"),
        ("awari --multipv 0 --depth 1", "lines must be from 1"),
        ("awari --threads 0 --depth 1", "threads must be from 1"),
        ("awari G", "G: "),
    ],
)
def test_wrong_arguments_are_one_sentence(arguments: str, sentence: str) -> None:
    assert sentence in complaint("analyse", *arguments.split())


def terminal() -> tuple[subprocess.Popen[bytes], int]:
    """An endless analysis on a terminal."""
    ours, theirs = pty.openpty()
    command = [*HOPSOW, "analyse", "checkers", "--time", "1000000"]
    process = subprocess.Popen(command, stdout=theirs)
    os.close(theirs)
    return process, ours


def test_control_c_prints_the_best_so_far() -> None:
    process, ours = terminal()
    shown = b""
    while b"depth  3" not in shown:
        shown += os.read(ours, 4096)
    process.send_signal(signal.SIGINT)
    try:
        while chunk := os.read(ours, 4096):
            shown += chunk
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(ours)
    assert process.wait(60) == 130
    last = shown.decode().split("\033[J")[-1]
    assert "checkers (dd2380), red to move" in last
    assert re.search(r"^ 1  [+-]\d+\.\d\d men  depth +\d+  ", last, re.MULTILINE)


def test_control_c_still_gives_json() -> None:
    command = [*HOPSOW, "analyse", "halma", "--time", "1000000", "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_for_cpu(process, 1.0)  # the search has begun
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")
    assert json.loads(out)["move"]
