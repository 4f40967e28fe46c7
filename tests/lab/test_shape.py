"""The core judges as a slow model in whole numbers does, and writes what NumPy reads."""

from pathlib import Path
from typing import Any

import hopsow
import numpy as np
import pytest
from hopsow import Position, _native, agents
from hopsow.lab.learning.values import data, shape
from shell import complaint, output

BUILT_IN = Path(__file__).parents[2] / "crates" / "hopsow-core" / "nets"
MOST = 20_000  # hundredths: estimates stay within


def seen(game: str) -> tuple[list[Position], Any, Any]:
    """Positions of a few games, the inputs that are on in each, and its kind."""
    start = hopsow.start(game)
    records = _native.self_play(start, 0, 5, nodes=20, noise=3, seed=4)
    size = _native.record_bytes(game) - data.LABEL.size
    step = size + data.LABEL.size
    packed = [records[at : at + size] for at in range(0, len(records), step)]
    inputs, kinds = _native.net_inputs(game, start.rules, records)
    on = np.frombuffer(inputs, np.uint16).reshape(len(packed), -1)
    positions = [_native.unpack_position(game, start.rules, bytes_) for bytes_ in packed]
    return positions, on, np.frombuffer(kinds, np.uint8)


def random_net(of: shape.Shape, seed: int, extreme: bool, firsts: int = 1) -> dict[str, Any]:
    random = np.random.default_rng(seed)
    usual = {"first": 60, "first_bias": 60, "last": 300, "last_bias": 20_000}
    net = {}
    for name, size in of.sizes(firsts).items():
        kind = np.dtype(shape.SCALES[name][1])
        limits = np.iinfo(kind)
        most = usual.get(name, 4000 if name.endswith("bias") else 20)
        numbers = random.integers(-most, most, size, endpoint=True)
        if extreme and not name.startswith("last"):
            # Most biases stay usual, or else they alone would decide.
            share = 0.25 if name.endswith("bias") else 1.0
            ends = random.choice([limits.min, limits.max, 0], size)
            numbers = np.where(random.random(size) < share, ends, numbers)
        net[name] = numbers.astype(kind)
    return net


def wrapped(numbers: Any, kind: str) -> Any:
    return numbers.astype(kind).astype(np.int64)


def slow_value(net: dict[str, Any], on: Any, kind: int) -> float:
    """The estimate by the arithmetic of docs/evaluation.md, in units."""
    wide = {name: array.astype(np.int64) for name, array in net.items()}
    own = kind if len(wide["first"]) > 1 else 0
    first, bias = wide["first"][own], wide["first_bias"][own]
    rows = first[[number for number in on if number < len(first)]]
    hidden = wrapped(bias + rows.sum(axis=0), "i2").clip(0, shape.ONE)
    for name in ("second", "third"):
        sums = wrapped(wide[name][kind] @ hidden + wide[f"{name}_bias"][kind], "i4")
        hidden = (sums >> 6).clip(0, shape.ONE)
    total = int(wide["last"][kind] @ hidden + wide["last_bias"][kind])
    hundredths = abs(total) * 100 // (shape.LAST_SCALE * shape.ONE) * (1 if total > 0 else -1)
    return max(-MOST, min(MOST, hundredths)) / 100


@pytest.mark.parametrize("game", hopsow.GAMES)
@pytest.mark.parametrize("extreme", [False, True])
@pytest.mark.parametrize("own_first", [False, True])
def test_the_core_judges_as_the_slow_model(
    game: str, extreme: bool, own_first: bool, tmp_path: Path
) -> None:
    of = shape.shape_of(game)
    net = random_net(of, 1, extreme, of.kinds if own_first else 1)
    path = tmp_path / "random.net"
    path.write_bytes(shape.to_file(of, net))
    engine = hopsow.Engine(game, 1, net=path)
    positions, on, kinds = seen(game)
    expected = [slow_value(net, *what) for what in zip(on, kinds, strict=True)]
    assert [engine.estimate(position) for position in positions] == expected
    assert len(set(expected)) > 20


