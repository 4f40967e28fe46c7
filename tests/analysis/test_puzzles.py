"""Puzzles: what they claim is proven anew, and a text that claims more is refused."""

from dataclasses import replace
from pathlib import Path

import pytest
from hopsow.analysis import puzzles
from hopsow.games import GAMES, parse, size_of
from hopsow.tables import Tables, build

SHIPPED = 300
MOST_BYTES = 100_000
RESULTS = {"win": 1, "draw": 0}


@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_puzzle_has_just_one_move_that_keeps_its_result(game: str) -> None:
    """By the value of each position after a move; the proof itself ranks the moves."""
    tables = Tables()
    shipped = puzzles.shipped(game)
    assert len({puzzle.position for puzzle in shipped}) == SHIPPED
    assert len(puzzles.write(list(shipped))) < MOST_BYTES
    for puzzle in shipped:
        position = parse(game, puzzle.position)
        keeping = []
        for move in position.legal_moves:
            after = position.play(move)
            if after.outcome is None:
                worth = tables.probe(after)
                assert worth is not None, puzzle
                result = -worth[0]
            else:
                winner = after.outcome.winner
                result = 0 if winner is None else 1 if winner == position.to_move else -1
            assert result <= RESULTS[puzzle.result], puzzle
            if result == RESULTS[puzzle.result]:
                keeping.append(str(move))
        assert keeping == [puzzle.move]
        assert len(position.legal_moves) == puzzle.spoiling + 1
        puzzles.check(puzzle, tables)


@pytest.mark.parametrize("game", GAMES)
def test_shipped_puzzles_come_by_grade_and_some_are_hard(game: str) -> None:
    grades = [puzzle.grade for puzzle in puzzles.shipped(game)]
    assert grades == sorted(grades)
    assert {1, 2, 3, 4} <= set(grades) <= {1, 2, 3, 4, 5}


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_makes_the_same_puzzles_with_any_number_of_threads(game: str) -> None:
    seen: list[int] = []
    made = puzzles.make(game, 12, 3, threads=1, progress=seen.append)
    assert seen[-1] == len(made) == 12
    assert puzzles.make(game, 12, 3, threads=3) == made
    assert puzzles.make(game, 12, 4) != made
    assert list(puzzles.read(game, puzzles.write(made))) == made


def test_larger_tables_make_puzzles_with_more_pieces(tmp_path: Path) -> None:
    build("checkers", 4, tmp_path)
    tables = Tables(tmp_path)
    made = puzzles.make("checkers", 5, 3, tables=tables)
    assert [size_of(parse("checkers", puzzle.position)) for puzzle in made] == [4] * 5
    for puzzle in made:
        puzzles.check(puzzle, tables)
        with pytest.raises(puzzles.PuzzleError, match="it is not proven"):
            puzzles.check(puzzle, Tables())


def test_grades_rise_with_wrong_moves_and_depth() -> None:
    easiest = puzzles.Puzzle("checkers", "B:WK3:BK24", "24-19", "win", 2, 0)
    assert easiest.grade == 1
    assert replace(easiest, missed=7).grade == 3
    assert replace(easiest, missed=7, spoiling=5).grade == 5


def test_a_puzzle_that_does_not_hold_is_refused() -> None:
    tables = Tables()
    (puzzle,) = puzzles.make("checkers", 1, 3)
    others = [str(move) for move in parse("checkers", puzzle.position).legal_moves]
    others.remove(puzzle.move)
    with pytest.raises(puzzles.PuzzleError, match="and the proof"):
        puzzles.check(replace(puzzle, move=others[0]), tables)
    start = replace(puzzle, position="B:W21,22,23:B1,2,3", move="1-5")
    with pytest.raises(puzzles.PuzzleError, match="it is not proven"):
        puzzles.check(start, tables)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("B:WK3:BK24", "line 2: expected position, move, result"),
        ("B:WK3:BK24\t24-20\tloss\t3\t0", "line 2: the result is 'loss', expected win or draw"),
        ("B:WK3:BK24\t24-20\twin\t3\t-1", "line 2: expected numbers"),
        ("B:WK3:BK24\t24-1\twin\t3\t0", "line 2: .*24"),
        ("nonsense\t24-20\twin\t3\t0", "line 2: "),
    ],
)
def test_a_text_that_is_no_puzzle_is_refused(line: str, problem: str) -> None:
    first = "B:WK3:BK24\t24-19\twin\t3\t0"
    with pytest.raises(puzzles.PuzzleError, match=problem):
        list(puzzles.read("checkers", f"{first}\n{line}\n"))
