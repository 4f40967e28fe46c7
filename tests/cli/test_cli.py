"""The command line as a user meets it: real processes, exact outputs, one sentence for errors."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import hopsow
import pytest
from hopsow.cli import groups, main
from metered import wait_for_cpu
from shell import HOPSOW, complaint, output, run

GOLDEN = Path(__file__).parent / "golden"

GOLDEN_COMMANDS = {
    "help": "--help",
    "show-checkers": "show checkers 11-15 22-18",
    "show-halma": "show halma 4,1-5,2 --rules original",
    "show-awari-over": "show awari --position 0-0-0-0-0-0-0-0-0-0-0-0-20-28-S",
    "show-awari-json": "show awari F a --json",
    "show-json-over": "show checkers --position B:WK1:B --json",
    "perft-divide": "perft checkers 3 --divide",
    "perft-json": "perft awari 4 --json --divide --rules abapa --threads 2",
}


@pytest.mark.parametrize(("name", "command"), GOLDEN_COMMANDS.items(), ids=GOLDEN_COMMANDS)
def test_output_is_as_agreed(name: str, command: str) -> None:
    shown = re.sub(r"(?m)^lab:\n(  .*\n)+\n", "", output(*command.split()))
    assert shown == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


class TestWhole:
    def test_version(self) -> None:
        assert output("--version") == f"hopsow {hopsow.__version__}\n"

    @pytest.mark.parametrize("verb", [verb for verbs in groups().values() for verb in verbs])
    def test_every_verb_explains_itself(self, verb: str) -> None:
        text = output(*verb.split(), "--help")
        assert text.startswith(f"usage: hopsow {verb}")
        assert f"examples:\n  hopsow {verb}" in text

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            ("shwo", "unknown verb 'shwo': did you mean show?"),
            ("frobnicate", "unknown verb 'frobnicate': expected one of play, serve, show, "),
            ("--frobnicate", "unknown verb '--frobnicate': expected one of"),
            ("show", "the following arguments are required: GAME (see hopsow show --help)"),
            ("show chess", 'unknown game "chess", expected halma, checkers or awari'),
            ("play --port 99999", "found port 99999, expected 0 to 65535"),
            ("serve --host 192.0.2.1 --port 0", "cannot listen on 192.0.2.1:0: "),
            ("play chess", 'unknown game "chess", expected halma, checkers or awari'),
            (
                "convert chess - --to record",
                'unknown game "chess", expected halma, checkers or awari',
            ),
            (
                "show awari --rules house",
                'unknown rules of awari "house", expected forfeit, abapa or oware',
            ),
            ("show awari --position 4-4", "line 1, column"),
            ("show checkers 11-15 22-18 9-13", "9-13: a capture is available: 15x22"),
            ("show checkers B:W18:B14", "B:W18:B14 is a position: give it after --position"),
            ("show checkers 11", "11: found the end of the text, expected"),
            ("perft checkers", "the following arguments are required: DEPTH"),
            ("perft checkers three", "argument DEPTH: invalid int value: 'three'"),
            ("perft checkers -1", "depth must be from 0 to"),
            ("perft checkers 3 --threads 0", "threads must be from 1 to"),
            ("perft checkers 3 --thread 2", "unrecognized arguments: --thread 2"),
            ("convert awari - --to drawing", "argument --to: found 'drawing', expected position"),
            ("convert awari /nowhere/x --to record", "/nowhere/x: No such file or directory"),
        ],
    )
    def test_errors_are_one_sentence(self, arguments: str, sentence: str) -> None:
        assert sentence in complaint(*arguments.split())

    def test_a_closed_pipe_is_no_error_message(self) -> None:
        command = f"{' '.join(HOPSOW)} perft halma 2 --divide | head -n 1; echo ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
        assert done.stderr == ""
        assert done.stdout.splitlines()[1] in ("141", "0")

    def test_a_closed_stdout_is_no_traceback(self) -> None:
        done = subprocess.run(
            ["bash", "-c", f"{' '.join(HOPSOW)} show halma >&-"], capture_output=True, text=True
        )
        assert "Traceback" not in done.stderr

    def test_control_c_ends_a_long_count(self) -> None:
        process = subprocess.Popen(
            [*HOPSOW, "perft", "halma", "20"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        wait_for_cpu(process, 1.0)  # the count has begun
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out, err) == (130, b"", b"")

    def test_an_ascii_terminal_still_gets_a_drawing(self) -> None:
        for game, row in (("awari", "+-----+"), ("checkers", "x     x     x     x")):
            done = run("show", game, PYTHONIOENCODING="ascii")
            assert done.returncode == 0
            assert row in done.stdout
            assert "?" not in done.stdout

    def test_only_the_called_verb_is_imported(self) -> None:
        code = (
            "import sys; from hopsow.cli import main; main(['--help']);"
            "print([m for m in ('argparse', 'json', 'hopsow.cli.convert', 'hopsow.draw') "
            "if m in sys.modules])"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert done.stdout.splitlines()[-1] == "[]"


class TestShow:
    def test_moves_are_in_order_and_fit_the_window(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("COLUMNS", "50")
        assert main(["show", "halma"]) == 0
        _, _, listed = capsys.readouterr().out.partition("40 legal moves:\n")
        assert max(map(len, listed.splitlines())) < 50
        moves = listed.split()
        numbers = [[int(each) for each in re.findall(r"\d+", move)] for move in moves]
        assert len(numbers) == 40
        assert numbers == sorted(numbers)

    def test_json_has_exactly_the_agreed_keys(self) -> None:
        shown = json.loads(output("show", "halma", "--json"))
        keys = ["game", "rules", "position", "to_move", "legal_moves", "outcome"]
        assert list(shown) == keys
        assert shown["outcome"] is None
        assert len(shown["legal_moves"]) == 40

    def test_options_may_stand_among_the_moves(self) -> None:
        one = output("show", "checkers", "11-15", "--rules", "tournament", "22-18", "--json")
        other = output("show", "--json", "--rules", "tournament", "checkers", "11-15", "22-18")
        assert one == other

    def test_repetition_is_seen_through_the_moves(self) -> None:
        moves = ["1-6", "32-28", "6-1", "28-32"] * 2
        arguments = ["--rules", "tournament", "--position", "B:WK32:BK1", *moves]
        shown = json.loads(output("show", "checkers", *arguments, "--json"))
        assert shown["outcome"] == {"winner": None, "reason": "repetition"}
        assert shown["legal_moves"] == []
        assert output("show", "checkers", *arguments).splitlines()[-1] == "draw: repetition"


class TestPerft:
    @pytest.mark.parametrize(
        ("game", "depth", "leaves"),
        [("halma", 3, 62240), ("checkers", 6, 36768), ("awari", 7, 139157), ("awari", 0, 1)],
    )
    def test_the_count_stands_alone_on_the_last_line(
        self, game: str, depth: int, leaves: int
    ) -> None:
        assert output("perft", game, str(depth)) == f"{leaves}\n"

    def test_divided_counts_add_up(self) -> None:
        *moves, total = output("perft", "halma", "2", "--divide").splitlines()
        assert len(moves) == 40
        assert sum(int(line.split(": ")[1]) for line in moves) == int(total) == 1600


def on_a_terminal(*arguments: str, **environment: str) -> str:
    """What the command writes when its stdout is a terminal."""
    ours, theirs = pty.openpty()
    env = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    with subprocess.Popen(
        [*HOPSOW, *arguments], stdout=theirs, env={**env, **environment}
    ) as process:
        os.close(theirs)
        shown = b""
        try:
            while chunk := os.read(ours, 4096):
                shown += chunk
        except OSError:  # how Linux says that the other end is closed
            pass
        assert process.wait(60) == 0
    os.close(ours)
    return shown.decode()


class TestColour:
    def test_terminals_get_colours(self) -> None:
        assert "\033[31m●" in on_a_terminal("show", "checkers")

    def test_no_color_is_honoured(self) -> None:
        assert "\033" not in on_a_terminal("show", "checkers", NO_COLOR="1")

    def test_pipes_get_none(self) -> None:
        assert "\033" not in output("show", "checkers")