def naive_inputs(position: Position) -> set[int]:
    """The inputs as docs/evaluation.md lists them."""
    second = position.to_move == position.sides[1]
    if position.game == "checkers":
        cells = position.cells[::-1].translate(OTHER) if second else position.cells
        return {32 * "rRwW".index(cell) + at for at, cell in enumerate(cells) if cell != "."}
    if position.game == "halma":
        cells, order = (position.cells[::-1], "wb") if second else (position.cells, "bw")
        men = ((divmod(at, 16), order.index(cell)) for at, cell in enumerate(cells) if cell != ".")
        return {
            256 * of + 128 * (y % 2) + 64 * (x % 2) + 8 * (y // 2) + x // 2 for (y, x), of in men
        }
    stones = position.stones
    pits = [*stones[6:12], *stones[:6]] if second else stones[:12]
    stores = stones[:11:-1] if second else stones[12:]
    in_pits = {18 * pit + min(number, 17) for pit, number in enumerate(pits)}
    return in_pits | {216 + 26 * row + min(number, 25) for row, number in enumerate(stores)}


OTHER = str.maketrans("rwRW", "wrWR")


def naive_kind(position: Position) -> int:
    if position.game == "checkers":
        pieces = [cell for cell in position.cells if cell != "."]
        return (len(pieces) - 1) // 6 + 4 * any(cell.isupper() for cell in pieces)
    if position.game == "halma":
        ways = {"b": range(16, 31), "w": range(15), ".": ()}
        return sum(sum(divmod(at, 16)) in ways[cell] for at, cell in enumerate(position.cells)) // 5
    return sum(sum(position.stones[:12]) > most for most in (14, 20, 26, 32, 40))


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_inputs_are_those_of_the_description(game: str) -> None:
    of = shape.shape_of(game)
    positions, on, kinds = seen(game)
    for position, numbers, kind in zip(positions, on, kinds, strict=True):
        assert {int(number) for number in numbers if number < of.inputs} == naive_inputs(position)
        assert kind == naive_kind(position)


def test_rounding_stays_within_what_the_file_can_hold() -> None:
    of = shape.shape_of("awari")
    net = {name: np.full(size, 1e9 * (-1) ** len(name)) for name, size in of.sizes().items()}
    for name, array in shape.whole(net).items():
        limits = np.iinfo(shape.SCALES[name][1])
        assert set(array.flat) == {limits.max * (-1) ** len(name)}
    small = {name: np.full(size, 0.3) for name, size in of.sizes().items()}
    assert shape.whole(small)["second"].flat[0] == round(0.3 * 64)
    assert shape.whole(small)["last_bias"].flat[0] == round(0.3 * 256 * 127)


@pytest.mark.parametrize("game", hopsow.GAMES)
@pytest.mark.parametrize("own_first", [False, True])
def test_a_file_leads_back_to_its_net(game: str, own_first: bool) -> None:
    of = shape.shape_of(game)
    net = random_net(of, 2, False, of.kinds if own_first else 1)
    content = shape.to_file(of, net)
    again = shape.from_file(of, content)
    assert shape.to_file(of, again) == content
    for name, array in shape.whole(shape.real(again)).items():
        np.testing.assert_array_equal(array, net[name])


def test_arrays_of_another_shape_are_refused() -> None:
    of = shape.shape_of("awari")
    net = random_net(of, 1, extreme=False)
    with pytest.raises(ValueError, match="third is int8"):
        shape.to_file(of, {**net, "third": net["third"][:, :, 1:]})
    with pytest.raises(ValueError, match="last is float64"):
        shape.to_file(of, {**net, "last": net["last"] * 1.0})


@pytest.mark.parametrize("game", sorted(path.stem for path in BUILT_IN.glob("*.net")))
def test_built_in_nets_are_the_files_of_the_repository(game: str) -> None:
    position = hopsow.start(game)
    own, given = hopsow.Engine(game, 1), hopsow.Engine(game, 1, net=BUILT_IN / f"{game}.net")
    assert own.estimate(position) == given.estimate(position)
    reports = [engine.search([position], nodes=5000) for engine in (own, given)]
    assert reports[0].score == reports[1].score
    assert sum(path.stat().st_size for path in BUILT_IN.iterdir()) <= 1_000_000


class TestTheNetOfTheEngine:
    """`net=` of an agent, `--net`, and `EvalFile` choose who judges."""

    @pytest.fixture
    def other(self, tmp_path: Path) -> Path:
        of = shape.shape_of("awari")
        path = tmp_path / "other.net"
        path.write_bytes(shape.to_file(of, random_net(of, 5, extreme=False)))
        return path

    def test_another_net_sees_other_scores(self, other: Path) -> None:
        own, another = (
            output("analyse", "awari", "--depth", "3", "--json", *net)
            for net in ([], ["--net", str(other)])
        )
        assert own.partition('"score"')[2][:12] != another.partition('"score"')[2][:12]

    def test_an_agent_takes_a_net(self, other: Path) -> None:
        position = hopsow.start("awari")
        agent = agents.make(f"engine:depth=5:net={other}", "awari")
        engine = hopsow.Engine("awari", net=other)
        assert agent.choose(position, agents.Clock()) == engine.search([position], depth=5).move

    def test_the_protocol_takes_a_net(self, other: Path) -> None:
        game, net = "setoption name Game value awari\n", "setoption name EvalFile value"
        scores = []
        for lines in ("", f"{net} {other}\n", f"{net} {other}\n{net} <empty>\n"):
            said = output("engine", stdin=f"{game}{lines}go depth 3\n")
            scores.append(said.rpartition("score ")[2].partition(" nodes")[0])
        assert scores[0] == scores[2] != scores[1]

    @pytest.mark.parametrize("game", ["checkers", "halma"])
    def test_a_foreign_net_is_one_sentence(self, game: str, other: Path) -> None:
        reason = {
            "checkers": 'the net is for "awari", expected one for "checkers"',
            "halma": 'the net is for "awari", expected one for "halma"',
        }[game]
        sentence = f"{other}: {reason}"
        assert complaint("analyse", game, "--net", str(other)) == sentence
        assert sentence in complaint("match", game, f"engine:net={other}", "random")
        lines = f"setoption name Game value {game}\nsetoption name EvalFile value {other}\n"
        assert output("engine", stdin=lines) == f"error {sentence}\n"

    def test_a_damaged_or_missing_net_is_one_sentence(self, other: Path) -> None:
        sound = bytearray(other.read_bytes())
        sound[5000] ^= 1
        other.write_bytes(sound)
        sentence = f"{other}: the net is damaged: its checksum does not match"
        assert complaint("analyse", "awari", "--net", str(other)) == sentence
        other.unlink()
        sentence = f"{other}: No such file or directory"
        assert complaint("analyse", "awari", "--net", str(other)) == sentence
        lines = f"setoption name Game value awari\nsetoption name EvalFile value {other}\n"
        assert output("engine", stdin=lines) == f"error {sentence}\n"
        with pytest.raises(FileNotFoundError):
            hopsow.Engine("awari", net=other)
