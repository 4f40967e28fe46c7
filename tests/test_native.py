"""The native values as Python sees them: comparing, pickling, playing, and the errors."""

import copy
import doctest
import pickle
import re
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

import hopsow
import pytest
from effort import seeded
from hopsow import AmbiguousMoveError, IllegalMoveError, Move, Outcome, ParseError, Position
from hopsow.messages import Message

RULE_SETS = [(game, rules) for game in hopsow.GAMES for rules in hopsow.rule_sets(game)]
PUBLIC = {name: getattr(hopsow, name) for name in hopsow.__all__}
MAX_PLIES = 200
MIDDLE_GAME = (  # M0 of the speed table: some 250 moves in every position
    "7b8/5bb9/8b7/4b1b1b7/6b2b6/7b8/b1bbbbb2b6/15w/"
    "1b5w1w6/b10ww3/9www1w1w/11ww3/10w1w3/9ww5/7w8/7ww7 w"
)


def random_game(start: Position, seed: int) -> Iterator[tuple[Position, Move]]:
    """Each position of a random game with the move that was played there."""
    choose = seeded(seed).choice
    position = start
    for _ in range(MAX_PLIES):
        if not position.legal_moves:
            return
        move = choose(position.legal_moves)
        yield position, move
        position = position.play(move)


@pytest.fixture(params=RULE_SETS, ids="-".join)
def start(request: pytest.FixtureRequest) -> Position:
    game, rules = request.param
    return hopsow.start(game, rules)


@pytest.fixture
def walk(start: Position) -> list[tuple[Position, Move]]:
    return [step for seed in range(3) for step in random_game(start, seed)]


class TestPosition:
    def test_reads_back_what_it_prints(self, walk: list[tuple[Position, Move]]) -> None:
        for position, _ in walk:
            assert hopsow.parse(position.game, str(position), position.rules) == position
            assert eval(repr(position), {"Position": Position}) == position

    def test_survives_pickling_and_copying(self, walk: list[tuple[Position, Move]]) -> None:
        for position, _ in walk[::7]:
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                assert pickle.loads(pickle.dumps(position, protocol)) == position
            assert copy.deepcopy(position) == position

    def test_equal_positions_hash_alike(self, walk: list[tuple[Position, Move]]) -> None:
        positions = [position for position, _ in walk]
        twins = [hopsow.parse(p.game, str(p), p.rules) for p in positions]
        assert list(map(hash, twins)) == list(map(hash, positions))
        assert len(set(positions + twins)) == len({str(position) for position in positions})

    def test_rule_sets_differ(self) -> None:
        for game in hopsow.GAMES:
            texts = {str(hopsow.start(game, rules)) for rules in hopsow.rule_sets(game)}
            positions = {hopsow.start(game, rules) for rules in hopsow.rule_sets(game)}
            assert (len(texts), len(positions)) == (1, len(hopsow.rule_sets(game)))

    def test_differs_from_everything_else(self, start: Position) -> None:
        assert start != str(start)
        assert start != None  # noqa: E711
        assert start not in [hopsow.start(game) for game in hopsow.GAMES if game != start.game]

    def test_cannot_be_changed(self, start: Position) -> None:
        with pytest.raises(AttributeError):
            start.rules = "mine"  # type: ignore[misc]
        with pytest.raises(AttributeError):
            start.comment = "nice"  # type: ignore[attr-defined]

    def test_play_leaves_the_position_alone(self, walk: list[tuple[Position, Move]]) -> None:
        for position, move in walk[::5]:
            text, key = str(position), hash(position)
            assert position.play(move) != position
            assert (str(position), hash(position)) == (text, key)

    def test_play_takes_the_text_of_a_move_too(self, walk: list[tuple[Position, Move]]) -> None:
        for position, move in walk:
            assert position.play(str(move)) == position.play(move)

    def test_sides_take_turns(self, walk: list[tuple[Position, Move]]) -> None:
        for position, move in walk:
            assert {position.to_move, position.play(move).to_move} == set(position.sides)

    def test_is_over_exactly_when_there_is_no_move(self, start: Position) -> None:
        for seed in range(20):
            for position, move in random_game(start, seed):
                after = position.play(move)
                assert position.outcome is None
                assert (after.outcome is None) == (len(after.legal_moves) > 0)

    def test_first_side_can_be_chosen(self, start: Position) -> None:
        for side in start.sides:
            assert hopsow.start(start.game, start.rules, first=side).to_move == side

    def test_shows_what_its_game_has(self) -> None:
        halma, checkers, awari = map(hopsow.start, hopsow.GAMES)
        assert (halma.cells[:6], len(halma.cells)) == ("bbbbb.", 256)
        assert checkers.cells == "r" * 12 + "." * 8 + "w" * 12
        assert checkers.play("11-15").counter == 1
        assert awari.stones == (4,) * 12 + (0, 0)
        for position, absent in [(halma, "stones"), (halma, "counter"), (awari, "cells")]:
            with pytest.raises(AttributeError, match=f"a position of .* has no {absent}"):
                getattr(position, absent)

    def test_draws_itself_for_notebooks(self, start: Position) -> None:
        assert start._repr_svg_().startswith("<svg")


