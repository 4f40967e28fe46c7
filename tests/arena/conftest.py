"""What tests of all sandboxes share."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from hopsow.arena import course

EXAM = Path(course.__file__).parent / "data" / "checkers_positions.txt"


@pytest.fixture
def private_things(tmp_path: Path) -> Iterator[tuple[Path, ...]]:
    """What no program has any business with: files of the home folder, secrets of the system, a
    diary, a socket, the exam and the tests; all but a few of them are there for everybody else."""
    diary, door = tmp_path / "diary.txt", tmp_path / "door"
    diary.write_text("dear diary")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(door))
        listener.listen()
        at_home = (path for path in Path.home().iterdir() if path.is_file())
        system = (Path("/home"), Path("/etc/shadow"), Path("/var/log"))
        yield (*at_home, *system, diary, door, EXAM, Path(__file__))
