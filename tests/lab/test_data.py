"""`hopsow lab data`: the same plan gives the same files, whoever interrupts it."""

import json
import signal
import subprocess
import time
from itertools import pairwise
from pathlib import Path

import hopsow
import pytest
from hopsow import _native
from hopsow.lab.learning import values
from hopsow.lab.learning.values import data
from metered import wait_for_cpu
from shell import HOPSOW, complaint, output

SHORT = ["--games", "6", "--nodes", "30"]
NET = Path(__file__).parents[2] / "crates" / "hopsow-core" / "nets" / "awari.net"


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_threads_do_not_change_a_byte(game: str, tmp_path: Path) -> None:
    folders = [tmp_path / threads for threads in "12"]
    for folder in folders:
        output("lab", "data", game, *SHORT, "--threads", folder.name, "-o", str(folder))
    one, two = map(files, folders)
    assert set(one) == {"plan.json", "000000.data"}
    assert one == two


@pytest.mark.parametrize(
    "change",
    ["--seed 2", "--nodes 31", "--noise 0", "--rules abapa", "--level 1", "--adjudicate 1"],
)
def test_each_option_changes_the_games(change: str, tmp_path: Path) -> None:
    plan = ["lab", "data", "awari", "--games", "20", "--nodes", "30"]
    output(*plan, "-o", str(tmp_path / "a"))
    output(*plan, *change.split(), "-o", str(tmp_path / "b"))
    a, b = (files(tmp_path / name)["000000.data"] for name in "ab")
    assert a[data.HEADER.size :] != b[data.HEADER.size :]


def test_the_built_in_net_as_a_file_plays_the_same_games(tmp_path: Path) -> None:
    output("lab", "data", "awari", *SHORT, "-o", str(tmp_path / "a"))
    output("lab", "data", "awari", *SHORT, "--net", str(NET), "-o", str(tmp_path / "b"))
    a, b = (files(tmp_path / name) for name in "ab")
    assert a["000000.data"] == b["000000.data"]
    assert json.loads(a["plan.json"])["net"] is None
    assert json.loads(b["plan.json"])["net"] is not None


@pytest.mark.parametrize("game", hopsow.GAMES)
@pytest.mark.parametrize("rules", [0, 1])
def test_records_are_positions_of_one_game_after_the_other(
    game: str, rules: int, tmp_path: Path
) -> None:
    name = hopsow.rule_sets(game)[rules]
    plan = data.Plan(game, name, games=4, nodes=30, noise=12, seed=3, net=None)
    positions = values.make(plan, tmp_path)
    samples = list(values.read(tmp_path))
    assert len(samples) == positions > 40
    assert sum(later.ply < sample.ply for sample, later in pairwise(samples)) == 3
    for sample in samples:
        assert (sample.position.game, sample.position.rules) == (game, name)
        assert len(sample.position.legal_moves) > 1
        assert sample.result in (-1, 0, 1)
    for sample, later in pairwise(samples):
        if later.ply == sample.ply + 1:
            children = [sample.position.play(move) for move in sample.position.legal_moves]
            assert later.position in children
            assert later.result == -sample.result


def test_a_known_ending_decides_the_result(tmp_path: Path) -> None:
    plan = data.Plan("awari", "forfeit", games=30, nodes=30, noise=0, seed=1, net=None)
    values.make(plan, tmp_path)
    in_pits = [sum(sample.position.stones[:12]) for sample in values.read(tmp_path)]
    assert min(in_pits) == 13  # tables know what follows


FAIR = data.Plan("awari", "forfeit", games=12, nodes=40, noise=0, seed=5, net=None)


def games(plan: data.Plan, folder: Path) -> list[list[values.Sample]]:
    """The positions of each game of a plan, as far as it has any."""
    values.make(plan, folder)
    each: list[list[values.Sample]] = []
    for sample in values.read(folder):
        if not each or sample.ply < each[-1][-1].ply:
            each.append([])
        each[-1].append(sample)
    return each


def test_games_can_begin_level(tmp_path: Path) -> None:
    whole = games(FAIR, tmp_path / "any")
    level = games(FAIR._replace(level=150), tmp_path / "level")
    assert len(whole) == len(level) == FAIR.games
    assert max(abs(game[0].score) for game in whole) > 1.5
    assert max(abs(game[0].score) for game in level) <= 1.5
    # Who began level at once plays the same game.
    fair = [game for game in whole if abs(game[0].score) <= 1.5]
    assert fair
    assert all(game in level for game in fair)


def test_games_can_begin_with_a_list_in_turn(tmp_path: Path) -> None:
    listed = tmp_path / "openings.txt"
    listed.write_text("A f\nB e C\n")
    folder = tmp_path / "games"
    words = ["awari", *SHORT, "--noise", "0", "--openings", str(listed)]
    output("lab", "data", *words, "-o", str(folder))
    start = hopsow.start("awari")
    openings = [start.play("A").play("f"), start.play("B").play("e").play("C")]
    begun = [sample.position for sample in values.read(folder) if sample.ply == 0]
    assert begun in (openings * 3, openings[::-1] * 3)


def test_decided_games_can_end_early(tmp_path: Path) -> None:
    ended = 0
    adjudicated = games(FAIR._replace(adjudicate=800), tmp_path / "ended")
    for whole, short in zip(games(FAIR, tmp_path / "any"), adjudicated, strict=True):
        same = [sample.position for sample in whole][: len(short)]
        assert [sample.position for sample in short] == same
        if len(short) < len(whole) and short[-1].result:
            ended += 1
            # The search that ended it is not written down.
            assert min(sample.score * sample.result for sample in short[-5:]) >= 8.0
    assert ended > 2


