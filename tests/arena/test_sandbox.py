"""What a program sees in the sandbox: itself and its interpreter, wherever they are, and not its
opponent."""

import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from arena.conftest import EXAM
from hopsow.arena.contest.task import Task
from hopsow.arena.contest.task import play as play_task
from hopsow.arena.contest.tournament import Tournament
from hopsow.arena.limits import Limits
from hopsow.arena.process.sandbox import Sandbox
from hopsow.arena.process.view import View
from hopsow.arena.referee.game import Game
from hopsow.arena.verdicts import Verdict
from playing import PROGRAMS, looks

pytestmark = pytest.mark.skipif(
    Sandbox.choose("auto").kind == "off", reason="no sandbox on this machine"
)

# Plays red's first move and white's answer to it, if it finds what lies beside it; on stderr it
# says which of the paths of its command line it can read.
PLAYER = """\
{first}
import os, sys
from pathlib import Path
sys.path.insert(0, str(Path(__file__).parent))
import helper
for name in sys.argv[1:]:
    path = Path(name.replace("@", "/"))
    try:
        if os.listdir(path) if path.is_dir() else path.read_bytes():
            print("sees", path, file=sys.stderr)
    except OSError:
        pass
for line in iter(sys.stdin.readline, ""):
    print(helper.ANSWERS[line.split()[2]], flush=True)
"""
WEIGHTS = """\
rrrrrrrr.rrrr.......wwwwwwwwwwww 0_8_12 w 49
rrrrrrrr.rrrr....w..ww.wwwwwwwww 0_22_17 r 48
"""
LONE = f"""\
import os, sys
print(os.listdir(os.path.dirname(__file__)), file=sys.stderr)
for line in iter(sys.stdin.readline, ""):
    print({WEIGHTS!r}.splitlines()[line.split()[2] == "w"], flush=True)
"""
HELPER = """\
from pathlib import Path
red, white = (Path(__file__).parent / "weights.txt").read_text().splitlines()
ANSWERS = {"r": red, "w": white}
"""


def write_player(folder: Path, first: str = "#!/usr/bin/env python3") -> Path:
    """A program of two files and its data, in a folder of their own."""
    folder.mkdir(parents=True)
    (folder / "helper.py").write_text(HELPER)
    (folder / "weights.txt").write_text(WEIGHTS)
    program = folder / "agent.py"
    program.write_text(PLAYER.format(first=first))
    program.chmod(0o755)
    return program


def command(*words: str | Path) -> str:
    return f"cmd:{shlex.join(map(str, words))}"


def play(*agents: str) -> Game:
    """Two plies between two programs, in a sandbox."""
    return play_task(
        Task("checkers", (agents[0], agents[-1]), limits=Limits(plies=2), sandbox="require")
    )


def check(*agents: str) -> Game:
    game = play(*agents)
    assert game.verdict is Verdict.PLY_CAP, (game.reason, game.left)
    return game


