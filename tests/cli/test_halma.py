"""`hopsow halma` as the course runs it: files in a folder, a process for each move."""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import hopsow
import metered
import pytest
from hopsow import Engine, Position
from hopsow.cli import halma, main
from hopsow.protocols import halma as halma_files
from hopsow.protocols.halma import HalmaTask
from metered import launch, wait_for_cpu
from shell import complaint

START = hopsow.start("halma")
STALE = hopsow.start("halma", first="white")
OLD = "E 0,0 1,1\n"  # an output.txt that was there before


def ask(folder: Path, mode: str, seconds: float, position: Position) -> None:
    """Write the `input.txt` of a position."""
    task = HalmaTask(mode, position.to_move, seconds, position)
    (folder / "input.txt").write_text(halma_files.write_input(task))


def answer(folder: Path, position: Position) -> hopsow.Move:
    """The move in `output.txt`, legal under the rules of the position."""
    return halma_files.parse_output((folder / "output.txt").read_bytes(), position)


def respond(folder: Path, mode: str, seconds: float, position: Position = START) -> None:
    """Let the agent answer a position; it must succeed silently and leave nothing else behind."""
    ask(folder, mode, seconds, position)
    done = metered.run("halma", "--no-book", str(folder))
    assert (done.status, done.out, done.err) == (0, "", "")
    answer(folder, position)
    allowed = {"input.txt", "output.txt", "playdata.txt"}
    assert {path.name for path in folder.iterdir()} <= allowed


def middle(plies: int) -> Position:
    """A position of a game between two engines."""
    engine, record = Engine("halma", 1), hopsow.Record("halma")
    for _ in range(plies):
        move = engine.search(record.positions, nodes=300).move
        assert move is not None
        record.play(move)
    assert record.outcome is None
    return record.position


def printed(code: str, folder: Path) -> str:
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    return done.stdout


class TestStart:
    def test_nothing_slow_is_imported(self, tmp_path: Path) -> None:
        ask(tmp_path, "GAME", 0.01, START)
        code = (
            "import sys; from hopsow.cli import main; main(['halma']); "
            "slow = {'argparse', 'asyncio', 'collections', 'contextlib', 'dataclasses', 'enum', "
            "'functools', "
            "'importlib', 'inspect', 'json', 'math', 're', 'rich', 'signal', 'subprocess', "
            "'typing', 'hopsow.cli.convert', 'hopsow.draw', 'hopsow.games.contract', "
            "'hopsow.records', 'hopsow.tables'}; "
            "print(sorted(slow & set(sys.modules)))"
        )
        assert printed(code, tmp_path) == "[]\n"

    def test_neither_other_games_nor_other_rooms_are_imported(self, tmp_path: Path) -> None:
        ask(tmp_path, "GAME", 5.0, START)
        code = (
            "import sys; from hopsow.cli import main; main(['halma']); "
            "print(*(name for name in sys.modules if name.startswith('hopsow.')))"
        )
        modules = {name.removeprefix("hopsow.") for name in printed(code, tmp_path).split()}
        rooms = {name.partition(".")[0] for name in modules}
        assert rooms == {
            "_native",
            "cli",
            "engine",
            "errors",
            "files",
            "games",
            "messages",
            "protocols",
            "texts",
        }
        games = {name for name in modules if name.endswith((".halma", ".checkers", ".awari"))}
        assert games == {"cli.halma", "engine.halma", "protocols.halma"}


class TestGames:
    def test_the_rest_of_a_game_on_one_bank_ends_by_the_rules(self, tmp_path: Path) -> None:
        left = dict.fromkeys(START.sides, 1.0)
        folders = {side: tmp_path / side for side in START.sides}
        for folder in folders.values():
            folder.mkdir()
        record = hopsow.Record("halma", None, middle(110))
        while record.outcome is None:
            position, side = record.position, record.position.to_move
            respond(folders[side], "GAME", left[side], position)
            left[side] = max(left[side] - 0.05, 0.01)
            move = answer(folders[side], position)
            assert move in hopsow.parse("halma", str(position), "original").legal_moves
            record.play(move)
            assert len(record.moves) < 500
        assert record.outcome.reason == "camp filled"

    def test_a_race_is_finished_without_time_to_think(self, tmp_path: Path) -> None:
        record = hopsow.Record("halma", None, middle(150))
        while record.outcome is None:
            respond(tmp_path, "SINGLE", 0.01, record.position)
            record.play(answer(tmp_path, record.position))
            assert len(record.moves) < 200


