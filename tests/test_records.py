"""Records: play, take back, ends that history decides, and texts that come back the same."""

from pathlib import Path
from random import Random

import hopsow
import pytest
from damage import damaged
from effort import many, seeded
from hopsow import IllegalMoveError, Outcome, ParseError, Record, draw
from hopsow.records.notes import SIGNS, Note, Variation
from hopsow.records.reading import MAX_GAMES, parse_all, parse_each
from hopsow.records.writing import MoveNumbers
from hypothesis import given
from hypothesis import strategies as st

RECORDS = Path(__file__).parents[1] / "testdata" / "records"
GOOD = sorted(RECORDS.glob("*/good/*.txt"))
BAD = sorted(RECORDS.glob("*/bad/*.txt"))
RULE_SETS = [(game, rules) for game in hopsow.GAMES for rules in hopsow.rule_sets(game)]

KINGS = "B:WK32:BK1"
TO_AND_FRO = ["1-6", "32-28", "6-1", "28-32"]


def name(file: Path) -> str:
    return f"{file.parts[-3]}-{file.stem}"


def random_record(game: str, rules: str, seed: int, plies: int = 300) -> Record:
    record = Record(game, rules)
    chance = seeded(seed)
    while record.outcome is None and len(record.moves) < plies:
        record.play(chance.choice(record.position.legal_moves))
    return record


def annotate(record: Record, chance: Random, depth: int = 2) -> None:
    """Comments, symbols and variations here and there, some within others."""
    for ply in range(len(record.moves) + 1):
        if chance.random() < 0.7:
            continue
        comment = "".join(chance.choices("a b(){};%$[*é1.", k=chance.randrange(12)))
        note = Note(" ".join(comment.split()))
        if ply and depth:
            note.symbols = [chance.randrange(256) for _ in range(chance.randrange(3))]
            before = record.until(ply - 1)
            line = before.until(ply - 1)
            while line.outcome is None and len(line.moves) < ply + chance.randrange(4):
                line.play(chance.choice(line.position.legal_moves))
            inner = Record(record.game, record.rules, before.position)
            for move in line.moves[ply - 1 :]:
                inner.play(move)
            annotate(inner, chance, depth - 1)
            note.variations = [Variation(inner.moves, inner.notes)]
        if note != Note():
            record.notes[ply] = note


class TestPlay:
    def test_a_new_record_stands_at_the_start(self) -> None:
        record = Record("awari")
        assert record.start == record.position == hopsow.start("awari")
        assert (record.game, record.rules, record.moves) == ("awari", "forfeit", ())
        assert (record.outcome, record.result) == (None, "*")

    def test_play_takes_texts_and_moves(self) -> None:
        record = Record("checkers")
        assert record.play("11-15") == record.position
        record.play(record.position.legal_moves[0])
        assert [str(move) for move in record.moves] == ["11-15", str(record.moves[1])]
        assert record.positions == (record.start, record.start.play("11-15"), record.position)

    def test_undo_returns_the_move_and_the_position(self) -> None:
        record = Record("awari")
        record.play("F")
        assert str(record.undo()) == "F"
        assert record == Record("awari")
        with pytest.raises(IndexError, match="no move to take back"):
            record.undo()

    @pytest.mark.parametrize(("game", "rules"), RULE_SETS)
    def test_a_position_may_be_given(self, game: str, rules: str) -> None:
        position = hopsow.start(game, rules).play(hopsow.start(game, rules).legal_moves[0])
        assert Record(game, rules, position).start == position
        assert Record(game, rules, str(position)).start == position
        assert Record(game, position=position).rules == rules

    def test_a_position_of_other_rules_is_refused(self) -> None:
        with pytest.raises(
            ValueError, match=r"of checkers \(dd2380\), not checkers \(tournament\)"
        ):
            Record("checkers", "tournament", hopsow.start("checkers"))
        with pytest.raises(ValueError, match=r"of awari \(forfeit\), not halma"):
            Record("halma", position=hopsow.start("awari"))

    def test_an_illegal_move_leaves_the_record_alone(self) -> None:
        record = Record("checkers")
        record.play("11-15")
        with pytest.raises(IllegalMoveError):
            record.play("11-15")
        assert [str(move) for move in record.moves] == ["11-15"]