@pytest.fixture
def below_tmp() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="submissions-") as folder:
        yield Path(folder)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment; its interpreter is a link to one elsewhere."""
    folder = tmp_path_factory.mktemp("with blanks") / "my env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    return folder


def test_a_program_runs_from_the_temporary_folder(below_tmp: Path) -> None:
    check(command(sys.executable, write_player(below_tmp / "alice")))


def test_a_program_runs_from_the_home_folder(home: Path) -> None:
    check(command(sys.executable, write_player(home / "alice")))


def test_a_program_runs_from_a_path_with_blanks(tmp_path: Path) -> None:
    check(command(sys.executable, write_player(tmp_path / "my own" / "first try")))


def test_a_program_in_a_shared_folder_is_seen_alone(home: Path) -> None:
    """Beside a file that lies in the home folder itself there is everything else of its owner."""
    home.mkdir()
    (home / "diary.txt").write_text("dear diary")
    program = home / "agent.py"
    program.write_text(LONE)
    game = check(command(sys.executable, program), command(sys.executable, program))
    assert game.left["A"]["stderr"] == "['agent.py']\n"


def test_a_link_to_a_program_is_followed(tmp_path: Path) -> None:
    program = write_player(tmp_path / "really" / "here")
    (tmp_path / "subs").symlink_to(tmp_path / "really")
    check(command(sys.executable, tmp_path / "subs" / "here" / "agent.py"))
    assert program.exists()


def test_a_virtual_environment_that_a_command_names_is_shown(
    environment: Path, tmp_path: Path
) -> None:
    check(command(environment / "bin" / "python", write_player(tmp_path / "a")))
    (tmp_path / "env").symlink_to(environment)
    python = tmp_path / "env" / "bin" / "python"
    check(command("/usr/bin/env", python, write_player(tmp_path / "b")))


def test_a_command_by_name_runs() -> None:
    """`python3` may be anything that the search path says, a script in a home folder too."""
    interpreter = shutil.which("python3")
    assert interpreter is not None
    with tempfile.TemporaryDirectory() as folder:
        check(command("python3", write_player(Path(folder) / "alice")))


def test_hiding_the_opponents_interpreter_leaves_mine(environment: Path, tmp_path: Path) -> None:
    """All the ways to name one interpreter, against each other."""
    program = write_player(tmp_path / "a")
    other = write_player(tmp_path / "b")
    interpreters = [
        environment / "bin" / "python",
        Path(sys.executable),
        Path(sys.executable).resolve(),
    ]
    for mine in interpreters:
        for theirs in interpreters:
            check(command(mine, program), command(theirs, other))
    # As an ordinary word of the command it is the opponent's file, and still everybody's.
    check(command(sys.executable, program), command("/usr/bin/env", sys.executable, other))


def test_the_opponent_is_hidden(tmp_path: Path) -> None:
    mine, theirs = write_player(tmp_path / "a"), write_player(tmp_path / "b")
    secrets = [
        str(path).replace("/", "@")
        for path in (theirs, theirs.parent, theirs.parent / "weights.txt")
    ]
    game = check(command(sys.executable, mine, *secrets), command(sys.executable, theirs))
    assert game.left["A"]["stderr"] == ""


def test_the_opponent_is_hidden_where_folders_are_shared(tmp_path: Path) -> None:
    """A program that lies above its opponent's folder, and two in the same folder."""
    mine, below = write_player(tmp_path / "a"), write_player(tmp_path / "a" / "b")
    beside = mine.with_name("other.py")
    beside.write_text(mine.read_text())
    secrets = [str(path).replace("/", "@") for path in (below, below.parent, beside)]
    game = check(
        command(sys.executable, mine, secrets[0], secrets[1]), command(sys.executable, below)
    )
    assert game.left["A"]["stderr"] == ""
    game = check(command(sys.executable, mine, secrets[2]), command(sys.executable, beside))
    assert game.left["A"]["stderr"] == ""


def test_the_other_entrants_of_a_tournament_are_hidden(tmp_path: Path) -> None:
    """Three programs in one folder, two of which play each other."""
    mine = write_player(tmp_path / "a")
    theirs, idle = mine.with_name("theirs.py"), mine.with_name("idle.py")
    for each in (theirs, idle):
        each.write_text(mine.read_text())
    secrets = [str(path).replace("/", "@") for path in (theirs, idle)]
    tournament = Tournament(
        name="class",
        game="checkers",
        agents={
            "mine": command(sys.executable, mine, *secrets),
            "theirs": command(sys.executable, theirs),
            "idle": command(sys.executable, idle),
        },
        openings="start",
        limits=Limits(plies=2),
    )
    rounds = (tournament.tasks(number, []) for number in range(tournament.round_count()))
    games = [play_task(task) for tasks in rounds for _, task in tasks]
    assert len(games) == 6
    assert {game.verdict for game in games} == {Verdict.PLY_CAP}
    assert all(each["stderr"] == "" for game in games for each in game.left.values())


def test_a_program_cannot_change_itself(tmp_path: Path) -> None:
    program = write_player(tmp_path / "a")
    text = program.read_text()
    program.write_text(f"{text.replace('import helper', 'import helper; helper.write()')}")
    helper = program.with_name("helper.py")
    helper.write_text(f"{HELPER}\ndef write():\n    open(__file__, 'a')\n")
    game = play(command(sys.executable, program))
    assert game.verdict is Verdict.CRASH
    refusals = ("Read-only file system", "Permission denied")  # the second for a user of its own
    assert any(each in game.left["A"]["stderr"] for each in refusals)


def test_a_class_path_is_a_list_and_other_words_are_not(tmp_path: Path) -> None:
    for name in ("classes", "lib"):
        (tmp_path / name).mkdir()
    view = View.of(["java", "-cp", f"{tmp_path}/classes:{tmp_path}/lib", f"-Dbook={PROGRAMS}"])
    assert view.own == {tmp_path / "classes", tmp_path / "lib"}


def test_a_program_sees_nothing_that_is_not_its_business(
    private_things: tuple[Path, ...],
) -> None:
    assert looks(*private_things, sandbox="require") == []
    assert f"reads {EXAM}" in looks(*private_things, sandbox="off")