class TestDiary:
    @pytest.mark.parametrize(
        "text",
        [
            b"",
            b"\n\n",
            b"\xff\x00\xfe" * 1000,
            b"garbage\n",
            f"{STALE}\n1 0\n".encode(),
            f"{START}\n".encode(),
            f"{START}\nsoon later\n".encode(),
            f"{START}\nnan nan\n".encode(),
            f"{START}\ninf 0\n".encode(),
            b"x" * 10**6,
        ],
        ids=[
            "empty",
            "blank",
            "binary",
            "words",
            "stale",
            "no-times",
            "bad-times",
            "no-numbers",
            "endless",
            "huge",
        ],
    )
    def test_a_wrong_playdata_changes_nothing(self, tmp_path: Path, text: bytes) -> None:
        position = START.play("4,1-5,2")
        respond(tmp_path, "GAME", 0.01, position)
        alone = answer(tmp_path, position)
        (tmp_path / "playdata.txt").write_bytes(text)
        respond(tmp_path, "GAME", 0.01, position)
        assert answer(tmp_path, position) == alone
        assert len((tmp_path / "playdata.txt").read_text().splitlines()) == 3

    def test_playdata_that_cannot_be_a_file_is_done_without(self, tmp_path: Path) -> None:
        (tmp_path / "playdata.txt").mkdir()
        respond(tmp_path, "GAME", 0.01)

    def test_playdata_keeps_the_positions_of_the_game(self, tmp_path: Path) -> None:
        record = hopsow.Record("halma")
        for _ in range(3):
            respond(tmp_path, "GAME", 0.01, record.position)
            record.play(answer(tmp_path, record.position))
            record.play(record.position.legal_moves[0])
        *positions, _ = (tmp_path / "playdata.txt").read_text().splitlines()
        assert positions == [str(position) for position in record.positions[:-1]]

    def test_what_the_last_move_cost_is_set_aside(self, tmp_path: Path) -> None:
        """By the referee's clock: 100 seconds a move leave no time to search."""
        (tmp_path / "playdata.txt").write_text(f"{START}\n1100.5 0.5\n")
        after = START.play("4,1-5,2")
        task = HalmaTask("GAME", after.to_move, 1000.0, after)
        positions, cost = halma._earlier(str(tmp_path / "playdata.txt"), task)
        assert (positions, cost) == ([START], 100.0)
        assert halma._budget(task, cost)[0] == 0.0
        assert halma._budget(task, 0.01)[0] > 1.0

    def test_single_moves_keep_none(self, tmp_path: Path) -> None:
        respond(tmp_path, "SINGLE", 0.01)
        assert not (tmp_path / "playdata.txt").exists()


class TestSignals:
    def test_told_to_end_it_writes_the_best_move_so_far(self, tmp_path: Path) -> None:
        ask(tmp_path, "SINGLE", 100.0, START)
        process = launch("halma", "--no-book", str(tmp_path))
        wait_for_cpu(process, 1.0)
        process.send_signal(signal.SIGTERM)
        done = metered.end(process)
        assert (done.status, done.err) == (0, "")
        answer(tmp_path, START)

    def test_out_of_cpu_time_it_writes_the_best_move_so_far(self, tmp_path: Path) -> None:
        ask(tmp_path, "SINGLE", 100.0, START)
        one_second = lambda: resource.setrlimit(resource.RLIMIT_CPU, (1, 20))  # noqa: E731
        done = metered.run("halma", "--no-book", str(tmp_path), preexec_fn=one_second)
        assert (done.status, done.err) == (0, "")
        answer(tmp_path, START)