class TestEnd:
    def test_third_occurrence_is_a_draw_in_the_tournament(self) -> None:
        record = Record("checkers", "tournament", KINGS)
        for move in TO_AND_FRO * 2:
            assert record.outcome is None
            record.play(move)
        assert record.outcome == Outcome(None, "repetition")
        assert record.position.outcome is None
        assert record.result == "1/2-1/2"

    def test_dd2380_knows_no_repetition(self) -> None:
        record = Record("checkers", "dd2380", KINGS)
        for move in TO_AND_FRO * 3:
            record.play(move)
        assert record.outcome is None

    def test_awari_ends_when_a_position_occurs_again(self) -> None:
        record = Record("awari", position="1-0-0-0-0-0-1-0-0-0-0-0-20-20-S")
        while record.outcome is None:
            record.play(record.position.legal_moves[0])
        assert record.outcome == Outcome(None, "repetition")
        assert record.position.outcome is None

    def test_nothing_is_played_after_the_end(self) -> None:
        record = Record("checkers", "tournament", KINGS)
        for move in TO_AND_FRO * 2:
            record.play(move)
        with pytest.raises(IllegalMoveError, match=r"the game is over \(draw: "):
            record.play("1-6")

    def test_taking_back_the_last_move_reopens_the_game(self) -> None:
        record = Record("checkers", "tournament", KINGS)
        for move in TO_AND_FRO * 2:
            record.play(move)
        record.undo()
        assert record.outcome is None
        record.play("28-24")
        assert record.outcome is None

    def test_players_may_agree_on_a_result(self) -> None:
        record = Record("halma")
        record.result = "0-1"
        assert (record.result, record.outcome) == ("0-1", None)
        record.play("4,1-5,2")
        assert record.result == "*"

    def test_a_result_cannot_contradict_the_rules(self) -> None:
        record = Record("checkers", position="B:WK1:B")
        assert (record.outcome, record.result) == (Outcome("white", "no moves"), "0-1")
        with pytest.raises(ValueError, match=r"the result is 0-1, not 1-0 \(white wins: "):
            record.result = "1-0"
        with pytest.raises(ValueError, match='found "2-0", expected 1-0'):
            record.result = "2-0"


