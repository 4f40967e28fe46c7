"""`hopsow tables` as a user meets it."""

import json
from pathlib import Path

import hopsow
import pytest
from hopsow import tables
from oracle import awari_endings
from shell import complaint, output, run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("tables")
    output("tables", "build", "awari", "--size", "13", "--tables", str(folder))
    return str(folder)


def test_build_says_where_the_tables_are(tmp_path: Path) -> None:
    printed = output("tables", "build", "checkers", "--size", "2", "--tables", str(tmp_path))
    assert printed.startswith(f"checkers tables to size 2 are in {tmp_path} (")
    printed = output(
        "tables", "build", "checkers", "--size", "2", "--tables", str(tmp_path), "--json"
    )
    assert json.loads(printed)["size"] == 2


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine where no table was ever built."""
    monkeypatch.setenv("HOPSOW_TABLES", str(tmp_path / "tables"))
    return tmp_path


def test_tables_that_are_built_in_are_verified_on_a_fresh_install(fresh: Path) -> None:
    for command in (
        "awari --size 12 --sample 1000",
        "awari --size 8 --rules abapa",
        "checkers --size 3 --sample 1000",
        "checkers --size 3 --rules tournament",
    ):
        assert output("tables", "verify", *command.split()).endswith("are sound (built in)\n")
    assert list(fresh.iterdir()) == []


def test_a_size_that_is_built_in_needs_no_build(fresh: Path) -> None:
    printed = output("tables", "build", "awari", "--size", "9")
    assert printed == "awari tables to size 12 are built in: there is nothing to build\n"
    printed = output("tables", "build", "checkers", "--size", "3", "--json")
    assert json.loads(printed) == {"game": "checkers", "size": 3, "built_in": 3}
    assert list(fresh.iterdir()) == []


def test_whoever_names_a_folder_gets_the_files_there(tmp_path: Path) -> None:
    printed = output("tables", "build", "checkers", "--size", "2", "--tables", str(tmp_path))
    assert printed.endswith("the program has them built in, too, to size 3\n")
    assert list(tmp_path.glob("*.tbl"))


def test_list_shows_counts_and_sizes(folder: str) -> None:
    listed = json.loads(output("tables", "list", "--tables", folder, "--json"))
    thirteen = next(table for table in listed["tables"] if table["name"] == "13")
    counts = [thirteen[key] for key in ("entries", "wins", "draws", "losses")]
    assert counts == [2_496_144, 1_366_005, 304_716, 825_423]
    assert thirteen["bytes"] < 0.5 * thirteen["entries"]
    assert listed["problems"] == []
    assert "1,366,005" in output("tables", "list", "--tables", folder)


def test_verify_recomputes_values(folder: str) -> None:
    verify = ("tables", "verify", "awari", "--tables", folder)
    assert output(*verify, "--size", "8") == "awari tables of size 8 are sound\n"
    assert json.loads(output(*verify, "--size", "13", "--sample", "10000", "--json"))["sound"]


def test_probe_prints_value_and_moves(folder: str) -> None:
    probe = ("tables", "probe", "awari", "--tables", folder, "--position")
    printed = output(*probe, "1-0-0-0-0-1-1-0-0-0-0-1-3-3-S")
    assert printed.splitlines()[0] == "south to move: won, +2 stones still to come"
    printed = json.loads(output(*probe, "1-0-0-0-0-1-1-0-0-0-0-1-3-3-S", "--json"))
    assert (printed["result"], printed["value"], printed["best"]) == ("won", 2, ["F"])
    assert [move["move"] for move in printed["moves"]] == ["F", "A"]


def test_probe_names_the_command_that_would_help(folder: str) -> None:
    message = complaint(
        *("tables", "probe", "awari", "--tables", folder, "--position"),
        "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
    )
    assert message.endswith("hopsow tables build awari --size 14 (or more) makes larger ones")
    message = complaint(
        *("tables", "probe", "checkers", "--rules", "tournament", "--position"),
        "B:WK14,K15,K16:BK1,K2",
    )
    assert message.endswith(
        "hopsow tables build checkers --rules tournament --size 4 (or more) makes larger ones"
    )


def test_each_rule_set_of_checkers_has_tables_of_its_own(tmp_path: Path) -> None:
    rules = ("--rules", "tournament")
    build = ("tables", "build", "checkers", *rules, "--size", "2", "--tables", str(tmp_path))
    printed = output(*build)
    assert printed.startswith(
        f"checkers tables for the rules tournament to size 2 are in {tmp_path}"
    )
    assert json.loads(output(*build, "--json"))["rules"] == "tournament"
    assert len(list(tmp_path.glob("checkers-tournament-*.tbl"))) == 4
    verify = ("tables", "verify", "checkers", *rules, "--size", "2", "--tables", str(tmp_path))
    assert output(*verify) == "checkers tables for the rules tournament of size 2 are sound\n"
    listed = json.loads(output("tables", "list", "--tables", str(tmp_path), "--json"))["tables"]
    assert {each["rules"] for each in listed if each["game"] == "checkers"} == {
        "dd2380",
        "openspiel",
        "tournament",
    }
    # With 60 plies gone, only the longer count leaves time; a man's move restarts it at once.
    for position, long in (("B:WK27:BK18,K19:H45", "won"), ("B:WK27:BK18,K19:H79", "drawn")):
        probe = ("tables", "probe", "checkers", "--json", "--position", position, *rules)
        assert json.loads(output(*probe))["result"] == long


def test_list_names_damage(tmp_path: Path) -> None:
    (tmp_path / "awari-forfeit-13.tbl").write_text("HOPSOWTB")
    done = run("tables", "list", "--tables", str(tmp_path))
    assert done.returncode == 2
    assert "awari-forfeit-13.tbl is cut off: 8 bytes" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("tables", "the following arguments are required: VERB (see hopsow tables --help)"),
        ("tables build halma --size 3", "there are no tables for halma"),
        ("tables build awari --size 99", "there are no awari tables of size 99"),
        ("tables build awari --size 20 --memory 1M", "and the limit is 1.0 MB"),
        ("tables build awari --size 20 --memory lots", "'lots' is not an amount of memory"),
        ("tables build awari --size 3 --threads 0", "'0' is not a positive number"),
        ("tables verify awari --size 13 --tables /nowhere", "there is no file /nowhere/awari"),
        ("tables verify awari --size 12 --tables /nowhere", "there is no file /nowhere/awari"),
        ("tables verify halma --size 2", "there are no tables for halma"),
        ("tables build checkers --rules house --size 2", 'unknown rules of checkers "house"'),
        ("tables verify awari --rules house --size 2", 'unknown rules of awari "house"'),
        (
            "tables build checkers --rules tournament --size 4 --device cuda",
            "checkers cannot be built on a graphics card",
        ),
    ],
)
def test_errors_are_one_sentence(arguments: str, sentence: str) -> None:
    assert sentence in complaint(*arguments.split())


def test_where_endless_play_leaves_it_open_bounds_are_told(fresh: Path) -> None:
    rules = ("--rules", "abapa", "--position")
    shown = {}
    known = tables.Tables()
    for pits in awari_endings.layer(4):
        position = hopsow.parse("awari", awari_endings.text(pits), "abapa")
        bounds = known.bounds(position)
        if position.outcome is None and bounds is not None and bounds[0][0] != bounds[1][0]:
            shown[bounds[0][0], bounds[1][0]] = position
    assert shown
    for (low, high), position in shown.items():
        words = f"{tables.RESULTS[low]} at worst, {tables.RESULTS[high]} at best"
        assert words in output("tables", "probe", "awari", *rules, str(position))
        assert words in output("tables", "explore", "awari", *rules, str(position))
        for verb in ("probe", "explore"):
            told = json.loads(output("tables", verb, "awari", *rules, str(position), "--json"))
            assert told["at_least"]["result"] == tables.RESULTS[low]
            assert told["at_most"]["result"] == tables.RESULTS[high]
            assert told.get("result") is None
            assert {each["move"] for each in told["moves"]} <= {*map(str, position.legal_moves)}


@pytest.mark.parametrize("verb", ["build", "verify"])
@pytest.mark.parametrize("size", ["-1", str(1 << 32), "9" * 30])
def test_a_size_out_of_all_bounds_is_one_sentence(verb: str, size: str) -> None:
    said = complaint("tables", verb, "awari", "--size", size)
    assert f'argument --size: found "{size[:24]}' in said


def test_a_position_is_explored_move_by_move(folder: str, fresh: Path) -> None:
    position = "0-0-1-0-0-2-4-0-3-0-2-1-17-18-S"
    known = json.loads(
        output("tables", "explore", "awari", "--position", position, "--tables", folder, "--json")
    )
    moves = {each["move"]: (each["result"], each["value"]) for each in known["moves"]}
    probed = json.loads(
        output("tables", "probe", "awari", "--position", position, "--tables", folder, "--json")
    )
    assert moves == {each["move"]: (each["result"], each["value"]) for each in probed["moves"]}
    assert (known["result"], known["value"]) == (probed["result"], probed["value"])
    assert "to_build" not in known
    unknown = json.loads(output("tables", "explore", "awari", "--position", position, "--json"))
    assert unknown["to_build"]["size"] == 13
    assert {each["move"] for each in unknown["moves"]} == set(moves)
    printed = output("tables", "explore", "awari", "--position", position)
    assert "no table knows this position" in printed
    assert "hopsow tables build awari --size 13" in printed


def test_captures_into_what_is_known_are_shown_where_the_rest_is_not(fresh: Path) -> None:
    position = "0-0-0-0-0-1-1-1-1-2-2-5-17-18-S"
    explored = json.loads(output("tables", "explore", "awari", "--position", position, "--json"))
    (known,) = explored["moves"]
    worth = tables.Tables().probe(hopsow.parse("awari", position).play("F"))
    assert worth is not None
    result, _ = worth
    assert (known["move"], known["result"]) == ("F", {1: "lost", 0: "drawn", -1: "won"}[result])
    assert "result" not in explored


@pytest.mark.parametrize(("game", "size"), [("awari", 9), ("checkers", 3)])
def test_hard_positions_are_won_by_one_move_alone(game: str, size: int, fresh: Path) -> None:
    options = ("tables", "explore", game, "--hard", "5", "--size", str(size), "--json")
    listed = json.loads(output(*options))["positions"]
    assert len({each["position"] for each in listed}) == 5
    assert json.loads(output(*options))["positions"] == listed
    for each in listed:
        probed = json.loads(
            output("tables", "probe", game, "--position", each["position"], "--json")
        )
        assert probed["result"] == "won"
        won = [move["move"] for move in probed["moves"] if move["result"] == "won"]
        assert won == [each["move"]]
        assert len(probed["moves"]) == each["others"] + 1
        assert tables.size_of(hopsow.parse(game, each["position"])) == size


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("awari", "expected --position T, or --hard N"),
        ("halma --hard 3", "there are no tables for halma"),
        ("awari --hard 0", "--hard 0: expected 1 to 1000"),
        ("awari --hard 1 --size 40", "--size 40: the tables here reach size 12"),
        ("checkers --hard 1 --size -1", "--size -1: the tables here reach size 3"),
        ("awari --position 0-0-0-0-0-0-0-0-0-0-0-0-24-24-S", "the game is over"),
    ],
)
def test_what_cannot_be_explored_is_said(options: str, sentence: str, fresh: Path) -> None:
    assert sentence in complaint("tables", "explore", *options.split())
