"""Tables from Python: right values without any file, and builds that no accident spoils."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import hopsow
import pytest
from hopsow import tables
from oracle import awari_endings


def file(folder: Path, stones: int) -> Path:
    return folder / f"awari-forfeit-{stones:02}.tbl"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.tbl")}


# Won, drawn and lost of the positions that have six stones and whose opponent has an empty pit.
OPEN_WITH_SIX = {"forfeit": [5095, 3996, 3284], "oware": [5707, 1545, 5123]}


@pytest.mark.parametrize("rules", OPEN_WITH_SIX)
def test_awari_values_are_the_oracles_in_every_position_with_six_stones(
    tmp_path: Path, rules: str
) -> None:
    known = tables.open_tables(tmp_path)
    values = awari_endings.values(6, rules)
    assert len(values) == 18_564
    results = [0, 0, 0]
    for position, value in values.items():
        probed = known.probe(hopsow.parse("awari", awari_endings.text(position), rules))
        assert probed == ((value > 0) - (value < 0), value), position
        if sum(position) == 6 and 0 in position[6:]:
            results[1 - (value > 0) + (value < 0)] += 1
    assert results == OPEN_WITH_SIX[rules]


def test_small_tables_are_always_there(tmp_path: Path) -> None:
    known = tables.open_tables(tmp_path)
    assert (known.reach("awari"), known.reach("checkers"), known.reach("halma")) == (12, 3, None)
    assert known.reach("awari", "oware") == 12
    by_name = {(file.rules, file.name): file for file in tables.built_in()}
    twelve = by_name["forfeit", "12"]
    assert (twelve.wins, twelve.draws, twelve.losses) == (762_844, 118_537, 470_697)
    assert known.take_problems() == []


def test_the_result_looks_at_the_stores_and_the_value_does_not(tmp_path: Path) -> None:
    known = tables.open_tables(tmp_path)
    worth = [
        known.probe(hopsow.parse("awari", f"0-0-0-0-0-1-1-0-0-0-0-1-{stores}-S"))
        for stores in ("10-11", "10-12", "10-13")
    ]
    assert worth == [(1, 2), (0, 2), (-1, 2)]


def test_the_best_move_comes_first_and_has_the_positions_worth(tmp_path: Path) -> None:
    known = tables.open_tables(tmp_path)
    for game, text in [("awari", "0-1-0-2-0-1-1-0-3-0-0-1-9-9-N"), ("checkers", "W:WK18,K22:BK3")]:
        position = hopsow.parse(game, text)
        ranked = known.rank_moves(position)
        assert ranked is not None
        assert ranked[0][1:] == known.probe(position)
        assert {move for move, _, _ in ranked} == set(position.legal_moves)
        assert [result for _, result, _ in ranked] == sorted(
            (result for _, result, _ in ranked), reverse=True
        )


def test_what_no_table_knows_is_none(tmp_path: Path) -> None:
    known = tables.open_tables(tmp_path)
    for position in (
        hopsow.start("halma"),
        hopsow.start("awari"),
        hopsow.start("checkers"),
        hopsow.start("awari", rules="abapa"),
    ):
        assert known.probe(position) is None
        assert known.bounds(position) is None
        assert known.rank_moves(position) is None


def test_bounds_that_meet_are_the_value_and_others_may_still_decide(tmp_path: Path) -> None:
    known = tables.open_tables(tmp_path)
    exact, decided, undecided = 0, 0, 0
    for pits in awari_endings.layer(4):
        position = hopsow.parse("awari", awari_endings.text(pits), "abapa")
        if position.outcome is not None:
            continue
        bounds, worth = known.bounds(position), known.probe(position)
        assert bounds is not None
        (low, least), (high, most) = bounds
        assert least <= most
        assert low <= high
        if least == most:
            exact += 1
            assert worth == (low, least) == (high, most)
        elif low == high:
            decided += 1
            assert worth == (low, least if low > 0 else most)
        else:
            undecided += 1
            assert worth is None
    assert exact > 500
    assert decided > 0
    assert undecided > 0


def test_folder_is_chosen_by_the_platform_and_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOPSOW_TABLES", "/elsewhere")
    assert tables.default_folder() == Path("/elsewhere")
    monkeypatch.delenv("HOPSOW_TABLES")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert tables.default_folder() == Path("/data/hopsow/tables")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert tables.default_folder().parts[-4:] == (
        "Library", "Application Support", "hopsow", "tables",
    )  # fmt: skip


def test_a_build_that_was_killed_is_finished_without_redoing_what_is_there(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    tables.build("awari", 13, whole, threads=2)
    code = "import sys; from pathlib import Path; from hopsow import tables; "
    code += "tables.build('awari', 13, Path(sys.argv[1]))"
    process = subprocess.Popen([sys.executable, "-c", code, str(killed)])
    while not file(killed, 10).exists():
        assert process.poll() is None, "the build ended before it could be killed"
    process.kill()
    process.wait()
    (killed / "awari-forfeit-12.tbl.1.part").write_text("left behind")
    before = {path: path.stat().st_mtime_ns for path in killed.glob("*.tbl")}
    tables.build("awari", 13, killed, threads=2)
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert contents(killed) == contents(whole)
    assert not list(killed.glob("*.part"))


def test_ctrl_c_ends_a_build_and_leaves_only_whole_files(tmp_path: Path) -> None:
    code = "import sys; from hopsow.cli import main; sys.exit(main(sys.argv[1:]))"
    build = ["tables", "build", "awari", "--size", "18", "--tables", str(tmp_path)]
    process = subprocess.Popen([sys.executable, "-c", code, *build])
    while not file(tmp_path, 9).exists():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    assert process.wait() == 130
    assert not list(tmp_path.glob("*.part"))
    assert all(isinstance(each, tables.TableFile) for each in tables.files(tmp_path))


def test_a_full_disk_leaves_finished_files_whole_and_is_named(tmp_path: Path) -> None:
    import resource

    def fill_up() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    build = ["tables", "build", "awari", "--size", "12", "--tables", str(tmp_path / "full")]
    done = subprocess.run(
        [sys.executable, "-m", "hopsow", *build], preexec_fn=fill_up, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"hopsow: .*awari-forfeit-1\d\.tbl.*: File too large.*\n", done.stderr)
    finished = contents(tmp_path / "full")
    assert not list((tmp_path / "full").glob("*.part"))
    tables.build("awari", 12, tmp_path / "whole", threads=2)
    whole = contents(tmp_path / "whole")
    assert 5 < len(finished) < len(whole)
    assert finished.items() <= whole.items()
    tables.build("awari", 12, tmp_path / "full", threads=2)
    assert contents(tmp_path / "full") == whole


def test_two_builds_in_one_folder_do_not_disturb_each_other(tmp_path: Path) -> None:
    with tables.alone_in(tmp_path), pytest.raises(tables.TableError, match="another build"):
        tables.build("awari", 3, tmp_path)
    tables.build("awari", 3, tmp_path)


def test_what_memory_or_disk_cannot_hold_is_refused_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ValueError, match=r"take 2\.\d GB of memory, and the limit is 1\.0 GB"):
        tables.build("awari", 24, tmp_path / "none", memory=10**9)
    monkeypatch.setattr(tables, "free_memory", lambda: 10**6)
    with pytest.raises(ValueError, match=r"of memory, and there are 1\.0 MB"):
        tables.build("awari", 20, tmp_path / "none")
    monkeypatch.setattr(tables, "free_memory", lambda: None)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=5000))
    with pytest.raises(ValueError, match=r"more disk space, and there are 5\.0 kB at"):
        tables.build("awari", 20, tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_half_of_the_memory_is_for_tables_that_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "free_memory", lambda: 10**9)
    assert tables._room_for(tmp_path) == tables._room_for(tmp_path / "none") == tables.LEAST_ROOM
    tables.build("awari", 2, tmp_path)
    assert tables._room_for(tmp_path) == 10**9 // 2
    monkeypatch.setattr(tables, "free_memory", lambda: None)
    assert tables._room_for(tmp_path) == tables.LEAST_ROOM


def test_free_memory_is_no_more_than_the_limits_of_the_process() -> None:
    code = (
        "import resource; from hopsow import tables; "
        "resource.setrlimit(resource.RLIMIT_DATA, (3 << 30, resource.RLIM_INFINITY)); "
        "print(tables.free_memory())"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert 0 < int(shown.stdout) <= 3 << 30


@pytest.mark.parametrize(
    ("game", "size", "sentence"),
    [
        ("halma", 3, "there are no tables for halma"),
        ("awari", 32, "there are no awari tables of size 32, expected 0 to 31"),
        ("checkers", 1, "there are no checkers tables of size 1, expected 2 to"),
        ("chess", 3, 'unknown game "chess"'),
    ],
)
def test_sizes_that_cannot_be_are_named(
    game: str, size: int, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=sentence):
        tables.build(game, size, tmp_path)


SHORTENED = """
import os, sys
import hopsow
from hopsow import tables