class TestText:
    @pytest.mark.parametrize("file", GOOD, ids=name)
    def test_good_records_are_read_and_written(self, file: Path) -> None:
        records = parse_all(Record, file.parts[-3], file.read_bytes())
        text = "\n".join(map(str, records))
        assert text == file.with_suffix(".expected").read_text()
        assert parse_all(Record, file.parts[-3], text) == records

    @pytest.mark.parametrize("file", BAD, ids=name)
    def test_bad_records_are_refused_with_place_and_reason(self, file: Path) -> None:
        with pytest.raises(ParseError) as caught:
            parse_all(Record, file.parts[-3], file.read_bytes())
        assert f"{caught.value}\n" == file.with_suffix(".expected").read_text()

    @pytest.mark.parametrize(("game", "rules"), RULE_SETS)
    def test_random_games_come_back_the_same(self, game: str, rules: str) -> None:
        for seed in range(10):
            record = random_record(game, rules, seed)
            record.tags = {"Event": 'a "quoted" \\ name', "Round": str(seed)}
            again = Record.parse(game, str(record))
            assert again == record
            assert str(again) == str(record)

    @pytest.mark.parametrize("game", hopsow.GAMES)
    def test_comments_symbols_and_variations_come_back_the_same(self, game: str) -> None:
        for seed in range(20):
            record = random_record(game, hopsow.rule_sets(game)[0], seed, plies=12)
            annotate(record, seeded(seed))
            again = Record.parse(game, str(record))
            assert again.notes == record.notes
            assert str(again) == str(record)

    def test_notes_are_found_by_their_move(self) -> None:
        record = Record.parse("awari", "{to begin} 1. F! {far} (1. E {near}) 1... a $10 *")
        assert record.notes[0] == Note("to begin")
        assert record.notes[2] == Note("", [10])
        note = record.notes[1]
        assert (note.comment, SIGNS[note.symbols[0] - 1]) == ("far", "!")
        assert [str(move) for move in note.variations[0].moves] == ["E"]
        assert note.variations[0].notes == {1: Note("near")}
        record.undo()
        assert sorted(record.notes) == [0, 1]

    def test_a_comment_is_written_on_one_line_and_ends_where_it_should(self) -> None:
        record = Record("awari")
        record.notes[0] = Note("two\nlines } and more")
        assert Record.parse("awari", str(record)).notes[0].comment == "two lines } and more"

    def test_a_text_that_was_cut_off_is_read_by_who_does_not_mind(self) -> None:
        assert len(parse_all(Record, "awari", "1. F a", must_end=False)[0].moves) == 2
        for text in ("1. F a (1... b", '[Event "x"]', "1. F a ["):
            with pytest.raises(ParseError):
                parse_all(Record, "awari", text, must_end=False)

    def test_lines_stay_below_eighty_columns(self) -> None:
        lines = str(random_record("halma", "addendum", 1)).splitlines()
        assert max(map(len, lines[4:])) <= 79

    def test_rules_are_the_readers_where_no_tag_names_them(self) -> None:
        assert Record.parse("checkers", "1. 11-15 *", "tournament").rules == "tournament"
        with pytest.raises(ParseError, match='found "dd2380", expected the rules tournament'):
            Record.parse("checkers", '[Rules "dd2380"]\n*', "tournament")

    def test_one_game_is_expected_to_be_one(self) -> None:
        with pytest.raises(ParseError, match="found 2 games, expected one"):
            Record.parse("awari", "* *")
        with pytest.raises(ParseError, match="found 0 games, expected one"):
            Record.parse("awari", "")

    def test_unknown_games_and_rules_are_no_fault_of_the_text(self) -> None:
        for arguments in (("chess", None), ("awari", "house")):
            with pytest.raises(ValueError, match="unknown") as caught:
                parse_all(Record, arguments[0], "", arguments[1])
            assert not isinstance(caught.value, ParseError)

    @pytest.mark.parametrize("tag", ["Result", "FEN", "Rules", "GameType", "SetUp"])
    def test_tags_that_the_record_states_are_not_for_others(self, tag: str) -> None:
        record = Record("awari")
        record.tags[tag] = "1-0"
        with pytest.raises(ValueError, match="is written from the record itself"):
            str(record)

    @pytest.mark.parametrize(("tag", "value"), [("", "x"), ("Å", "x"), ("A B", "x"), ("A", "x\ny")])
    def test_tags_that_cannot_be_written_are_refused(self, tag: str, value: str) -> None:
        record = Record("awari")
        record.tags[tag] = value
        with pytest.raises(ValueError, match="tag"):
            str(record)


def check(game: str, text: str | bytes) -> None:
    """A text gives records that come back the same, or an error that points into it."""
    try:
        records = parse_all(Record, game, text)
    except ParseError as error:
        assert_placed(error, text)
    else:
        assert parse_all(Record, game, "\n".join(map(str, records))) == records


def assert_placed(error: ParseError, text: str | bytes) -> None:
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    lines = data.decode("utf-8", "replace").split("\n")
    assert 1 <= error.column <= len(lines[error.line - 1]) + 1


each_game = pytest.mark.parametrize("game", hopsow.GAMES)