class TestMove:
    def test_survives_pickling_and_copying(self, walk: list[tuple[Position, Move]]) -> None:
        for _, move in walk[::3]:
            for twin in (pickle.loads(pickle.dumps(move)), copy.deepcopy(move)):
                assert (twin, str(twin), hash(twin)) == (move, str(move), hash(move))

    def test_is_named_by_its_text(self, walk: list[tuple[Position, Move]]) -> None:
        for position, _ in walk[::3]:
            texts = [str(move) for move in position.legal_moves]
            assert len(set(texts)) == len(texts)
            assert [position.move(text) for text in texts] == list(position.legal_moves)

    def test_is_the_same_move_in_every_position(self) -> None:
        start = hopsow.start("checkers")
        later = start.play("11-15").play("22-18").play("15x22")
        assert start.move("9-13") == later.play("25x18").move("9-13")
        assert hash(start.move("9-13")) == hash(later.play("25x18").move("9-13"))
        assert start.move("9-13") != hopsow.start("awari").move("A")

    def test_knows_its_squares(self) -> None:
        assert hopsow.start("checkers").move("11-15").squares == ("11", "15")
        assert hopsow.start("awari").move("C").squares == ("C",)
        assert hopsow.start("halma").move("3,0-5,0").squares == ("3,0", "5,0")

    def test_knows_whether_it_captures(self) -> None:
        position = hopsow.start("checkers").play("11-15").play("22-18")
        assert [str(move) for move in position.legal_moves if move.is_capture] == ["15x22"]
        awari = hopsow.parse("awari", "0-0-0-0-0-1-1-5-5-5-5-5-10-11-S")
        assert awari.move("F").is_capture
        assert not hopsow.start("awari").move("F").is_capture

    def test_of_another_position_is_checked_anew(self) -> None:
        start = hopsow.start("checkers")
        forced = start.play("11-15").play("22-18")
        assert start.play("9-13").play("22-18").play(start.move("11-15")).counter == 3
        with pytest.raises(IllegalMoveError, match="15x22"):
            forced.play(start.move("9-13"))

    def test_of_another_game_is_refused(self) -> None:
        with pytest.raises(ValueError, match="this is a position of checkers, not of awari"):
            hopsow.start("checkers").play(hopsow.start("awari").move("A"))

    def test_no_move_of_one_position_is_misplayed_in_another(self, start: Position) -> None:
        games = [list(random_game(start, seed)) for seed in range(2)]
        for (_, move), (position, _) in zip(*games, strict=False):
            if move in position.legal_moves:
                own = position.legal_moves[position.legal_moves.index(move)]
                assert position.play(move) == position.play(own)
            else:
                with pytest.raises(ValueError):  # noqa: PT011
                    position.play(move)