folder, name = sys.argv[1:]
known = tables.open_tables(folder)
assert known.reach("awari") == 13
os.truncate(name, 5000)
position = hopsow.parse("awari", "0-0-0-0-0-0-0-0-0-0-0-13-0-0-S")
print(known.probe(position), *known.take_problems())
"""


def test_a_file_that_is_shortened_while_it_is_open_ends_nobody(tmp_path: Path) -> None:
    tables.build("awari", 13, tmp_path, threads=2)
    name = file(tmp_path, 13)
    size = name.stat().st_size
    done = subprocess.run(
        [sys.executable, "-c", SHORTENED, tmp_path, name], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"None {name} is cut off: 5000 bytes, expected {size}\n"


def test_a_pipe_is_no_table(tmp_path: Path) -> None:
    os.mkfifo(file(tmp_path, 13))
    known = tables.open_tables(tmp_path)
    assert known.reach("awari") == 12
    (problem,) = known.take_problems()
    assert problem == f"{file(tmp_path, 13)} is not a table"


def test_damage_is_named_and_never_probed(tmp_path: Path) -> None:
    tables.build("awari", 13, tmp_path, threads=2)
    spoilt = bytearray(file(tmp_path, 13).read_bytes())
    spoilt[-1] ^= 1
    file(tmp_path, 13).write_bytes(spoilt)
    known = tables.open_tables(tmp_path)
    last = hopsow.parse("awari", "0-0-0-0-0-0-0-0-0-0-0-13-0-0-S")
    first = hopsow.parse("awari", "13-0-0-0-0-0-0-0-0-0-0-0-0-0-S")
    assert [known.probe(first), known.probe(last)].count(None) >= 1
    (problem,) = known.take_problems()
    assert "awari-forfeit-13.tbl is damaged" in problem
    with pytest.raises(tables.TableError, match=r"block \d+ of .*13\.tbl is damaged"):
        tables.verify("awari", 13, tmp_path, sample=1)
    file(tmp_path, 13).write_bytes(spoilt[:1000])
    with pytest.raises(tables.TableError, match="is cut off: 1000 bytes"):
        tables.verify("awari", 13, tmp_path)
