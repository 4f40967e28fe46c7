"""Every file under testdata/formats reads as the text beside it says.

`good` files hold a position or an answer, `bad` ones earn exactly the error beside them. Those with
`seed` in their name are the examples of S1.12 and S5.11, those with `design` the pipe's lines of
S0.16; the `output-picture` files retell S3.3 and S3.4.
"""

from pathlib import Path

import hopsow
import pytest
from hopsow.errors import IllegalMoveError, ParseError
from hopsow.protocols import awari as awari_setup
from hopsow.protocols import checkers as checkers_pipe
from hopsow.protocols import halma as halma_files

FORMATS = Path(__file__).parents[2] / "testdata" / "formats"
FILES = sorted(FORMATS.glob("*/*/*.txt"))
GOOD = [file for file in FILES if file.parent.name == "good"]
BAD = [file for file in FILES if file.parent.name == "bad"]


def name(file: Path) -> str:
    return f"{file.parts[-3]}-{file.stem}"


def described(file: Path) -> str:
    """What a file says, in words that can be compared."""
    game, text = file.parts[-3], file.read_bytes()
    if game == "awari":
        return f"position: {awari_setup.parse(text)}\n"
    if game == "checkers":
        state = checkers_pipe.parse(text)
        return f"position: {state.position}\nlast: {state.last}\nbase: {state.base}\n"
    if file.name.startswith("output"):
        position = hopsow.parse("halma", file.with_suffix(".position").read_text().strip())
        move = halma_files.parse_output(text, position)
        cells = position.play(move).cells.upper()
        board = [cells[at : at + 16] for at in range(0, 256, 16)]
        return "\n".join([f"move: {move}", *board]) + "\n"
    task = halma_files.parse_input(text)
    return f"{task.mode} {task.side} {task.seconds!r}\nposition: {task.position}\n"


def rewritten(file: Path) -> str:
    """The text that is written for what was read."""
    game, text = file.parts[-3], file.read_bytes()
    if game == "awari":
        return awari_setup.write(awari_setup.parse(text))
    if game == "checkers":
        return checkers_pipe.write(checkers_pipe.parse(text))
    return halma_files.write_input(halma_files.parse_input(text))


@pytest.mark.parametrize("file", GOOD, ids=name)
def test_good_files_are_read(file: Path) -> None:
    assert described(file) == file.with_suffix(".expected").read_text()


@pytest.mark.parametrize("file", BAD, ids=name)
def test_bad_files_are_refused_with_the_reason(file: Path) -> None:
    with pytest.raises((ParseError, IllegalMoveError)) as caught:
        described(file)
    message = f"{type(caught.value).__name__}: {caught.value}\n"
    assert message == file.with_suffix(".expected").read_text()


@pytest.mark.parametrize(
    "file", [file for file in GOOD if not file.name.startswith("output")], ids=name
)
def test_what_is_read_is_written_and_read_again_the_same(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / file.parts[-3] / "good" / file.name
    copy.parent.mkdir(parents=True)
    copy.write_text(rewritten(file))
    assert described(copy) == described(file)


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_the_plain_files_are_written_as_they_are(game: str) -> None:
    plain = {"halma": "input-start-white", "checkers": "design-two-jumps", "awari": "rows-as-drawn"}
    file = FORMATS / game / "good" / f"{plain[game]}.txt"
    assert rewritten(file) == file.read_text()
