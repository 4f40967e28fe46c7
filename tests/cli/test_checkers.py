"""`hopsow checkers` on its pipe: whole games between two processes, ends and bad lines."""

import io
import os
import signal
import subprocess
from pathlib import Path

import hopsow
import metered
import pytest
from hopsow import Move, Outcome, Record
from hopsow.cli import main
from hopsow.protocols import checkers as checkers_pipe
from metered import launch, wait_for_cpu
from playing import spec
from shell import HOPSOW, complaint, output, run

START = "rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50\n"
ENDGAME = ".....r......R.......w......W.... -1 r 12\n"


def ask(process: subprocess.Popen[bytes], line: str) -> str:
    """The answer to a line."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line.encode())
    process.stdin.flush()
    return process.stdout.readline().decode()


class TestGames:
    def test_two_agents_on_a_pipe_play_a_legal_game(self, tmp_path: Path) -> None:
        """S4.12's command, with a listener on both ways."""
        os.mkfifo(tmp_path / "pipe")
        agent = " ".join(HOPSOW) + " checkers"
        game = f"{agent} init fast < pipe | tee one | {agent} fast | tee two > pipe"
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {game}"], cwd=tmp_path, capture_output=True
        )
        assert (done.returncode, done.stderr) == (0, b"")
        begin, *white = (tmp_path / "one").read_text().splitlines(keepends=True)
        red = (tmp_path / "two").read_text().splitlines(keepends=True)
        assert begin == START
        record, end = Record("checkers"), None
        for ply in range(len(red) + len(white)):
            line = (white if ply % 2 else red)[ply // 2]
            assert end is None
            answer = checkers_pipe.parse_answer(line, record.position)
            if isinstance(answer, Move):
                record.play(answer)
            else:
                end = answer
        assert end == record.outcome
        assert isinstance(end, Outcome)

    def test_damaged_tables_are_named_once_and_the_game_goes_on(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "checkers-dd2380-kk-kk.tbl").write_text("HOPSOWTB")
        monkeypatch.setenv("HOPSOW_TABLES", str(tmp_path))
        done = run("checkers", "fast", stdin=ENDGAME + ENDGAME)
        assert len(done.stdout.splitlines()) == 2
        assert done.stderr.count("kk-kk.tbl is cut off: 8 bytes") == 1

    def test_one_process_plays_on_and_on(self) -> None:
        process = launch("checkers", "fast")
        record = Record("checkers", None, checkers_pipe.parse(ENDGAME).position)
        line = ENDGAME
        for _ in range(3):
            move = checkers_pipe.parse_answer(ask(process, line), record.position)
            assert isinstance(move, Move)
            record.play(move)
            record.play(record.position.legal_moves[0])
            line = checkers_pipe.write(checkers_pipe.PipeState(record.position, "null"))
        assert metered.end(process).status == 0


class TestOtherAgents:
    """Any agent answers on the pipe."""

    def answer(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], agent: str
    ) -> str:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(START.encode())))
        assert main(["checkers", "fast", agent]) == 0
        return capsys.readouterr().out

    @pytest.mark.parametrize(
        ("agent", "move"),
        [("minimax:depth=1", "9-13"), (spec("honest", "checkers"), None), ("mine", None)],
    )
    def test_it_answers(
        self,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        tmp_path: Path,
        agent: str,
        move: str | None,
    ) -> None:
        if agent == "mine":
            text = "class Mine:\n    def choose(self, position, clock): return '9-14'\n"
            (tmp_path / "mine.py").write_text(text)
            monkeypatch.chdir(tmp_path)
            agent, move = "py:mine:Mine", "9-14"
        line = self.answer(monkeypatch, capsys, agent)
        played = checkers_pipe.parse_answer(line, hopsow.start("checkers"))
        assert isinstance(played, Move)
        assert move in (None, str(played))

    def test_one_that_fails_is_a_sentence_with_its_verdict(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(START.encode())))
        assert main(["checkers", "fast", spec("illegal_move", "checkers")]) == 2
        assert "hopsow: illegal-move: " in capsys.readouterr().err