class TestLegalMoves:
    def test_is_a_sequence(self, start: Position) -> None:
        moves = start.legal_moves
        assert isinstance(moves, Sequence)
        listed = list(moves)
        assert len(moves) == len(listed) > 0
        assert [moves[i] for i in range(len(moves))] == listed
        assert [moves[-i - 1] for i in range(len(moves))] == list(reversed(moves)) == listed[::-1]
        assert all(move in moves for move in listed)
        assert [moves.index(move) for move in listed] == list(range(len(moves)))
        assert moves.count(listed[0]) == 1

    @pytest.mark.parametrize(
        "part",
        [slice(2), slice(1, None, 2), slice(None, None, -1), slice(-3, -1), slice(5, 2), slice(99)],
    )
    def test_slices_like_a_list(self, start: Position, part: slice) -> None:
        assert start.legal_moves[part] == list(start.legal_moves)[part]

    def test_ends(self) -> None:
        moves = hopsow.start("awari").legal_moves
        for index in (6, -7, 10**30, -(10**30)):
            with pytest.raises(IndexError):
                moves[index]
        with pytest.raises(TypeError):
            moves["A"]  # type: ignore[call-overload]
        with pytest.raises(TypeError):
            moves[0] = moves[1]  # type: ignore[index]

    def test_does_not_contain_other_things(self) -> None:
        moves = hopsow.start("awari").legal_moves
        foreign = hopsow.start("checkers").legal_moves[0]
        for other in ("A", None, foreign, hopsow.start("awari").play("A").legal_moves[0]):
            assert other not in moves
            assert moves.count(other) == 0
            with pytest.raises(ValueError, match="is not among the moves"):
                moves.index(other)
        with pytest.raises(ValueError, match="is not among the moves"):
            moves.index(moves[0], 1)

    def test_are_equal_if_the_positions_are(self, start: Position) -> None:
        moves = start.legal_moves
        assert moves == start.legal_moves == pickle.loads(pickle.dumps(moves))
        assert moves != start.play(moves[0]).legal_moves

    def test_are_shown(self) -> None:
        moves = hopsow.start("awari").legal_moves
        assert repr(moves) == "<6 legal moves: A, B, C, D, E, F>"
        assert repr(moves[0]) == "Move('A')"

    def test_are_empty_at_the_end(self) -> None:
        over = hopsow.parse("awari", "0-0-0-0-0-0-1-0-0-0-0-0-25-22-S")
        assert not over.legal_moves
        assert list(over.legal_moves) == []


class TestOutcome:
    def test_is_a_value(self) -> None:
        won = hopsow.parse("awari", "0-0-0-0-0-0-1-0-0-0-0-0-25-22-S").outcome
        assert won == Outcome("south", "majority") == pickle.loads(pickle.dumps(won))
        assert hash(won) == hash(Outcome("south", "majority"))
        assert won != Outcome(None, "majority")
        assert repr(won) == "Outcome('south', 'majority')"
        match won:
            case Outcome(winner, reason):
                assert (winner, reason) == ("south", "majority")

    def test_after_a_repetition_needs_the_earlier_positions(self) -> None:
        line = [hopsow.parse("awari", "0-0-0-0-0-1-0-0-0-0-0-1-23-23-S")]
        seen: set[tuple[tuple[int, ...], str]] = set()
        while (here := (line[-1].stones[:12], line[-1].to_move)) not in seen:
            assert line[-1].outcome_after(line[:-1]) is None
            seen.add(here)
            line.append(line[-1].play(line[-1].legal_moves[0]))
        assert line[-1].outcome is None
        assert line[-1].outcome_after(line[:-1]) == Outcome(None, "repetition")
        assert line[-1].outcome_after([]) is None

    def test_earlier_positions_are_of_the_same_game(self) -> None:
        with pytest.raises(ValueError, match="this is a position of awari, not of halma"):
            hopsow.start("awari").outcome_after([hopsow.start("halma")])
        with pytest.raises(TypeError):
            hopsow.start("awari").outcome_after(["A"])  # type: ignore[list-item]


