"""Games side by side say what positions say, in arrays that the caller sees."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hopsow
import numpy as np
import pytest
from effort import IS_LONG, seeded
from hopsow import Batch, Position, Turn
from numpy.typing import NDArray
from walks import RULE_SETS, examples

GAMES = 16
STEPS = 20_000 if IS_LONG else 150
GOLDEN = Path(__file__).parents[2] / "testdata" / "observations" / "golden.txt"


def legal(batch: Batch, game: int) -> list[int]:
    indptr, actions = batch.legal
    return [int(action) for action in actions[indptr[game] : indptr[game + 1]]]


def observed(position: Position) -> list[int]:
    """What the side to move sees at the beginning of a turn, from the position's parts."""
    return {"halma": halma_seen, "checkers": checkers_seen, "awari": awari_seen}[position.game](
        position
    )


def halma_seen(position: Position) -> list[int]:
    own, other = "bw" if position.to_move == "black" else "wb"
    men = [int(cell == man) for man in (own, other) for cell in position.cells]
    return men + 256 * [int(position.to_move == "white")]


def checkers_seen(position: Position) -> list[int]:
    own, other = "rw" if position.to_move == "red" else "wr"
    planes = []
    for piece in (own, own.upper(), other, other.upper(), None):
        plane = np.zeros((8, 8), np.uint8)
        for cell, content in enumerate(position.cells):
            row = cell // 4
            plane[row, 2 * (cell % 4) + (row + 1) % 2] = content == piece
        planes += [int(byte) for byte in plane.ravel()]
    return planes + 64 * [int(position.to_move == "white")] + 64 * [position.counter]


def awari_seen(position: Position) -> list[int]:
    south, north = position.stones[:6], position.stones[6:12]
    stores = position.stones[12:]
    if position.to_move == "south":
        return [*south, *north, *stores]
    return [*north, *south, *reversed(stores)]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("game", "rules"), RULE_SETS)
def test_batch_agrees_with_positions(game: str, rules: str, threads: int) -> None:
    batch = hopsow.batch(game, GAMES, rules=rules, threads=threads, max_plies=60, mask=True)
    records = [hopsow.Record(game, rules) for _ in range(GAMES)]
    turns = [Turn(record.position) for record in records]
    chance = seeded(game, rules, threads)
    for _ in range(STEPS):
        actions = []
        for i, turn in enumerate(turns):
            assert legal(batch, i) == [*turn.legal_actions]
            assert [*np.flatnonzero(batch.mask[i])] == [*turn.legal_actions]
            assert (batch.turn(i), batch.state(i)) == (turn, turn.position)
            assert hopsow.sides(game)[batch.to_move[i]] == turn.position.to_move
            if not turn.actions:
                assert batch.observations[i].ravel().tolist() == observed(turn.position)
            actions.append(chance.choice(turn.legal_actions))
        batch.step(actions)
        for i, action in enumerate(actions):
            turns[i] = turns[i].push(action)
            if (move := turns[i].move) is not None:
                records[i].play(move)
                turns[i] = Turn(records[i].position)
            outcome = records[i].outcome
            rewards = {None: [0, 0], hopsow.sides(game)[0]: [1, -1], hopsow.sides(game)[1]: [-1, 1]}
            assert batch.rewards[i].tolist() == rewards[outcome and outcome.winner]
            assert batch.terminated[i] == (outcome is not None)
            is_cut = outcome is None and len(records[i].moves) == 60 and not turns[i].actions
            assert batch.truncated[i] == is_cut
            if outcome or is_cut:
                records[i] = hopsow.Record(game, rules)
                turns[i] = Turn(records[i].position)


def test_observations_never_change() -> None:
    assert len(examples("observations", "golden.txt")) == 3 * 4
    for game, text, made, planes in examples("observations", "golden.txt"):
        batch = hopsow.batch(game, 1, mask=True)
        batch.set_state(0, Turn(hopsow.parse(game, text), [int(word) for word in made.split()]))
        assert packed(batch) == planes, text