def test_a_killed_plan_goes_on_to_the_same_files(tmp_path: Path) -> None:
    plan = ["lab", "data", "awari", "--games", str(2 * data.SHARD + 10), "--nodes", "2"]
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    process = subprocess.Popen([*HOPSOW, *plan, "-o", str(killed)], stdout=subprocess.DEVNULL)
    while not (killed / "000000.data").exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.kill()
    process.wait()
    first = (killed / "000000.data").stat().st_mtime_ns
    output(*plan, "-o", str(killed))
    assert (killed / "000000.data").stat().st_mtime_ns == first
    output(*plan, "--threads", "2", "-o", str(whole))
    remaining = {name: text for name, text in files(killed).items() if not name.endswith(".tmp")}
    assert remaining == files(whole)
    assert len(remaining) == 4


def test_control_c_leaves_only_whole_files(tmp_path: Path) -> None:
    command = [*HOPSOW, "lab", "data", "halma", "--games", "5000", "-o", str(tmp_path / "games")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_for_cpu(process, 1.0)  # the games have begun
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")
    assert list(files(tmp_path / "games")) == ["plan.json"]


def test_result_is_told(tmp_path: Path) -> None:
    folder = str(tmp_path / "games")
    printed = json.loads(output("lab", "data", "awari", *SHORT, "-o", folder, "--json"))
    assert list(printed) == ["game", "rules", "folder", "games", "positions", "seconds"]
    assert printed["positions"] == len(list(values.read(folder)))
    text = output("lab", "data", "awari", *SHORT, "-o", folder)
    assert text == f"6 games with {printed['positions']} positions are in {folder}\n"


def test_progress_counts_the_games(tmp_path: Path) -> None:
    plan = data.Plan("awari", "forfeit", games=5, nodes=5, noise=12, seed=1, net=None)
    counts: list[int] = []
    values.make(plan, tmp_path, progress=counts.append)
    assert counts == sorted(counts)
    assert counts[-1] == 5


def test_a_folder_of_another_plan_is_refused(tmp_path: Path) -> None:
    folder = str(tmp_path / "games")
    output("lab", "data", "awari", *SHORT, "-o", folder)
    for other in (["--seed", "9"], ["--net", str(NET)], ["--rules", "abapa"]):
        sentence = complaint("lab", "data", "awari", *SHORT, *other, "-o", folder)
        assert sentence == f"{folder} holds the games of another plan, see {folder}/plan.json"
    (tmp_path / "letter.txt").write_text("mine")
    sentence = complaint("lab", "data", "awari", *SHORT, "-o", str(tmp_path))
    assert sentence == f"{tmp_path} holds other things: give a new or an empty folder"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("lab data awari", "the following arguments are required: -o"),
        ("lab data chess -o x", 'unknown game "chess"'),
        ("lab data awari -o {}/x --games 0", "games must be at least 1"),
        ("lab data awari -o {}/x --nodes 0", "nodes must be from 1"),
        ("lab data awari -o {}/x --noise -1", "noise must be from 0"),
        ("lab data awari -o {}/x --level -1", "level must be from 0"),
        ("lab data awari -o {}/x --adjudicate 100001", "adjudicate must be from 0 to 100000"),
        ("lab data awari -o {}/x --openings random", "--openings random is no list of openings"),
        (
            "lab data awari -o {}/x --openings level",
            "openings 'level' are of checkers, not",
        ),
        ("lab data checkers -o {}/x --openings level --level 9", "--level chooses among random"),
        ("lab data awari -o {}/x --openings nowhere.txt", "nowhere.txt: No such file or directory"),
        ("lab data awari -o {}/x --threads 0", "threads must be from 1"),
        ("lab data awari -o {}/x --rules fair", 'unknown rules of awari "fair"'),
        ("lab data awari -o {}/x --net nowhere.net", "nowhere.net: No such file or directory"),
        ("lab data halma -o {}/x --net " + str(NET), 'the net is for "awari"'),
        ("lab data checkers -o {}/x --net " + str(NET), 'the net is for "awari"'),
        ("lab data awari -o /proc/x", "/proc/x: No such file or directory"),
    ],
)
def test_wrong_arguments_are_one_sentence(arguments: str, sentence: str, tmp_path: Path) -> None:
    assert sentence in complaint(*arguments.format(tmp_path).split())
    assert not (tmp_path / "x").exists()  # the corrected command may have the folder


def test_damaged_files_are_one_sentence(tmp_path: Path) -> None:
    plan = data.Plan("checkers", "dd2380", games=2, nodes=5, noise=12, seed=1, net=None)
    values.make(plan, tmp_path)
    path = tmp_path / "000000.data"
    sound = path.read_bytes()
    for damaged, sentence in (
        (sound[:20], "not a file of positions"),
        (b"x" + sound[1:], "not a file of positions"),
        (sound[:-1], "the last position is not complete"),
        (sound[:24] + b"chess" + sound[29:], "not positions as this version packs them"),
        (sound[: data.HEADER.size] + b"\xff" * 18, "these bytes are no position of checkers"),
    ):
        path.write_bytes(damaged)
        with pytest.raises(ValueError, match=sentence):
            list(values.read(tmp_path))
    with pytest.raises(ValueError, match="there are no files of positions"):
        values.read(tmp_path / "nowhere").__next__()


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_other_bytes_are_no_position(game: str) -> None:
    size = _native.record_bytes(game) - data.LABEL.size
    rules = hopsow.rule_sets(game)[0]
    for packed in (b"", b"\xff" * size, bytes(size - 1), bytes(size + 1), bytes(size - 1) + b"\2"):
        if game == "checkers" and packed == bytes(size - 1) + b"\2":
            continue  # its last byte is the plies without progress
        with pytest.raises(ValueError, match=f"these bytes are no position of {game}"):
            _native.unpack_position(game, rules, packed)
