"""Building on a graphics card gives the processor's files, whatever the card can hold.

The card here is this machine's processor, which runs the same kernels.
"""

import json
from pathlib import Path

import hopsow
import numpy as np
import pytest
from cards import ProcessorCard, compiled
from hopsow import _native, tables
from hopsow.lab.solve import awari
from hopsow.lab.solve.cuda import awari as on_card
from hopsow.lab.solve.cuda.awari import blocks, layers
from hopsow.lab.solve.cuda.awari.rows import Rows, row_number
from hopsow.lab.solve.cuda.awari.store import Store
from oracle import romein_bal
from repository import ROOT

STONES, SMALL = 9, 6
AMPLE, MEMORY = 8 << 30, 1 << 30


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The processor's own files."""
    folder = tmp_path_factory.mktemp("built")
    for rules in ("forfeit", "oware"):
        tables.build("awari", STONES, folder, rules=rules)
    return folder


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(layers.KERNELS, tmp_path_factory.mktemp("kernels"))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("rules", ["forfeit", "oware"])
def test_the_files_are_the_processors_byte_for_byte(
    built: Path, kernels: Path, tmp_path: Path, rules: str
) -> None:
    card = ProcessorCard(kernels, AMPLE)
    folder = tmp_path / "tables"
    folder.mkdir()
    on_card.build(card, STONES, folder, MEMORY, rules=rules)
    files = {name: data for name, data in contents(built).items() if f"-{rules}-" in name}
    assert contents(folder) == files
    assert len(files) == STONES + 1
    assert card.is_empty()


def test_tables_of_bounds_are_not_built_on_a_card(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="rules abapa are built by the processor only"):
        tables.build("awari", STONES, tmp_path, device="cuda", rules="abapa")


@pytest.mark.parametrize("rules", ["forfeit", "oware"])
def test_a_digest_is_made_of_the_values_that_tables_have(
    kernels: Path, tmp_path: Path, rules: str
) -> None:
    card, known = ProcessorCard(kernels, AMPLE), tables.Tables()
    solver = layers.Layers(card, 5, Store(card, MEMORY, tmp_path), rules=rules)
    for stones in range(6):
        values = {}
        for pits in romein_bal.positions(stones):
            if 0 in pits[6:]:
                text = "-".join(map(str, pits)) + "-0-0-S"
                worth = known.probe(hopsow.parse("awari", text, rules))
                assert worth is not None
                values[solver.rows.cell(pits[:6], pits[6:])] = worth[1]
        assert sorted(values) == list(range(len(values)))
        counts = solver.solve(stones)
        assert counts.digest == sum(
            _mixed(number << 8 | value & 255) for number, value in values.items()
        ) % (1 << 64)
        solver.keep()