def packed(batch: Batch) -> str:
    """The observation of the first game, as runs of equal bytes, and its legal actions."""
    runs: list[list[int]] = []
    for byte in batch.observations[0].ravel().tolist():
        if runs and runs[-1][0] == byte:
            runs[-1][1] += 1
        else:
            runs.append([byte, 1])
    seen = " ".join(f"{byte}*{count}" for byte, count in runs)
    return f"{seen} : {' '.join(map(str, np.flatnonzero(batch.mask[0])))}"


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_one_seed_gives_the_same_bytes(game: str) -> None:
    def run(seed: int, threads: int) -> bytes:
        batch = hopsow.batch(game, 50, seed=seed, threads=threads, opening_plies=3, max_plies=30)
        shown = b""
        for _ in range(60):
            batch.step(batch.sample())
            shown += b"".join(array.tobytes() for array in arrays(batch))
        return shown

    assert run(5, 1) == run(5, 1) == run(5, 2)
    assert run(5, 1) != run(6, 1)


def arrays(batch: Batch) -> list[NDArray[Any]]:
    names = ("observations", "to_move", "rewards", "terminated", "truncated", "keys")
    return [*(getattr(batch, name) for name in names), *batch.legal]


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_arrays_are_the_same_ones_all_the_time(game: str) -> None:
    batch = hopsow.batch(game, 4, mask=True)
    observations, mask = batch.observations, batch.mask
    before = observations.copy()
    batch.step(batch.sample())
    assert batch.observations is observations
    assert not np.array_equal(observations, before)
    assert [*np.flatnonzero(mask[0])] == legal(batch, 0)


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_clone_goes_its_own_way(game: str) -> None:
    batch = hopsow.batch(game, 4, seed=3, mask=True)
    batch.step(batch.sample())
    other = batch.clone()
    before = [array.tobytes() for array in arrays(batch)]
    assert [array.tobytes() for array in arrays(other)] == before
    actions = batch.sample()
    other.step(actions)
    assert [array.tobytes() for array in arrays(batch)] == before
    batch.step(actions)
    assert [a.tobytes() for a in arrays(batch)] == [a.tobytes() for a in arrays(other)]