@each_game
@many
@given(text=st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(game: str, text: bytes) -> None:
    check(game, text)


@each_game
@given(text=st.text(st.characters(codec=None), max_size=100))
def test_any_string_is_read_or_refused(game: str, text: str) -> None:
    check(game, text)


@each_game
@many
@given(data=st.data())
def test_damaged_records_are_read_or_refused(game: str, data: st.DataObject) -> None:
    texts = [file.read_bytes() for file in GOOD if file.parts[-3] == game]
    check(game, data.draw(damaged(texts)))


@pytest.mark.parametrize("unit", ["(", "{", "[", "1. ", "$1 ", "; \n", '[A "', "11-15 ", "! ", "a"])
def test_megabytes_do_not_hang(unit: str) -> None:
    check("checkers", unit * (1_000_000 // len(unit)))


def test_a_text_holds_so_many_games() -> None:
    """A result alone is a game: 40 MB of them took minutes and 5 GB."""
    assert len(parse_all(Record, "checkers", "1-0\n" * 7 + "{so it ends}", most=7)) == 7
    with pytest.raises(ParseError, match="line 8, column 1: found more than 7 games"):
        parse_all(Record, "checkers", "1-0\n" * 8, most=7)
    with pytest.raises(ParseError, match="found more than 100000 games"):
        parse_all(Record, "checkers", "* " * (MAX_GAMES + 1))
    games = parse_each(Record, "checkers", "1-0\n" * 8, most=7)
    assert next(games).result == "1-0", "they are read one by one"


def test_a_side_that_moves_again_is_in_the_same_turn() -> None:
    numbers = MoveNumbers(hopsow.start("awari"))
    counted = []
    for side in ("south", "north", "north", "south", "south", "north", "south"):
        numbers.turn_to(side)
        counted.append(numbers.usual)
    assert counted == [1, 1, 1, 2, 2, 2, 3]


@pytest.mark.parametrize(
    ("game", "rules", "start"),
    [
        ("awari", "forfeit", "1-0-2-0-1-2-1-1-1-0-2-1-18-18-S"),
        ("checkers", "tournament", "B:WK31,K32,27:BK1,K2,6"),
    ],
)
def test_a_record_judges_as_if_it_looked_at_every_earlier_position(
    game: str, rules: str, start: str
) -> None:
    """It looks back to the last capture only, since what is taken off never comes back."""
    chance = Random(rules)
    captures = repetitions = 0
    for _ in range(40):
        record = Record(game, rules, start)
        while record.outcome is None:
            record.play(chance.choice(record.position.legal_moves))
            captures += record.moves[-1].is_capture
            assert record.outcome == record.position.outcome_after(record.positions[:-1])
        repetitions += record.outcome.reason == "repetition"
        again = record.until(len(record.moves))
        again.undo()
        again.play(record.moves[-1])
        assert (again.outcome, again.positions) == (record.outcome, record.positions)
    assert captures
    assert repetitions


def test_a_line_that_begins_with_a_percent_sign_does_not_count() -> None:
    text = "1. 11-15 22-18\n% 1-0 is not the result\n1/2-1/2\n\n% nothing\n1. 9-13\n%\n*"
    first, second = parse_all(Record, "checkers", text)
    assert [len(record.moves) for record in (first, second)] == [2, 1]
    assert first.result == "1/2-1/2"
    with pytest.raises(ParseError, match='line 1, column 10: found "%"'):
        parse_all(Record, "checkers", "1. 11-15 %\n22-18 *")


def test_a_record_shows_in_a_line_and_as_a_picture() -> None:
    record = Record("awari")
    assert repr(record) == "<Record of awari (forfeit): no moves, 0 plies, *>"
    for _ in range(20):
        record.play(record.position.legal_moves[0])
    last = " ".join(str(move) for move in record.moves[-8:])
    assert repr(record) == f"<Record of awari (forfeit): … {last}, 20 plies, *>"
    assert record._repr_svg_() == draw.svg(record.position, record.moves[-1])
