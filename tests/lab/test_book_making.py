"""Making opening books: the same plan gives the same bytes, whoever interrupts it."""

import signal
from pathlib import Path

import hopsow
import pytest
from hopsow import GAMES
from hopsow.engine import book
from hopsow.games import rule_sets
from hopsow.lab import book as making
from hopsow.lab.book import Plan, expand
from metered import end, launch, wait_for_cpu
from shell import complaint, output


def made(game: str, path: Path, positions: int = 12, nodes: int = 300) -> book.Book:
    """A small book from the start of a game."""
    plan = Plan(game, rule_sets(game)[0], positions, nodes)
    assert expand(plan, [hopsow.start(game)], str(path), lambda _: None) == positions
    return book.read(str(path), game)


@pytest.mark.parametrize("game", GAMES)
def test_a_book_answers_its_positions_with_legal_moves(game: str, tmp_path: Path) -> None:
    own = made(game, tmp_path / "book")
    assert len(own) == 12
    position, plies = hopsow.start(game), 0
    while (move := own.move(position)) is not None:
        assert move in position.legal_moves
        position, plies = position.play(move), plies + 1
    assert plies > 1
    assert own.move(hopsow.start(game, rule_sets(game)[1])) is None
    assert not (tmp_path / "book.part").exists()


class TestInterruption:
    @pytest.fixture
    def part(self, tmp_path: Path) -> Path:
        """What is left of a book after seven of its twelve positions."""

        def interrupt(done: int) -> None:
            if done == 7:
                raise KeyboardInterrupt

        plan = Plan("awari", rule_sets("awari")[0], 12, 300)
        with pytest.raises(KeyboardInterrupt):
            expand(plan, [hopsow.start("awari")], str(tmp_path / "book"), interrupt)
        return tmp_path / "book.part"

    def test_the_same_plan_gives_the_same_bytes(self, part: Path, tmp_path: Path) -> None:
        with part.open("a") as file:
            file.write('{"A": 0.1, ')  # a kill may cut the last line short
        made("awari", tmp_path / "book")
        made("awari", tmp_path / "whole")
        assert (tmp_path / "book").read_bytes() == (tmp_path / "whole").read_bytes()

    def test_what_was_searched_is_not_searched_again(self, part: Path, tmp_path: Path) -> None:
        head, _, *rest = part.read_text().splitlines()
        assert len(rest) == 6
        part.write_text(f'{head}\n{{"A": 99.0}}\n')
        assert str(made("awari", tmp_path / "book").move(hopsow.start("awari"))) == "A"


def test_what_was_begun_for_another_book_is_not_mixed_in(tmp_path: Path) -> None:
    part = tmp_path / "b.part"
    part.write_text("[]\n")
    given = ("make", "awari", "--positions", "3", "--nodes", "50", "-o", str(tmp_path / "b"))
    sentence = f"{part} belongs to another book; remove it, or choose another file"
    assert complaint("lab", "book", *given) == sentence
    assert part.read_text() == "[]\n"


def test_values_are_handed_back() -> None:
    """A reply that the search of the position before it had overlooked decides."""
    start = hopsow.start("awari")
    good, bad = (str(start.legal_moves[number]) for number in (2, 0))
    after = start.play(bad)
    reply = str(after.legal_moves[0])
    found = {
        book.key_of(start): making.Searched(start, {bad: 1.0, good: 0.5}),
        book.key_of(after): making.Searched(after, {reply: 3.0}),
    }
    numbers = making._best_moves(found)
    assert numbers[book.key_of(start)] == book.number_of(start, good)
    assert numbers[book.key_of(after)] == book.number_of(after, reply)


def test_threads_do_not_change_the_bytes(tmp_path: Path) -> None:
    given = ("make", "checkers", "--positions", "40", "--nodes", "300")
    for threads in ("1", "2", "5"):
        output("lab", "book", *given, "--threads", threads, "-o", str(tmp_path / threads))
    one, two, five = ((tmp_path / threads).read_bytes() for threads in ("1", "2", "5"))
    assert one == two == five


def test_an_interruption_ends_the_searches_under_way(tmp_path: Path) -> None:
    """A search of so many nodes would take days."""
    given = ("awari", "--nodes", "1000000000000", "--threads", "2", "-o", str(tmp_path / "b"))
    process = launch("lab", "book", "make", *given)
    wait_for_cpu(process, 0.5)
    process.send_signal(signal.SIGINT)
    done = end(process)
    assert (done.status, done.out) == (130, "")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["--positions", "0"], "--positions is 0, expected 1 to 1000000"),
        (["--threads", "0"], "--threads is 0, expected 1 to 256"),
        (["--nodes", "-5"], "--nodes is -5, expected 1 to 1000000000000"),
        (["--openings", "random"], "--openings random is no list of openings"),
        (["--openings", "level"], "openings 'level' are of checkers, not of awari"),
    ],
)
def test_arguments_that_make_no_book_are_one_sentence(
    given: list[str], sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "b"
    assert complaint("lab", "book", "make", "awari", *given, "-o", str(path)) == sentence
    assert list(tmp_path.iterdir()) == []


def test_a_list_of_openings_is_in_the_book(tmp_path: Path) -> None:
    openings, path = tmp_path / "openings", tmp_path / "b"
    openings.write_text("A f\nB\n")
    given = ("--positions", "3", "--nodes", "50", "--openings", str(openings), "-o", str(path))
    assert output("lab", "book", "make", "awari", *given) == f"{path}: 3 positions\n"
    own = book.read(str(path), "awari")
    start = hopsow.start("awari")
    for position in (start, start.play("A").play("f"), start.play("B")):
        assert own.move(position) is not None
