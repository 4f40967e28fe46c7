"""Opening books: how they are made, found in, refused, played by, and which are built in."""

import signal
from io import BytesIO, TextIOWrapper
from pathlib import Path

import hopsow
import pytest
from hopsow import GAMES, agents
from hopsow.arena.contest.openings import Openings
from hopsow.cli import checkers, halma
from hopsow.engine import Searcher, book, expansion
from hopsow.engine.expansion import Plan, expand
from hopsow.games import rule_sets
from hopsow.protocols import checkers as checkers_pipe
from hopsow.protocols import halma as halma_files
from hopsow.protocols.checkers import PipeState
from hopsow.protocols.halma import HalmaTask
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
    assert complaint("book", *given) == sentence
    assert part.read_text() == "[]\n"


def test_values_are_handed_back() -> None:
    """A reply that the search of the position before it had overlooked decides."""
    start = hopsow.start("awari")
    good, bad = (str(start.legal_moves[number]) for number in (2, 0))
    after = start.play(bad)
    reply = str(after.legal_moves[0])
    found = {
        book.key_of(start): expansion.Searched(start, {bad: 1.0, good: 0.5}),
        book.key_of(after): expansion.Searched(after, {reply: 3.0}),
    }
    numbers = expansion._best_moves(found)
    assert numbers[book.key_of(start)] == book.number_of(start, good)
    assert numbers[book.key_of(after)] == book.number_of(after, reply)


def test_threads_do_not_change_the_bytes(tmp_path: Path) -> None:
    given = ("make", "checkers", "--positions", "40", "--nodes", "300")
    for threads in ("1", "2", "5"):
        output("book", *given, "--threads", threads, "-o", str(tmp_path / threads))
    one, two, five = ((tmp_path / threads).read_bytes() for threads in ("1", "2", "5"))
    assert one == two == five


def test_an_interruption_ends_the_searches_under_way(tmp_path: Path) -> None:
    """A search of so many nodes would take days."""
    given = ("awari", "--nodes", "1000000000000", "--threads", "2", "-o", str(tmp_path / "b"))
    process = launch("book", "make", *given)
    wait_for_cpu(process, 0.5)
    process.send_signal(signal.SIGINT)
    done = end(process)
    assert (done.status, done.out) == (130, "")


class TestBuiltIn:
    BOOKS = sorted(Path(book.SHELF).iterdir())

    def test_they_are_small_and_sound(self) -> None:
        assert sum(path.stat().st_size for path in self.BOOKS) <= 300_000
        for path in self.BOOKS:
            game, rules = path.stem.split("-")
            own = book.read(str(path), game)
            assert (own.game, own.rules) == (game, rules)
            position, plies = hopsow.start(game, rules), 0
            while (move := book.built_in(position)) is not None:
                assert move == own.move(position)
                position, plies = position.play(move), plies + 1
            assert plies >= 3

    def test_every_game_has_one_for_its_usual_rules(self) -> None:
        for game in GAMES:
            assert book.built_in(hopsow.start(game)) is not None
        assert book.built_in(hopsow.start("awari", "abapa")) is None

    def test_that_of_tournaments_knows_every_level_opening(self) -> None:
        openings = Openings("checkers", "tournament", "level", seed=0).listed
        assert len(openings) == 174
        for opening in openings:
            record = hopsow.Record("checkers", "tournament")
            for move in opening.moves:
                record.play(move)
            assert book.built_in(record.position) in record.position.legal_moves

    @pytest.fixture
    def odd(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
        """First moves that no search would choose; the books on the shelf tell to play them."""
        moves = {}
        for game in ("halma", "checkers"):
            start = hopsow.start(game)
            report = Searcher(game, 1).search([start], depth=4, lines=100)
            moves[game] = str(report.lines[-1].pv[0])
            numbers = {book.key_of(start): book.number_of(start, moves[game])}
            content = book.packed(game, start.rules, numbers)
            (tmp_path / f"{game}-{start.rules}.book").write_bytes(content)
        monkeypatch.setattr(book, "SHELF", str(tmp_path))
        monkeypatch.setattr(book, "_taken", {})
        return moves

    def test_the_engine_plays_by_it_where_time_is_the_limit(self, odd: dict[str, str]) -> None:
        start, clock = hopsow.start("halma"), agents.Clock(move=0.05)
        for spec in ("engine", "engine:time=0.01", "engine:level=10"):
            assert str(agents.make(spec, "halma").choose(start, clock)) == odd["halma"]
        for spec in ("engine:book=none", "engine:depth=2", "engine:nodes=500", "engine:level=9"):
            assert str(agents.make(spec, "halma").choose(start, clock)) != odd["halma"]

    def test_hopsow_halma_plays_by_it_unless_told_not_to(
        self, odd: dict[str, str], tmp_path: Path
    ) -> None:
        start = hopsow.start("halma")
        task = HalmaTask("SINGLE", "black", 0.05, start)
        (tmp_path / "input.txt").write_text(halma_files.write_input(task))
        answers = []
        for given in ([str(tmp_path)], ["--no-book", str(tmp_path)]):
            assert halma.run(given) == 0
            answer = (tmp_path / "output.txt").read_bytes()
            answers.append(str(halma_files.parse_output(answer, start)))
        assert answers[0] == odd["halma"] != answers[1]

    def test_hopsow_checkers_plays_by_it_unless_told_not_to(
        self,
        odd: dict[str, str],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        start = hopsow.start("checkers")
        line = checkers_pipe.write(PipeState(start, "begin")).encode()
        answers = []
        for given in (["fast"], ["fast", "nobook"]):
            monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(line)))
            assert checkers.run(given) == 0
            answers.append(str(checkers_pipe.parse_answer(capsys.readouterr().out, start)))
        assert answers[0] == odd["checkers"] != answers[1]

    def test_the_protocol_plays_by_it_unless_told_not_to(self) -> None:
        move = f"bestmove {book.built_in(hopsow.start('awari'))}\n"
        setup = "setoption name Game value awari\n"
        assert output("engine", stdin=f"{setup}go movetime 20\n") == move
        for asked in (
            "go depth 1",
            "go nodes 50",
            "setoption name Level value 9\ngo movetime 20",
            "setoption name OwnBook value false\ngo movetime 20",
        ):
            assert output("engine", stdin=f"{setup}{asked}\n").startswith("info depth 1")
        wrong = output("engine", stdin="setoption name OwnBook value no\n")
        assert wrong == 'error found "no", expected true or false\n'