GOOD = halma_files.write_input(HalmaTask("SINGLE", "black", 1.0, START))
ROWS = GOOD.splitlines()
BAD = {
    "empty": (b"", "found the end of the text, expected SINGLE or GAME"),
    "truncated": (GOOD[:100].encode(), "line 8, column 16: found 15 squares"),
    "one-line": (b"SINGLE\n", "line 2, column 1: found the end of the text"),
    "binary": (bytes(range(256)), "found the byte 0x80, expected UTF-8"),
    "15-rows": ("\n".join(ROWS[:-1]).encode(), "found 15 rows of the board, expected 16"),
    "17-rows": ("\n".join([*ROWS, ROWS[-1]]).encode(), "found 17 rows of the board"),
    "negative": (GOOD.replace("1.0", "-1.0").encode(), 'found "-1.0", expected a positive'),
    "no-time": (GOOD.replace("1.0", "0.0").encode(), 'found "0.0", expected a positive'),
    "nan": (GOOD.replace("1.0", "nan").encode(), 'found "nan", expected a positive'),
    "mode": (GOOD.replace("SINGLE", "DOUBLE").encode(), 'found "DOUBLE", expected SINGLE or GAME'),
    "huge": (GOOD.encode() + b"\n" * 10**6, "expected 19 lines"),
}


def refused(folder: Path, sentence: str, *arguments: str) -> None:
    """The agent complains with one sentence and leaves an older answer as it was."""
    (folder / "output.txt").write_text(OLD)
    before = {path.name for path in folder.iterdir()}
    done = metered.run("halma", *(arguments or [str(folder)]))
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("hopsow: ")
    assert done.err.count("\n") == 1
    assert sentence in done.err
    assert (folder / "output.txt").read_text() == OLD
    assert {path.name for path in folder.iterdir()} == before


def test_a_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    """As editors of Windows write it."""
    (tmp_path / "input.txt").write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert main(["halma", str(tmp_path)]) == 0
    assert (tmp_path / "output.txt").read_text()[0] in "EJ"


class TestBadInput:
    @pytest.mark.parametrize(("text", "sentence"), BAD.values(), ids=BAD)
    def test_wrong_files_earn_a_sentence(self, tmp_path: Path, text: bytes, sentence: str) -> None:
        (tmp_path / "input.txt").write_bytes(text)
        refused(tmp_path, sentence)

    def test_a_missing_file(self, tmp_path: Path) -> None:
        refused(tmp_path, "input.txt: No such file or directory")

    def test_a_missing_folder(self, tmp_path: Path) -> None:
        refused(tmp_path, "No such file or directory", str(tmp_path / "nowhere"))

    def test_too_many_arguments(self, tmp_path: Path) -> None:
        refused(tmp_path, "found 2 arguments", "one", "two")

    @pytest.mark.parametrize("colour", ["BLACK", "WHITE"])
    def test_a_colour_without_men(self, tmp_path: Path, colour: str) -> None:
        board = "\n".join(ROWS[3:]).replace(colour[0], ".")
        (tmp_path / "input.txt").write_text(f"GAME\n{colour}\n1.0\n{board}\n")
        refused(tmp_path, "")

    def test_a_full_disk(self, tmp_path: Path) -> None:
        ask(tmp_path, "SINGLE", 0.01, START)
        (tmp_path / "output.txt").write_text(OLD)
        no_room = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # noqa: E731
        done = metered.run("halma", str(tmp_path), preexec_fn=no_room)
        assert (done.status, done.out) == (2, "")
        assert done.err == f"hopsow: {tmp_path}/output.txt: File too large\n"
        assert (tmp_path / "output.txt").read_text() == OLD
        assert {path.name for path in tmp_path.iterdir()} == {"input.txt", "output.txt"}


@pytest.mark.parametrize(
    ("make", "sentence"), [(os.mkfifo, "not a regular file"), (os.mkdir, "Is a directory")]
)
def test_what_is_no_file_is_refused(
    make: Callable[[Path], None], sentence: str, tmp_path: Path
) -> None:
    make(tmp_path / "input.txt")
    assert complaint("halma", str(tmp_path)) == f"{tmp_path}/input.txt: {sentence}"