def _mixed(number: int) -> int:
    """The finalizer of SplitMix64."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        number = (number ^ number >> shift) * factor % (1 << 64)
    return number ^ number >> 31


def test_a_build_goes_on_from_files_that_are_there(
    built: Path, kernels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = ProcessorCard(kernels, AMPLE)
    folder = tmp_path / "tables"
    folder.mkdir()
    for stones in range(STONES):
        name = _native.table_files("awari", stones)[0]
        (folder / name).write_bytes((built / name).read_bytes())
    (folder / _native.table_files("awari", 5)[0]).write_bytes(b"damaged")
    solved = []
    solve = layers.Layers.solve

    def noted(self: layers.Layers, stones: int) -> layers.Counts:
        solved.append(stones)
        return solve(self, stones)

    monkeypatch.setattr(layers.Layers, "solve", noted)
    shares: list[float] = []
    on_card.build(card, STONES, folder, MEMORY, progress=shares.append)
    assert solved == [5, STONES]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert all(data == (built / name).read_bytes() for name, data in contents(folder).items())


def test_a_strategy_is_drawn_from_layers_as_from_tables(kernels: Path, tmp_path: Path) -> None:
    card = ProcessorCard(kernels, AMPLE)
    told: list[tuple[int, int]] = []
    values = on_card.values(card, 12, 9, tmp_path, MEMORY, lambda *at: told.append(at))
    assert {stones: len(each) for stones, each in values.items()} == {
        stones: awari.positions(stones) for stones in (10, 12)
    }
    assert told[-1] == (12, sum(map(len, values.values())))
    assert card.is_empty()
    start, known = hopsow.parse("awari", awari.start_text(1)), tables.Tables()
    drawn = _native.make_strategy(start, 8, known, layers=values)
    assert drawn.content() == _native.make_strategy(start, 8, known).content()
    with pytest.raises(ValueError, match="the tables contradict themselves"):
        _native.make_strategy(start, 8, known, layers={12: np.zeros_like(values[12])})


def test_values_for_a_strategy_are_refused_where_memory_is_too_small(
    kernels: Path, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=r"values of 10 to 12 stones take 1\.7 MB of memory, and"):
        on_card.values(ProcessorCard(kernels, AMPLE), 12, 9, tmp_path, 1 << 20)


@pytest.mark.parametrize("memory", [MEMORY, 1 << 12], ids=["memory", "disk"])
def test_what_the_card_cannot_hold_is_streamed(
    kernels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, memory: int
) -> None:
    monkeypatch.setattr(layers, "SPARE", 1 << 12)
    monkeypatch.setattr(on_card, "BESIDES", 0)
    passes = []
    staged = layers.Layers._staged

    def noted(self: layers.Layers, stones: int, splits: list[layers.Staged]) -> object:
        passes.append((stones, len(splits)))
        return staged(self, stones, splits)

    monkeypatch.setattr(layers.Layers, "_staged", noted)
    card = ProcessorCard(kernels, 3_900_000)
    solution = on_card.solve(card, 1, "forfeit", tmp_path, memory)
    assert sum(stones == 12 for stones, _ in passes) > 1
    assert solution.is_exact
    assert solution.moves == {"A": 0, "B": -6, "C": -2, "D": -2, "E": -2, "F": 0}
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == []
    assert card.is_empty()


def test_values_cut_to_what_decides_the_start_have_the_same_results(
    kernels: Path, tmp_path: Path
) -> None:
    card = ProcessorCard(kernels, 1 << 30)
    solution = on_card.solve(card, 1, "forfeit", tmp_path, MEMORY, check=12)
    assert not solution.is_exact
    own = {each.stones: each for each in awari.solve(1, "forfeit", tmp_path).layers}
    for layer in solution.layers:
        known = own[layer.stones]
        assert layer.all_results == (known.wins, known.draws, known.losses)
        assert layer.wins + layer.draws + layer.losses == awari.open_positions(layer.stones)
    certificate = solution.as_json()
    assert (certificate["result"], certificate["positions"]) == ("drawn", 1_984_529)
    moves = {move: about["result"] for move, about in certificate["moves"].items()}
    assert moves == {**dict.fromkeys("BCDE", "lost"), "A": "drawn", "F": "drawn"}


def test_the_rules_of_romein_and_bal_are_solved_as_a_naive_program_solves_them(
    kernels: Path, tmp_path: Path
) -> None:
    card = ProcessorCard(kernels, AMPLE)
    solver = layers.Layers(card, SMALL, Store(card, MEMORY, tmp_path), rules="romein-bal")
    certificate = ROOT / "testdata" / "awari-solved-romein-bal.json"
    published = json.loads(certificate.read_text(encoding="utf-8"))
    assert published["positions"] == 1 + sum(
        sum(layer["open"].values()) for layer in published["layers"]
    )
    known: romein_bal.Values = {}
    for stones in range(SMALL + 1):
        romein_bal.solve(stones, known)
        counts = solver.solve(stones)
        results = [0, 0, 0]
        for pits in romein_bal.positions(stones):
            if 0 in pits[6:]:
                assert solver.value(pits[:6], pits[6:]) == known[pits], pits
                results[1 - romein_bal.sign(known[pits])] += 1
        assert [counts.wins, counts.draws, counts.losses] == results
        assert list(published["layers"][stones]["open"].values()) == results
        assert solver.recount().wrong == 0
        solver.keep()
    only_slams = (0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0)
    assert known[only_slams] == 2
    assert known[only_slams[6:] + only_slams[:6]] != -2


def test_a_card_that_errs_is_found_out(
    kernels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = ProcessorCard(kernels, AMPLE)
    folder = tmp_path / "tables"
    folder.mkdir()
    sweep = layers.Layers._sweep

    def spoilt(self: layers.Layers) -> int:
        sweeps = sweep(self)
        layer = self._layer()
        if layer.stones == 8:
            card.fill(layer.cells + 1000, 1, 1)
        return sweeps

    monkeypatch.setattr(layers.Layers, "_sweep", spoilt)
    with pytest.raises(tables.TableError, match="of 8 stones disagree with their moves"):
        on_card.build(card, STONES, folder, MEMORY)
    assert not (folder / _native.table_files("awari", 8)[0]).exists()


def test_rows_are_numbered_as_the_kernels_number_them() -> None:
    rows = Rows(7)
    words = rows.row[int(rows.rows[:7].sum()) :]
    for number, word in enumerate(words):
        pits = [int(word) >> 8 * pit & 255 for pit in range(6)]
        assert sum(pits) == 7
        assert row_number(pits) == number


@pytest.mark.parametrize("stones", [0, 5, 24, 30])
def test_every_line_and_row_has_a_block(stones: int) -> None:
    rows = Rows(stones)
    plan, groups = blocks.blocks_of(rows, stones)
    assert sum(count for _, count, _ in groups) == plan[0, stones + 1]
    own = np.arange(stones + 1)
    across, chunk = plan[1, own].astype(int), plan[2, own].astype(int)
    assert (across * blocks.LANES >= rows.open[stones - own]).all()
    blocks_down = np.diff(plan[0, : stones + 2].astype(int)) // across
    assert (blocks_down * chunk >= rows.rows[own]).all()
    assert (chunk % blocks.TILE == 0).all()


def test_the_whole_game_has_as_many_positions_as_published() -> None:
    solution = awari.Solution(4, "forfeit", "", is_exact=False)
    solution.layers = [awari.Layer(n, 0, 0, 0, is_open=True) for n in awari.layers_below(48)]
    assert solution.positions == 889_063_398_406


def test_two_stones_a_pit_are_refused_where_the_card_is_too_small(
    kernels: Path, tmp_path: Path
) -> None:
    card = ProcessorCard(kernels, 1 << 30)
    with pytest.raises(ValueError, match="processor has memory for 0 stones, not for 24"):
        on_card.build(card, 24, tmp_path, MEMORY)


def test_the_processor_solves_the_smallest_start(tmp_path: Path) -> None:
    solution = awari.solve(1, "forfeit", tmp_path)
    known = tables.open_tables(tmp_path)
    start = hopsow.parse("awari", awari.start_text(1))
    assert known.probe(start) == (0, solution.value)
    with pytest.raises(ValueError, match="36 stones are solved on a graphics card only"):
        awari.solve(3, "forfeit", tmp_path)
    with pytest.raises(ValueError, match="rules romein-bal are solved on a graphics card only"):
        awari.solve(1, "romein-bal", tmp_path)