@pytest.mark.parametrize(
    ("game", "text", "action", "sentence", "kind"),
    [
        ("awari", "0-4-4-4-4-4-4-4-4-4-4-4-4-0-S", 0, "pit A is empty", "empty-pit"),
        ("awari", "0-1-0-0-0-6-0-0-0-0-0-0-10-10-S", 1, "play F", "must-feed"),
        ("awari", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", 6, "numbered from 0 to 5", "illegal-action"),
        ("awari", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", -1, "numbered from 0 to 5", "illegal-action"),
        ("checkers", "B:W18:B14", 13 * 8, "a capture is available: 14x23", "must-capture"),
        ("checkers", "B:W18:B1", 1, "leads off the board", "illegal-action"),
        ("checkers", "B:W18:B1", 4, "leads off the board", "illegal-action"),
        ("checkers", "B:W18:B1", 17 * 8, "the piece on 18 is white's", "not-your-piece"),
        ("halma", None, 0, "1,0 is occupied", "occupied"),
        ("halma", None, 4, "leads off the board", "illegal-action"),
    ],
)
def test_illegal_actions_name_the_rule(
    game: str, text: str | None, action: int, sentence: str, kind: str
) -> None:
    batch = hopsow.batch(game, 3, mask=True)
    batch.set_state(1, hopsow.parse(game, text) if text else hopsow.start(game))
    before = [array.tobytes() for array in arrays(batch)]
    actions = batch.sample()
    actions[1] = action
    with pytest.raises(hopsow.IllegalMoveError) as caught:
        batch.step(actions)
    assert str(caught.value).startswith(f"game 1 of {game}: action {action} is illegal: ")
    assert sentence in str(caught.value)
    assert caught.value.kind == kind
    assert [array.tobytes() for array in arrays(batch)] == before


def make(**options: Any) -> Callable[[], object]:
    return lambda: hopsow.batch(**{"game": "awari", "games": 3, **options})


@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [
        (make(game="chess"), ValueError, "unknown game"),
        (make(rules="mine"), ValueError, "unknown rules of awari"),
        (make(games=0), ValueError, "the number of games must be from 1 to 1048576"),
        (make(seed=-1), ValueError, "seed must be from 0"),
        (make(threads=0), ValueError, "threads must be from 1 to 256"),
        (make(max_plies=0), ValueError, "max_plies must be from 1 to 65535"),
        (make(max_plies=5, opening_plies=5), ValueError, "opening_plies must be from 0 to 4"),
        (lambda: hopsow.batch("awari", 3).mask, AttributeError, "made without mask=True"),
        (lambda: hopsow.batch("awari", 3).step([1, 2]), ValueError, "3 games and 2 actions"),
        (lambda: hopsow.batch("awari", 3).step([1.0] * 3), TypeError, "a row of integers"),
        (lambda: hopsow.batch("awari", 3).step([[1, 2, 3]]), TypeError, "a row of integers"),
        (lambda: hopsow.batch("awari", 3).reset([True]), TypeError, "a row of 3 truth values"),
        (lambda: hopsow.batch("awari", 3).reset([1, 0, 1]), TypeError, "a row of 3 truth values"),
        (lambda: hopsow.batch("awari", 3).state(3), IndexError, "from 0 to 2, not 3"),
        (lambda: hopsow.batch("awari", 3).turn(-1), IndexError, "from 0 to 2, not -1"),
        (
            lambda: hopsow.batch("awari", 3).set_state(0, hopsow.start("halma")),
            ValueError,
            'a batch of awari with the rules "forfeit", not of halma with "addendum"',
        ),
        (
            lambda: hopsow.batch("awari", 3).set_state(
                0, hopsow.parse("awari", "0-0-0-0-0-0-0-0-0-0-0-0-20-28-S")
            ),
            ValueError,
            "the game is over",
        ),
        (
            lambda: hopsow.batch("awari", 1).set_state(0, Turn(hopsow.start("awari"), [0])),
            ValueError,
            "the turn is finished",
        ),
        (
            lambda: hopsow.batch("awari", 1).set_state(0, "S"),  # type: ignore[arg-type]
            TypeError,
            "not str",
        ),
    ],
)
def test_odd_arguments(call: Callable[[], object], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        call()


def test_integers_of_every_kind_are_actions() -> None:
    batch = hopsow.batch("awari", 3)
    for kind in (np.int8, np.uint16, np.int32, np.int64):
        batch.step(np.array([0, 1, 2], kind))
        batch.reset()
    batch.step(np.arange(6)[::2] // 2)
    assert batch.state(2) == hopsow.start("awari").play("C")


def test_reset_begins_the_chosen_games() -> None:
    batch = hopsow.batch("awari", 3, opening_plies=4, seed=1)
    before = [batch.state(i) for i in range(3)]
    batch.reset([False, True, False])
    after = [batch.state(i) for i in range(3)]
    assert [one == two for one, two in zip(before, after, strict=True)] == [True, False, True]


def test_arrays_speak_dlpack() -> None:
    batch = hopsow.batch("checkers", 2, mask=True)
    for array in (*arrays(batch), batch.mask):
        assert np.shares_memory(np.from_dlpack(array), array)
    try:
        import torch
    except ImportError:
        return
    seen = torch.from_dlpack(batch.observations)
    batch.step(batch.sample())
    assert np.array_equal(seen.numpy(), batch.observations)


def test_numpy_is_asked_for_only_by_a_batch() -> None:
    program = """
import sys
sys.modules["numpy"] = None
import hopsow
hopsow.start("awari").play("A")
try:
    hopsow.batch("awari", 1)
except ImportError as error:
    print(error)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("a batch needs NumPy: pip install numpy\n", "")


@pytest.mark.parametrize(
    ("game", "bytes_allowed"), [("halma", 256), ("checkers", 64), ("awari", 64)]
)
def test_games_are_small(game: str, bytes_allowed: int) -> None:
    assert hopsow.batch(game, 1).bytes_of_game <= bytes_allowed


def test_games_begin_where_they_are_told() -> None:
    few = hopsow.parse("awari", "3-3-3-3-3-3-3-3-3-3-3-3-0-0-S")
    batch = hopsow.batch("awari", 4, position=few, max_plies=3)
    assert [batch.state(i) for i in range(4)] == [few] * 4
    for _ in range(3):
        batch.step(batch.sample())
    assert batch.truncated.all()
    assert batch.state(0) == few  # where a new game begins, too
    opened = hopsow.batch("awari", 4, position=few, opening_plies=2, seed=5)
    assert opened.state(0) != few
    assert sum(opened.observations[0]) == 36


@pytest.mark.parametrize(
    ("position", "rules", "sentence"),
    [
        (hopsow.start("checkers"), None, "a batch of awari with the rules .* not of checkers"),
        (hopsow.start("awari", "abapa"), "forfeit", 'not of awari with "abapa"'),
        (hopsow.parse("awari", "0-0-0-0-0-0-0-0-0-0-0-0-20-28-S"), None, "the game is over"),
    ],
)
def test_games_cannot_begin_elsewhere(
    position: hopsow.Position, rules: str | None, sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        hopsow.batch("awari", 1, position=position, rules=rules)