class TestEnds:
    @pytest.mark.parametrize(
        ("line", "answer"),
        [
            # Red has no men, white has no men, red is blocked, and the counter has run out.
            (
                ".....w............w...W.....w... -1 r 50",
                ".....w............w...W.....w... -3 w 50",
            ),
            (".....r............r............. -1 w 7", ".....r............r............. -2 r 7"),
            ("........................r...ww.. -1 r 9", "........................r...ww.. -3 w 9"),
            (
                ".....r............w............. 0_2_5 w 0",
                ".....r............w............. -4 r 0",
            ),
            ("rrrrrrrrrrrr........wwwwwwwwwwww -5 r 0", "rrrrrrrrrrrr........wwwwwwwwwwww -4 w 0"),
        ],
    )
    def test_the_end_is_announced_and_ends_the_process(self, line: str, answer: str) -> None:
        assert output("checkers", stdin=f"{line}\n{START}") == f"{answer}\n"

    @pytest.mark.parametrize("marker", ["-2", "-3", "-4"])
    def test_an_end_that_is_read_ends_the_process(self, marker: str) -> None:
        assert output("checkers", stdin=START.replace("-1", marker) + START) == ""

    def test_end_of_input(self) -> None:
        assert output("checkers") == ""
        assert output("checkers", "init") == START

    def test_last_line_without_line_end_is_answered(self) -> None:
        assert output("checkers", "fast", stdin=START.rstrip()).endswith(" w 49\n")

    def test_line_of_the_older_dialect_is_answered(self) -> None:
        line = "rrrrrrrr.rrrr.......wwwwwwwwwwww 0_9_13 w 49\n"
        answer = output("checkers", "fast", stdin=line)
        before = checkers_pipe.parse(line).position
        assert isinstance(checkers_pipe.parse_answer(answer, before), Move)

    def test_a_reader_that_goes_away_is_no_traceback(self) -> None:
        process = launch("checkers", "fast")
        assert process.stdout is not None
        process.stdout.close()
        assert process.stdin is not None
        process.stdin.write(START.encode())
        process.stdin.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(60) == 141
        process.stderr.close()


class TestVerbose:
    def test_every_position_is_drawn_on_stderr(self) -> None:
        done = run("checkers", "init", "verbose", "fast", stdin=START.replace("-1", "-4"))
        assert (done.returncode, done.stdout) == (0, START)
        assert done.stderr.count("●") == 24
        assert done.stderr.count("○") == 24

    def test_without_it_stderr_is_empty(self) -> None:
        assert run("checkers", "init").stderr == ""


class TestBadInput:
    @pytest.mark.parametrize(
        ("line", "sentence"),
        [
            ("garbage\n", 'line 1, column 1: found "garbage", expected BOARD LASTMOVE NEXT'),
            ("\n", "line 1, column 1"),
            ("\0" * 5000, "line 1, column 1"),
            (START.replace("50", "51"), 'found "51", expected a counter from 0 to 50'),
            (START[1:], "found 31 cells, expected 32"),
            (START.replace(" r ", " b "), 'found "b", expected r or w'),
            (START.replace("-1", "-6"), 'found "-6", expected a last move'),
        ],
    )
    def test_a_garbage_line_earns_a_sentence(self, line: str, sentence: str) -> None:
        assert sentence in complaint("checkers", stdin=line)

    def test_the_sentence_counts_the_lines(self) -> None:
        done = run("checkers", "fast", stdin=ENDGAME + "garbage\n")
        assert done.returncode == 2
        assert done.stdout.count("\n") == 1
        assert done.stderr.startswith("hopsow: line 2, column 1: ")

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            ("slow", "found 'slow', expected init, verbose, fast or an agent; unknown"),
            ("random greedy", "found 'random greedy', expected init, verbose, fast and one agent"),
            ("human", "the agent human needs the input that positions are read from"),
            ("agent.jar", 'the program agent.jar is not executable: did you mean "java -jar'),
        ],
    )
    def test_unknown_words(
        self,
        arguments: str,
        sentence: str,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        (tmp_path / "agent.jar").write_text("")
        monkeypatch.chdir(tmp_path)
        assert main(["checkers", *arguments.split()]) == 2
        assert sentence in capsys.readouterr().err

    def test_no_utf8(self) -> None:
        done = subprocess.run([*HOPSOW, "checkers"], input=b"\xff\xfe\n", capture_output=True)
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"found the byte 0xff" in done.stderr


class TestSignals:
    def test_told_to_end_it_answers_and_ends(self) -> None:
        process = launch("checkers")
        assert process.stdin is not None
        process.stdin.write(START.encode())
        process.stdin.flush()
        wait_for_cpu(process, 0.5)
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
        done = metered_output(process)
        move = checkers_pipe.parse_answer(done, hopsow.start("checkers"))
        assert isinstance(move, Move)

    def test_out_of_cpu_time_it_answers_and_plays_on(self) -> None:
        process = launch("checkers")
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(START.encode())
        process.stdin.flush()
        wait_for_cpu(process, 0.5)
        process.send_signal(signal.SIGXCPU)
        line = process.stdout.readline()
        assert isinstance(checkers_pipe.parse_answer(line, hopsow.start("checkers")), Move)
        assert ask(process, ENDGAME).count("\n") == 1
        assert metered.end(process).status == 0


def metered_output(process: subprocess.Popen[bytes]) -> bytes:
    """What a process that has ended wrote."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.close()
    with process.stderr, process.stdout:
        assert process.stderr.read() == b""
        return process.stdout.read()