class TestErrors:
    def test_parse_error_says_where_and_why(self) -> None:
        with pytest.raises(ParseError) as caught:
            hopsow.parse("awari", "4-4-x")
        error = caught.value
        assert (error.line, error.column) == (1, 5)
        assert error.problem.startswith('found "x", expected ')
        assert str(error) == f"line 1, column 5: {error.problem}"

    @pytest.mark.parametrize(
        "error",
        [
            ParseError(Message("record.move"), 3, 7),
            IllegalMoveError(Message("halma.occupied", square="1,2")),
            AmbiguousMoveError(Message("text.ambiguous-move", moves="A")),
        ],
        ids=lambda error: type(error).__name__,
    )
    def test_are_value_errors_and_survive_pickling(self, error: ValueError) -> None:
        twin = pickle.loads(pickle.dumps(error))
        assert isinstance(twin, ValueError)
        assert (type(twin), str(twin), vars(twin)) == (type(error), str(error), vars(error))

    def test_illegal_move_names_the_rule(self) -> None:
        forced = hopsow.start("checkers").play("11-15").play("22-18")
        with pytest.raises(IllegalMoveError, match="a capture is available: 15x22"):
            forced.play("9-13")

    def test_ambiguous_text_names_the_moves(self) -> None:
        position = hopsow.parse("checkers", "W:W31:B18,19,26,27")
        with pytest.raises(AmbiguousMoveError) as caught:
            position.play("31x15")
        assert str(caught.value) in (
            "several moves fit: 31x22x15 or 31x24x15",
            "several moves fit: 31x24x15 or 31x22x15",
        )

    def test_unreadable_moves_are_parse_errors(self, start: Position) -> None:
        for text in ("", "?", "11--15", "\0", "é", "1" * 100):
            with pytest.raises(ParseError):
                start.play(text)

    @pytest.mark.parametrize(
        ("call", "message"),
        [
            ("start('chess')", 'unknown game "chess", expected halma, checkers or awari'),
            ("start('')", 'unknown game "", expected halma, checkers or awari'),
            ("rule_sets('go')", 'unknown game "go", expected halma, checkers or awari'),
            ("sides('go')", 'unknown game "go", expected halma, checkers or awari'),
            (
                "start('awari', 'dd2380')",
                'unknown rules of awari "dd2380", expected forfeit, abapa or oware',
            ),
            (
                "parse('checkers', 'B:W1:B2', 'Tournament')",
                'unknown rules of checkers "Tournament", expected dd2380, tournament or openspiel',
            ),
            (
                "start('checkers', first='black')",
                'unknown side of checkers "black", expected red or white',
            ),
            ("perft(awari, -1)", "depth must be from 0 to 100"),
            ("perft(awari, 2**40)", "depth must be from 0 to 100"),
            ("perft(awari, 10**40)", "depth must be from 0 to 100"),
            ("perft(awari, 1, 0)", "threads must be from 1 to 256"),
            ("divide(awari, 0)", "depth must be from 1 to 100"),
            ("divide(awari, 1, threads=10**9)", "threads must be from 1 to 256"),
            ("playouts(awari, -1)", "games must be from 0 to 100000000"),
            ("playouts(awari, 10**12)", "games must be from 0 to 100000000"),
            ("playouts(awari, 1, seed=-1)", "seed must be from 0 to 18446744073709551615"),
            ("playouts(awari, 1, seed=2**64)", "seed must be from 0 to 18446744073709551615"),
            ("playouts(awari, 1, threads=-(10**40))", "threads must be from 1 to 256"),
            ("playouts(awari, 1, max_plies=-1)", "max_plies must be from 0 to 4294967295"),
        ],
    )
    def test_wrong_values_are_told_what_is_right(self, call: str, message: str) -> None:
        with pytest.raises(ValueError) as caught:  # noqa: PT011
            eval(call, {**PUBLIC, "awari": hopsow.start("awari")})
        assert str(caught.value) == message

    @pytest.mark.parametrize(
        "call",
        [
            "start(None)",
            "start(7)",
            "start('awari', rules=1)",
            "parse('awari', None)",
            "parse('awari', b'4')",
            "awari.play(None)",
            "awari.play(0)",
            "awari.move(b'A')",
            "perft(awari, 'three')",
            "perft(awari, 1.5)",
            "perft(awari, None)",
            "perft('awari', 1)",
            "playouts(awari, '9')",
            "Position('awari')",
            "Move('A')",
            "LegalMoves()",
            "Outcome(1, 2)",
        ],
    )
    def test_wrong_types_are_type_errors(self, call: str) -> None:
        with pytest.raises(TypeError):
            eval(call, {**PUBLIC, "awari": hopsow.start("awari")})

    def test_lone_surrogates_are_no_text(self, start: Position) -> None:
        with pytest.raises(ValueError):  # noqa: PT011
            hopsow.parse(start.game, "\ud800")
        with pytest.raises(ValueError):  # noqa: PT011
            start.play("\ud800")


