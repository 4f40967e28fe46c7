"""Our side of the engine protocol: what each line is answered with, and what wrong lines leave."""

import re
import threading
from pathlib import Path

import hopsow
import pytest
from hopsow import tables
from hopsow.games import facts
from hopsow.ugi.commands import read_go
from hopsow.ugi.session import Session
from hypothesis import given
from hypothesis import strategies as st


class Lines(list[str]):
    """The lines that a session says, with a way to wait for one."""

    def __init__(self) -> None:
        self.changed = threading.Condition()

    def say(self, line: str) -> None:
        with self.changed:
            self.append(line)
            self.changed.notify_all()

    def wait_for(self, start: str) -> str:
        with self.changed:
            assert self.changed.wait_for(lambda: any(line.startswith(start) for line in self), 60)
        return next(line for line in self if line.startswith(start))


def talk(*lines: str) -> list[str]:
    """What a session answers to lines, each sent when the last is answered."""
    answers = Lines()
    session = Session(answers.say)
    for line in lines:
        assert session.answer(line)
        if line.startswith("go"):
            session.end()
    session.stop()
    return answers


def state(session: Session) -> tuple[object, ...]:
    return (session.record.positions, dict(session.spins))


def test_tables_of_the_user_are_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tables.build("awari", 13, tmp_path, threads=2)
    question = (
        "setoption name Game value awari",
        f"setoption name Tables value {tmp_path}",
        "position fen 2-1-0-3-0-1-2-0-1-1-2-0-18-17-S",
        "go depth 3",
    )
    (info,) = (line for line in talk(*question) if line.startswith("info"))
    assert re.match(r"info depth 1 score cp -?2[45]\d\d\d nodes 1 .* tbhits 4 pv ", info)
    largest = tmp_path / "awari-forfeit-13.tbl"
    largest.write_bytes(largest.read_bytes()[:1000])
    answers = talk(*question, "go depth 3")
    assert sum(line.startswith("bestmove") for line in answers) == 2
    assert re.fullmatch("hopsow: .*13.tbl is cut off: 1000 bytes.*\n", capsys.readouterr().err)
    (error,) = talk("setoption name Tables value /nowhere")
    assert error == 'error Tables must be a folder, not "/nowhere"'


def test_introduction_names_every_option() -> None:
    answers = talk("ugi")
    assert answers[0] == f"id name Hopsow {hopsow.__version__}"
    assert answers[1].startswith("id author ")
    assert [line.split()[2] for line in answers if line.startswith("option")] == [
        "Game",
        "Rules",
        "Hash",
        "Threads",
        "MultiPV",
        "Level",
        "OwnBook",
        "Tables",
        "EvalFile",
        "BookFile",
        "StrategyFile",
    ]
    assert answers[-1] == "ugiok"
    assert talk("uci") == [*answers[:-1], "uciok"]


def test_ready() -> None:
    assert talk("isready", "", "  isready  ") == ["readyok", "readyok"]


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_questions_about_a_game(game: str) -> None:
    start = hopsow.start(game)
    move = start.legal_moves[0]
    after = start.play(move)
    assert talk(
        f"setoption name Game value {game}",
        "query p1turn",
        "query fen",
        f"position startpos moves {move}",
        "query p1turn",
        "query gameover",
        "query result",
        "query fen",
        "query legalmoves",
        f"position fen {start} moves {move}",
        "query fen",
        "uginewgame",
        "query fen",
    ) == [
        "response true",
        f"response {start}",
        "response false",
        "response false",
        "response none",
        f"response {after}",
        f"response {' '.join(map(str, after.legal_moves))}",
        f"response {after}",
        f"response {start}",
    ]


@pytest.mark.parametrize(
    ("position", "result"),
    [("B:W18:B", "p2win"), ("W:W:B1", "p1win"), ("B:WK1:BK32:H50", "draw"), ("B:WK1:BK32", "none")],
)
def test_results(position: str, result: str) -> None:
    over = "false" if result == "none" else "true"
    answers = talk(
        "setoption name Game value checkers",
        f"position fen {position}",
        "query result",
        "query gameover",
        "query legalmoves",
    )
    assert answers[:2] == [f"response {result}", f"response {over}"]
    assert (answers[2] == "response") == (over == "true")


