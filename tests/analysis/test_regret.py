"""What moves gave away, against the oracle's values and against a game worked out by hand."""

import json
from pathlib import Path

import pytest
from effort import seeded
from hopsow import tables
from hopsow.analysis.regret import regret
from hopsow.games import parse
from hopsow.records import Record
from oracle import awari_endings
from shell import complaint, output

STONES = 5
START = "1-0-2-0-0-3-0-0-0-0-1-0-20-21-S"  # A and C win, F loses
GAME = f"""[GameType "awari"]
[Rules "forfeit"]
[South "<Ann>"]
[North "Ben"]
[SetUp "1"]
[FEN "{START}"]

1. F a *
"""


@pytest.mark.parametrize("rules", ["forfeit", "oware"])
def test_every_half_point_is_one_of_the_oracles(rules: str) -> None:
    values, chance = awari_endings.values(STONES, rules), seeded(4)
    known, expected = tables.Tables(), 0
    records: list[Record] = []
    while len(records) < 200:
        pits = chance.choice(awari_endings.layer(STONES))
        start = parse("awari", "-".join(map(str, pits)) + "-9-9-S", rules)
        record = Record("awari", rules, start)
        while record.outcome is None and len(record.moves) < 8:
            position = record.position
            results = {move: _result(values, position.play(move)) for move in position.legal_moves}
            move = chance.choice(position.legal_moves)
            expected += max(results.values()) - results[move]
            record.play(move)
        records.append(record)
    found = regret(records, known)
    assert sum(tally.half_points for tally in found.players.values()) == expected > 20
    assert sum(tally.half_points for tally in found.sizes.values()) == expected
    assert sum(blunder.half_points for blunder in found.blunders) == expected
    assert sum(found.depths().values()) == len(found.blunders)
    moves = sum(len(record.moves) for record in records)
    assert sum(tally.moves for tally in found.players.values()) == moves == found.plies


def _result(values: dict[tuple[int, ...], int], after: object) -> int:
    """1, 0 or -1 for the side that has just moved."""
    *pits, south, north = map(int, str(after)[:-2].split("-"))
    is_north = str(after).endswith("N")
    mover = (*pits[6:], *pits[:6]) if is_north else tuple(pits)
    lead = (north - south if is_north else south - north) + values[mover]
    return (lead < 0) - (lead > 0)


def test_a_blunder_has_its_position_the_best_moves_and_a_line(tmp_path: Path) -> None:
    path = tmp_path / "game.ogn"
    path.write_text(GAME)
    told = json.loads(output("regret", str(path), "--json"))
    assert list(told) == ["games", "plies", "players", "sizes", "depths", "blunders"]
    assert (told["games"], told["plies"]) == (1, 2)
    assert told["players"]["<Ann>"] == {
        "moves": 1,
        "choices": 1,
        "perfect": 0,
        "half_points": 2,
        "share_perfect": 0.0,
        "half_points_per_move": 2.0,
    }
    assert told["sizes"]["7"]["half_points"] == 2
    (blunder,) = told["blunders"]
    assert {key: blunder[key] for key in ("game", "ply", "player", "position", "played")} == {
        "game": 1,
        "ply": 0,
        "player": "<Ann>",
        "position": START,
        "played": "F",
    }
    assert (blunder["best"], blunder["half_points"]) == (["A", "C"], 2)
    line = Record("awari", "forfeit", parse("awari", START))
    for move in ("F", *blunder["refutation"]):
        line.play(move)
    assert line.outcome is not None
    assert line.outcome.winner == "north"


def test_people_read_counts_and_blunders(tmp_path: Path) -> None:
    path = tmp_path / "game.ogn"
    path.write_text(GAME)
    printed = output("regret", str(path), str(path))
    assert printed.startswith("2 games, 4 moves, 4 of them from positions in tables\n")
    assert "game 2, ply 1, <Ann>: F gave away 2 half-points; best A or C\n" in printed
    assert f"  {START}\n  then a " in printed


def test_the_page_escapes_names(tmp_path: Path) -> None:
    path, page = tmp_path / "game.ogn", tmp_path / "page.html"
    path.write_text(GAME)
    output("regret", str(path), "-o", str(page))
    written = page.read_text()
    assert "&lt;Ann&gt; played F" in written
    assert "<Ann>" not in written
    assert written.count("<svg") == 1


def test_a_game_that_no_table_knows_is_one_line() -> None:
    printed = output("regret", "-", "--game", "checkers", stdin="1. 11-15 22-18 *\n")
    assert printed == "1 game, 2 moves, 0 of them from positions in tables\n"


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "broken.pdn"
    path.write_text("1. 11-16 23-31 *\n")
    assert f"{path}: " in complaint("regret", str(path), "--game", "checkers")