class TestWork:
    def test_threads_change_no_count(self, start: Position) -> None:
        depth = 3 if start.game == "halma" else 6
        counts = {hopsow.perft(start, depth, threads) for threads in (1, 2, 5)}
        assert len(counts) == 1
        divided = hopsow.divide(start, depth)
        assert divided == hopsow.divide(start, depth, threads=3)
        assert {sum(count for _, count in divided)} == counts
        assert [move for move, _ in divided] == list(start.legal_moves)

    def test_perft_is_a_count_of_paths(self, start: Position) -> None:
        assert hopsow.perft(start, 0) == 1
        assert hopsow.perft(start, 1) == len(start.legal_moves)
        children = [start.play(move) for move in start.legal_moves]
        assert hopsow.perft(start, 2) == sum(len(child.legal_moves) for child in children)

    def test_deepest_perft_has_room(self) -> None:
        circle = hopsow.parse("awari", "0-0-0-0-0-1-0-0-0-0-0-1-23-23-S")
        assert hopsow.perft(circle, 100) == hopsow.perft(circle, 100, threads=2) > 0

    def test_playouts_depend_on_the_seed_alone(self, start: Position) -> None:
        batch = hopsow.playouts(start, 20, seed=7, max_plies=2_000)
        assert batch == hopsow.playouts(start, 20, seed=7, threads=3, max_plies=2_000)
        longer = hopsow.playouts(start, 30, seed=7, max_plies=2_000)
        assert longer.lengths[:20] == batch.lengths

    @pytest.mark.parametrize("game", ["checkers", "awari"])
    def test_another_seed_plays_other_games(self, game: str) -> None:
        start = hopsow.start(game)
        assert hopsow.playouts(start, 20, seed=7) != hopsow.playouts(start, 20, seed=8)

    def test_playouts_are_arrays(self) -> None:
        results, lengths = hopsow.playouts(hopsow.start("awari"), 500)
        assert (results.typecode, lengths.typecode) == ("b", "I")
        assert len(results) == len(lengths) == 500
        assert set(results) == {-1, 0, 1}
        assert min(lengths) > 5
        assert hopsow.playouts(hopsow.start("awari"), 0).results.tolist() == []

    def test_playouts_can_be_cut_off(self, start: Position) -> None:
        batch = hopsow.playouts(start, 5, max_plies=3)
        assert (batch.results.tolist(), batch.lengths.tolist()) == ([0] * 5, [3] * 5)

    @pytest.mark.parametrize(
        "call",
        [
            "perft(start('checkers'), 40)",
            "perft(start('awari'), 60, threads=2)",
            f"perft(parse('halma', '{MIDDLE_GAME}'), 7)",
            "divide(start('halma'), 9)",
            "playouts(start('halma'), 10**7)",
            "playouts(start('awari'), 10**7, threads=2)",
        ],
        ids=lambda call: re.sub(r"\W+", "-", call)[:30],
    )
    def test_interrupt_ends_long_work(self, call: str) -> None:
        # The timer's thread can send the signal only because the work leaves the interpreter free.
        program = f"""
            import os, signal, threading
            from hopsow import divide, parse, perft, playouts, start
            threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
            {call}
        """
        command = [sys.executable, "-c", textwrap.dedent(program)]
        finished = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert "KeyboardInterrupt" in finished.stderr
        assert finished.returncode == -signal.SIGINT


def test_examples_in_the_package_hold() -> None:
    assert doctest.testmod(hopsow).failed == 0


def test_the_stub_of_the_package_has_the_same_names() -> None:
    """Names are imported when they are asked for, so that others read them in a stub."""
    stub = (Path(hopsow.__file__).parent / "__init__.pyi").read_text(encoding="utf-8")
    names: dict[str, list[str]] = {}
    exec(stub[stub.index("__all__") :], names)
    assert names["__all__"] == hopsow.__all__
    assert set(hopsow.__all__) <= set(dir(hopsow))
    with pytest.raises(AttributeError, match="has no attribute 'checkmate'"):
        _ = hopsow.checkmate  # type: ignore[attr-defined]