def test_repetition_is_seen_through_the_moves() -> None:
    moves = "1-6 32-28 6-1 28-32 " * 2
    assert talk(
        "setoption name Game value checkers",
        "setoption name Rules value tournament",
        f"position fen B:WK32:BK1 moves {moves}",
        "query result",
        "go depth 1",
    ) == [
        "response draw",
        "error the game is over (draw: the position occurred for the third time)",
    ]


@pytest.mark.parametrize(
    ("go", "share"),
    [
        ("movetime 100", 1.0),
        ("p1time 2000 p2time 2000", 0.5),
        ("p1time 1000000 p2time 1000000 movetime 100", 1.0),
        ("p1time 1000000 p2time 1000000 cputime 100", 1.0),
    ],
)
def test_time_is_left_only_where_a_later_move_gets_it(go: str, share: float) -> None:
    session = Session(lambda _: None)
    assert session._wall(read_go(go.split(), mover=0))[1] == pytest.approx(share)


@pytest.mark.parametrize("game", hopsow.GAMES)
@pytest.mark.parametrize(
    "go",
    [
        "go depth 3",
        "go nodes 300",
        "go movetime 20",
        "go cputime 20",
        "go p1time 300 p2time 300 p1inc 0 p2inc 0",
        "go p1time 1",
        "go depth 2 nodes 100000",
    ],
)
def test_search_ends_with_a_legal_move(game: str, go: str) -> None:
    setup = (f"setoption name Game value {game}", "setoption name OwnBook value false")
    *infos, last = talk(*setup, "position startpos", go)
    start = hopsow.start(game)
    word, move = last.split()
    assert word == "bestmove"
    assert start.move(move) in start.legal_moves
    assert infos
    for info in infos:
        match = re.fullmatch(
            r"info depth (\d+) score cp (-?\d+) nodes (\d+) nps \d+ time \d+ tbhits \d+ pv (.+)",
            info,
        )
        assert match, info
        position = start
        for text in match[4].split():
            position = position.play(text)


def test_depth_and_nodes_are_kept() -> None:
    game = "setoption name Game value checkers"
    assert talk(game, "go depth 5")[-2].startswith("info depth 5 ")
    assert " nodes 777 " in talk(game, "go nodes 777")[-2]


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_level_bounds_a_search_without_any_other_limit(game: str) -> None:
    for number, level in enumerate(facts(game).levels[:4], start=1):
        lines = (f"setoption name Game value {game}", f"setoption name Level value {number}")
        *_, info, last = talk(*lines, "go")
        assert info.startswith(f"info depth {level.depth} ")
        assert "multipv" not in info
        assert last.split()[0] == "bestmove"


def test_low_level_varies_its_moves() -> None:
    lines = ("setoption name Game value checkers", "setoption name Level value 1")
    answers = talk(*lines, *["go"] * 40)
    moves = {line for line in answers if line.startswith("bestmove")}
    assert len(moves) > 1
    assert moves <= {f"bestmove {move}" for move in hopsow.start("checkers").legal_moves}


def test_go_alone_searches_for_a_while() -> None:
    answers = talk("setoption name Game value checkers", "position fen B:W18:B1,14,15", "go")
    assert answers[-1] == "bestmove 15x22"


def test_proven_ends_are_told_in_plies() -> None:
    game = "setoption name Game value checkers"
    assert " score mate 1 " in talk(game, "position fen B:W18:B1,14,15", "go depth 3")[0]
    lost = talk(game, "position fen W:WK29:B1,K21,K22", "go depth 5")
    assert re.search(r" score mate -\d+ ", lost[-2])


def test_several_lines() -> None:
    answers = talk("setoption name multipv value 3", "go depth 2")
    assert [line.split()[4] for line in answers[-4:-1]] == ["1", "2", "3"]
    assert answers[-4].split(" pv ")[1].split()[0] == answers[-1].split()[1]


