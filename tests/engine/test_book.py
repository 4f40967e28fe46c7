"""Opening books: how they are found in, refused, played by, and which are built in."""

from pathlib import Path

import hopsow
import pytest
from hopsow import agents
from hopsow.cli import halma
from hopsow.engine import Searcher, book
from hopsow.protocols import halma as halma_files
from hopsow.protocols.halma import HalmaTask
from shell import complaint, output


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

    def test_rules_without_one_are_searched(self) -> None:
        assert [path.stem for path in self.BOOKS] == ["awari-forfeit", "halma-addendum"]
        assert book.built_in(hopsow.start("awari", "abapa")) is None
        assert book.built_in(hopsow.start("checkers")) is None

    @pytest.fixture
    def odd(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
        """A first move of Halma that no search would choose, and that the book of the shelf has."""
        start = hopsow.start("halma")
        report = Searcher("halma", 1).search([start], depth=4, lines=100)
        move = str(report.lines[-1].pv[0])
        content = book.packed(
            "halma", start.rules, {book.key_of(start): book.number_of(start, move)}
        )
        (tmp_path / f"halma-{start.rules}.book").write_bytes(content)
        monkeypatch.setattr(book, "SHELF", str(tmp_path))
        monkeypatch.setattr(book, "_taken", {})
        return move

    def test_the_engine_plays_by_it_where_time_is_the_limit(self, odd: str) -> None:
        start, clock = hopsow.start("halma"), agents.Clock(move=0.05)
        for spec in ("engine", "engine:time=0.01", "engine:level=10"):
            assert str(agents.make(spec, "halma").choose(start, clock)) == odd
        for spec in ("engine:book=none", "engine:depth=2", "engine:nodes=500", "engine:level=9"):
            assert str(agents.make(spec, "halma").choose(start, clock)) != odd

    def test_hopsow_halma_plays_by_it_unless_told_not_to(self, odd: str, tmp_path: Path) -> None:
        start = hopsow.start("halma")
        task = HalmaTask("SINGLE", "black", 0.05, start)
        (tmp_path / "input.txt").write_text(halma_files.write_input(task))
        answers = []
        for given in ([str(tmp_path)], ["--no-book", str(tmp_path)]):
            assert halma.run(given) == 0
            answer = (tmp_path / "output.txt").read_bytes()
            answers.append(str(halma_files.parse_output(answer, start)))
        assert answers[0] == odd != answers[1]

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
