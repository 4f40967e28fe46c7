"""`hopsow lab learn` learns, goes on where it was, and refuses wrong arguments in one sentence."""

import json
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from hopsow.lab.learning.policies.learner import CHECKPOINT, LOG, NET, PLAN, REPLAY, Learner
from hopsow.lab.learning.policies.plan import Plan
from hopsow.lab.learning.policies.trial import regret
from shell import HOPSOW, complaint, output

SMALL = "2-2-2-2-2-2-2-2-2-2-2-2-0-0-S"
TINY = "--width 8 --blocks 1 --games 8 --positions 64 --simulations 4 --trial 2 --threads 1"
WORDS = ["lab", "learn", "awari", "--position", SMALL, *TINY.split(), "--against", "random"]


def rows(folder: Path) -> list[dict[str, object]]:
    """The generations that a folder tells of."""
    return [json.loads(line) for line in (folder / LOG).read_text().splitlines()]


def test_loss_and_regret_fall(tmp_path: Path) -> None:
    plan = Plan("awari", "forfeit", SMALL, 1, 48, 1, 64, 3000, 12)
    learner = Learner(plan, tmp_path / "small", "cpu", 1, ["random"], trial_games=8)
    before = regret(plan, learner.judge, learner.choices)
    generations = list(learner.generations(60, 8, lambda: False))
    begun, ended = generations[0], generations[-1]
    assert ended["value_loss"] < 0.75 * begun["value_loss"]
    assert ended["policy_loss"] < 0.9 * begun["policy_loss"]
    assert before > 0.35
    assert ended["regret"] < 0.6 * before
    assert ended["scores"]["random"] > 0.75


def test_after_a_kill_the_same_command_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    words = [*HOPSOW, *WORDS, "-o", str(folder)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as learner:
        assert learner.stdout is not None
        for _ in range(3):
            assert learner.stdout.readline().startswith("generation ")
        learner.kill()
    (folder / f"{NET}.1.tmp").write_bytes(b"half a file")  # as a kill amid writing leaves it
    before = len(rows(folder))
    assert before >= 1
    (folder / REPLAY).unlink(missing_ok=True)  # may not be written yet, or never
    text = output(*WORDS, "-o", str(folder), "--generations", str(before + 2))
    assert [line.split(",")[0] for line in text.splitlines()[:2]] == [
        f"generation {before + 1}",
        f"generation {before + 2}",
    ]
    assert [row["generation"] for row in rows(folder)] == list(range(1, before + 3))
    again = output(*WORDS, "-o", str(folder), "--generations", str(before + 2))
    assert "learned already" in again


def test_ctrl_c_leaves_what_can_be_played_and_gone_on_with(tmp_path: Path) -> None:
    folder = tmp_path / "stopped"
    words = [*HOPSOW, *WORDS, "-o", str(folder)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as learner:
        assert learner.stdout is not None
        assert learner.stdout.readline().startswith("generation 1")
        learner.send_signal(signal.SIGINT)
        rest = learner.stdout.read()
    assert learner.returncode == 130
    assert rest.splitlines()[-1].startswith("interrupted after ")
    assert "the same command goes on" in rest
    agent = f"net:{folder / NET}:simulations=4"
    output("match", "awari", agent, "random:seed=1", "--no-evidence", "--games", "2")
    done = len(rows(folder))
    output(*WORDS, "-o", str(folder), "--generations", str(done + 1))
    assert len(rows(folder)) == done + 1


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which one generation has been learned."""
    folder = tmp_path_factory.mktemp("learned") / "x"
    result = json.loads(output(*WORDS, "-o", str(folder), "--generations", "1", "--json"))
    assert (result["game"], result["rules"]) == ("awari", "forfeit")
    assert Path(result["net"]).exists()
    (row,) = result["generations"]
    assert row.keys() >= {"games_per_s", "policy_loss", "value_loss", "regret", "scores"}
    return folder


@pytest.mark.parametrize("game", ["halma", "checkers"])
def test_every_game_is_learned(game: str, tmp_path: Path) -> None:
    words = ["lab", "learn", game, *TINY.split(), "--generations", "1", "--against", "random"]
    text = output(*words, "-o", str(tmp_path / "x"))
    assert "generation 1" in text
    agent = f"net:{tmp_path / 'x' / NET}:simulations=2"
    played = output("match", game, agent, "random:seed=1", "--no-evidence", "--plies", "12")
    assert "illegal" not in played


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("lab learn", "the following arguments are required: GAME, -o"),
        ("lab learn chess -o x", 'unknown game "chess"'),
        ("lab learn awari -o x --minutes 0", "--minutes is a positive number"),
        ("lab learn awari -o x --minutes nan", "--minutes is a positive number"),
        ("lab learn awari -o x --generations 0", "--generations is at least 1"),
        ("lab learn awari -o x --threads 0", "--threads and --trial are at least 1"),
        ("lab learn awari -o x --device tpu", "invalid choice: 'tpu'"),
        ("lab learn awari -o x --rules chess", "unknown rules of awari"),
        ("lab learn awari -o x --position 4-4", "expected"),
        ("lab learn awari -o x --position 0-0-0-0-0-0-0-0-0-0-0-0-20-28-S", "the game is over"),
        ("lab learn awari -o x --width 0", "width is 0, expected a whole number from 1 to 4096"),
        ("lab learn awari -o x --seed -1", "seed is -1, expected a whole number from 0"),
        ("lab learn awari -o x --against chess", 'unknown agent "chess"'),
        ("lab learn awari -o x --against cmd:true", "--against takes built-in agents"),
        ("lab learn awari -o /proc/x", "/proc/x"),
    ],
)
def test_wrong_arguments_are_one_sentence(
    arguments: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert sentence in complaint(*arguments.split())
    assert os.listdir(tmp_path) == []


def test_a_folder_belongs_to_one_plan(learned: Path, tmp_path: Path) -> None:
    words = [*WORDS, "-o", str(shutil.copytree(learned, tmp_path / "x"))]
    assert "seed is 1 there" in complaint(*words, "--seed", "2")
    (tmp_path / "x" / PLAN).write_text("{")
    assert "is damaged" in complaint(*words)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("dear")
    assert "holds other things" in complaint(*WORDS, "-o", str(tmp_path / "other"))


@pytest.mark.parametrize("content", [b"", b"nothing of the kind", b"PK\x03\x04half"])
@pytest.mark.parametrize("name", [CHECKPOINT, REPLAY])
def test_damaged_files_are_refused(
    name: str, content: bytes, learned: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(learned, tmp_path / "x")
    plan = Plan(**json.loads((folder / PLAN).read_text()))
    (folder / name).write_bytes(content)
    with pytest.raises(ValueError, match="holds a damaged checkpoint"):
        Learner(plan, folder, "cpu", 1, [])