def test_search_goes_on_while_lines_are_answered_and_stops_when_told() -> None:
    answers = Lines()
    session = Session(answers.say)
    session.answer("setoption name Game value awari")
    session.answer("go infinite")
    answers.wait_for("info depth 5 ")
    before = state(session)
    for line, sentence in (
        ("position startpos", "error position has to wait"),
        ("setoption name Hash value 1", "error setoption has to wait"),
        ("uginewgame", "error uginewgame has to wait"),
        ("go depth 1", "error go has to wait"),
    ):
        session.answer(line)
        answers.wait_for(sentence)
    assert state(session) == before
    session.answer("isready")
    session.answer("query p1turn")
    answers.wait_for("readyok")
    answers.wait_for("response true")
    assert not [line for line in answers if line.startswith("bestmove")]
    session.answer("stop")
    assert answers[-1].startswith("bestmove ")
    session.answer("position startpos moves A")
    session.answer("query p1turn")
    assert answers[-1] == "response false"


@pytest.mark.parametrize("line", ["stop", "quit"])
def test_stop_at_once_still_gives_a_move(line: str) -> None:
    answers = Lines()
    session = Session(answers.say)
    session.answer("go infinite")
    session.answer(line)
    assert answers[-1].startswith("bestmove ")


def test_stop_without_a_search_says_nothing() -> None:
    assert talk("stop", "stop") == []


WRONG = {
    "frobnicate": 'unknown command "frobnicate", expected ugi, uci, isready',
    "isready now": 'found "now" after isready, expected nothing',
    "setoption": 'found "", expected name NAME value VALUE',
    "setoption name Hash": 'found "name Hash", expected name NAME value VALUE',
    "setoption name Colour value red": 'unknown option "colour", expected Game, Rules, Hash',
    "setoption name Game value chess": 'unknown game "chess", expected halma, checkers or awari',
    "setoption name Rules value abapa": 'unknown rules of checkers "abapa", expected dd2380,',
    "setoption name Hash value 0": 'Hash must be a whole number from 1 to 65536, not "0"',
    "setoption name Threads value two": "Threads must be a whole number from 1 to 256",
    "setoption name MultiPV value -1": "MultiPV must be a whole number",
    "setoption name Level value 11": "Level must be a whole number from 1 to 10",
    "position": 'found "", expected startpos or fen POSITION',
    "position somewhere": 'found "somewhere", expected startpos or fen POSITION',
    "position fen": 'found "fen", expected startpos or fen POSITION',
    "position fen 4-4": "line 1, column ",
    "position startpos moves": "expected a move after moves",
    "position startpos moves 11-15 11-15": "11-15: ",
    "position startpos moves 11-15 nonsense": "nonsense: found ",
    "query": 'found "", expected gameover, p1turn, result, legalmoves, fen',
    "query colour": 'found "colour", expected gameover',
    "go fast": 'found "fast", expected depth, nodes, movetime',
    "go depth": 'depth must be a whole number from 1 to 1000, not ""',
    "go depth 0": 'depth must be a whole number from 1 to 1000, not "0"',
    "go depth 3 depth 4": "depth is given twice",
    "go infinite infinite": "infinite is given twice",
    "go infinite depth 3": "infinite and depth contradict each other",
    "go movetime 10s": "movetime must be a whole number",
    "go p2time 1000 p2inc 5": "found p2time without p1time, the time of the side to move",
}


@pytest.mark.parametrize(("line", "sentence"), WRONG.items(), ids=WRONG)
def test_wrong_line_is_one_error_and_changes_nothing(line: str, sentence: str) -> None:
    answers = Lines()
    session = Session(answers.say)
    session.answer("setoption name Game value checkers")
    session.answer("position startpos moves 11-15 22-18")
    before = state(session)
    assert session.answer(line)
    assert len(answers) == 1
    assert answers[0].startswith(f"error {sentence}")
    assert state(session) == before


@given(st.text(max_size=40) | st.lists(st.sampled_from(sorted(WRONG)), max_size=2).map(" ".join))
def test_any_line_is_answered_or_refused(line: str) -> None:
    answers = Lines()
    session = Session(answers.say)
    if "quit" not in line and "go" not in line:
        assert session.answer(line)
        assert all("\n" not in answer for answer in answers)