def test_an_agent_and_the_protocol_play_by_a_book(tmp_path: Path) -> None:
    start = hopsow.start("awari")
    path = tmp_path / "book"
    for number, move in enumerate(sorted(map(str, start.legal_moves))):
        path.write_bytes(book.packed("awari", start.rules, {book.key_of(start): number}))
        for spec in (f"engine:depth=3:book={path}", f"engine:level=10:depth=3:book={path}"):
            assert str(agents.make(spec, "awari").choose(start, agents.Clock())) == move
        lines = f"setoption name Game value awari\nsetoption name BookFile value {path}\n"
        assert output("engine", stdin=f"{lines}go depth 3\n") == f"bestmove {move}\n"
        without = output("engine", stdin=f"{lines}setoption name OwnBook value false\ngo depth 1\n")
        assert without.startswith("info depth 1")
    searched = output("engine", stdin=f"{lines}setoption name BookFile value <empty>\ngo depth 1\n")
    assert searched.startswith("info depth 1")
    weaker = output("engine", stdin=f"{lines}setoption name Level value 9\ngo depth 1\n")
    assert weaker.startswith("info depth 1")


def test_a_file_that_is_no_book_of_the_game_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "book"
    start = hopsow.start("awari")
    sound = book.packed("awari", start.rules, {book.key_of(start): 1})
    damaged = sound[:50] + bytes([sound[50] ^ 1]) + sound[51:]
    for content, game, sentence in (
        (b"", "awari", "this is no opening book"),
        (b"HOPSNET1" + bytes(100), "awari", "this is no opening book"),
        (sound[:-1], "awari", "this opening book is damaged"),
        (damaged, "awari", "this opening book is damaged"),
        (sound, "halma", 'this opening book is for "awari", not for halma'),
    ):
        path.write_bytes(content)
        assert complaint("match", game, f"engine:book={path}", "random").endswith(
            f"{path}: {sentence}"
        )
        lines = f"setoption name Game value {game}\nsetoption name BookFile value {path}\n"
        assert output("engine", stdin=lines) == f"error {path}: {sentence}\n"
    path.unlink()
    assert output("engine", stdin=lines) == f"error {path}: No such file or directory\n"


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
    assert complaint("book", "make", "awari", *given, "-o", str(path)) == sentence
    assert list(tmp_path.iterdir()) == []


def test_a_list_of_openings_is_in_the_book(tmp_path: Path) -> None:
    openings, path = tmp_path / "openings", tmp_path / "b"
    openings.write_text("A f\nB\n")
    given = ("--positions", "3", "--nodes", "50", "--openings", str(openings), "-o", str(path))
    assert output("book", "make", "awari", *given) == f"{path}: 3 positions\n"
    own = book.read(str(path), "awari")
    start = hopsow.start("awari")
    for position in (start, start.play("A").play("f"), start.play("B")):
        assert own.move(position) is not None
