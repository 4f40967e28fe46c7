"""The JSON interface and the WebSocket: every question, and answers that say what is wrong."""

import json
from pathlib import Path
from typing import Any

import hopsow
import httpx
import pytest
from sentences import sentence
from served import socket
from shell import run
from websockets.sync.client import ClientConnection, connect

TESTDATA = Path(__file__).parents[2] / "testdata"
START = {
    "halma": {"game": "halma", "moves": []},
    "checkers": {"game": "checkers", "moves": []},
    "awari": {"game": "awari", "moves": []},
}
GOOD_TEXTS = [
    ("halma", "formats/halma/good", "input"),
    ("checkers", "formats/checkers/good", ""),
    ("awari", "formats/awari/good", ""),
    ("halma", "records/halma/good", ""),
    ("checkers", "records/checkers/good", ""),
    ("awari", "records/awari/good", ""),
]


def ask(client: httpx.Client, question: str, status: int = 200, **fields: Any) -> Any:
    answer = client.post(f"/api/{question}", json=fields)
    assert answer.status_code == status, answer.text
    return answer.json()


def say(connection: ClientConnection, ask: str, **fields: Any) -> None:
    connection.send(json.dumps({"id": 1, "ask": ask, **fields}))


def hear(connection: ClientConnection) -> Any:
    return json.loads(connection.recv(timeout=30))


@pytest.mark.parametrize("players", [["human", "greedy"], ["human", "human"], []])
def test_what_an_agent_may_play_is_not_listed(client: httpx.Client, players: list[str]) -> None:
    view = ask(client, "play", line=START["awari"], move="A", players=players)
    is_listed = players != ["human", "greedy"]
    assert view["listed"] == is_listed
    assert [move["text"] for move in view["legal_moves"]] == (list("abcdef") if is_listed else [])


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_a_view_lists_just_the_legal_moves(client: httpx.Client, game: str) -> None:
    view = ask(client, "view", line=START[game])
    legal = [str(move) for move in hopsow.start(game).legal_moves]
    assert [move["text"] for move in view["legal_moves"]] == legal
    assert view["to_move"] == hopsow.start(game).to_move


def test_a_forbidden_move_is_refused_with_the_rule_it_breaks(client: httpx.Client) -> None:
    line = {"game": "checkers", "moves": ["11-15", "22-18"]}
    refused = ask(client, "play", 400, line=line, move="9-13")
    assert refused == {
        "refused": {"kind": "checkers.must-capture", "arguments": {"capture": "15x22"}}
    }
    notice = ask(client, "view", line=line)["notice"]
    assert sentence(notice) == "red must capture"


def test_a_line_that_cannot_be_replayed_names_its_move(client: httpx.Client) -> None:
    line = {"game": "awari", "moves": ["F", "F"]}
    assert sentence(ask(client, "view", 400, line=line)["error"]).startswith("move 2, F: ")


def test_history_ends_a_game(client: httpx.Client) -> None:
    """The position alone goes on; the line has been here before."""
    start = "1-0-0-0-0-0-1-0-0-0-0-0-2-2-S"
    record = hopsow.Record("awari", None, start)
    while record.outcome is None:
        record.play(record.position.legal_moves[0])
    line = {"game": "awari", "start": start, "moves": [str(move) for move in record.moves]}
    view = ask(client, "view", line=line)
    assert view["outcome"]["reason"] == record.outcome.reason == "repetition"
    assert view["legal_moves"] == []


@pytest.mark.parametrize(
    ("line", "square", "reason"),
    [
        ({"game": "halma", "moves": ["4,1-5,2", "11,14-10,13"]}, "5,2", "must leave it"),
        ({"game": "halma", "moves": []}, "0,0", "no square to go to"),
        ({"game": "halma", "moves": []}, "15,15", "white's"),
        ({"game": "checkers", "moves": ["11-15", "22-18"]}, "9", "a capture is available"),
        ({"game": "awari", "moves": []}, "a", "north's"),
    ],
)
def test_a_piece_that_cannot_move_has_a_reason(
    client: httpx.Client, line: dict[str, Any], square: str, reason: str
) -> None:
    assert reason in sentence(ask(client, "why", line=line, square=square)["reason"])


def test_stories_tell_sowing_and_capture(client: httpx.Client) -> None:
    line = {"game": "awari", "start": "0-0-2-0-3-0-1-2-4-4-0-0-16-16-S", "moves": ["E"]}
    story = ask(client, "view", line=line)["story"]
    assert story["sown"] == ["F", "a", "b"]
    assert story["taken"] == ["b", "a"]
    assert story["store"] == "south"


def test_a_grand_slam_takes_nothing_in_its_story(client: httpx.Client) -> None:
    line = {"game": "awari", "start": "0-1-0-0-3-0-1-2-0-0-0-0-20-21-S", "moves": ["E"]}
    assert ask(client, "view", line=line)["story"]["taken"] == []


def test_twelve_stones_pass_over_their_own_pit(client: httpx.Client) -> None:
    line = {"game": "awari", "start": "2-2-2-0-0-12-3-3-3-3-3-3-6-6-S", "moves": ["F"]}
    story = ask(client, "view", line=line)["story"]
    assert story["sown"] == list("abcdefABCDEa")


def test_stories_tell_jumps_and_crowning(client: httpx.Client) -> None:
    line = {"game": "checkers", "start": "W:W23:B9,18,3", "moves": ["23x14x5"]}
    story = ask(client, "view", line=line)["story"]
    assert (story["path"], story["taken"]) == (["23", "14", "5"], ["18", "9"])
    crowned = {"game": "checkers", "start": "W:W5,30:B12,20", "moves": ["5-1"]}
    assert ask(client, "view", line=crowned)["story"]["crowned"]


NO_GAMES = ("empty", "output")  # good texts that hold none
TEXTS = [
    pytest.param(game, path, id=f"{folder}/{path.stem}")
    for game, folder, prefix in GOOD_TEXTS
    for path in sorted((TESTDATA / folder).glob(f"{prefix}*.txt"))
    if path.read_bytes().strip() and path.stem not in NO_GAMES
]


@pytest.mark.parametrize(("game", "path"), TEXTS)
def test_any_text_is_recognised(client: httpx.Client, game: str, path: Path) -> None:
    answer = client.post("/api/read", json={"text": path.read_bytes().decode(), "game": game})
    assert answer.status_code == 200, answer.text
    result = answer.json()
    assert result["line"]["game"] == game
    again = ask(client, "write", line=result["line"], format="record")["text"]
    assert ask(client, "read", text=again)["line"] == result["line"]


@pytest.mark.parametrize("game", hopsow.GAMES)
@pytest.mark.parametrize("form", ["position", "course", "record"])
def test_what_is_written_is_read_again_without_naming_the_game(
    client: httpx.Client, game: str, form: str
) -> None:
    record = hopsow.Record(game)
    for _ in range(4):
        record.play(record.position.legal_moves[0])
    line = {"game": game, "moves": [str(move) for move in record.moves]}
    written = ask(client, "write", line=line, format=form)
    answer = ask(client, "read", text=written["text"])
    assert answer["view"]["position"].split(":H")[0] == str(record.position).split(":H")[0]


def test_evidence_of_a_match_is_opened(client: httpx.Client, tmp_path: Path) -> None:
    run("match", "awari", "random:seed=1", "greedy", "--games", "1", "--evidence", str(tmp_path))
    text = next(tmp_path.glob("*.json")).read_text()
    game = json.loads(text)
    moves = [turn["move"] for turn in game["moves"]]
    assert ask(client, "read", text=text)["line"]["moves"] == moves
    game["moves"].pop()
    assert "plies are claimed" in sentence(ask(client, "read", 400, text=json.dumps(game))["error"])


def test_an_unreadable_text_says_where_and_why(client: httpx.Client) -> None:
    example = (TESTDATA / "formats/halma/bad").glob("*row*.txt")
    text = next(example).read_text()
    assert sentence(ask(client, "read", 400, text=text)["error"]).startswith("line ")
    assert "not" in sentence(ask(client, "read", 400, text="{nonsense")["error"])
    assert "the end of the text" in sentence(ask(client, "read", 400, text="  \n")["error"])
    many = sentence(ask(client, "read", 400, text="* " * 90_000, game="checkers")["error"])
    assert many == "line 1, column 2001: found more than 1000 games: split the text"


def test_an_impossible_arrangement_says_why(client: httpx.Client) -> None:
    cells = "w" + "." * 31
    error = sentence(
        ask(client, "set-up", 400, game="checkers", to_move="red", cells=cells)["error"]
    )
    assert "would have been crowned" in error


def test_an_agent_answers_and_an_analysis_has_lines(client: httpx.Client) -> None:
    played = ask(client, "answer", line=START["checkers"], agent="engine:level=1")
    assert played["view"]["moves"] == [played["move"]]
    report = ask(client, "analyse", line=START["awari"], lines=3, seconds=0.2)
    assert len(report["lines"]) == 3
    assert report["nodes"] > 0


def test_scores_are_the_first_sides(client: httpx.Client) -> None:
    for to_move in "SN":
        start = f"0-0-0-0-0-9-1-0-0-0-0-0-24-14-{to_move}"
        line = {"game": "awari", "start": start, "moves": []}
        best = ask(client, "analyse", line=line, seconds=0.2)["lines"][0]
        assert best["chance"] > 0.5, "South is far ahead, whoever is to move"


def test_certain_values_are_told_for_every_move(client: httpx.Client) -> None:
    line = {"game": "awari", "start": "0-0-1-0-0-3-1-2-1-0-1-0-20-19-S", "moves": []}
    known = ask(client, "values", line=line, seconds=5)["values"]
    values = {value["move"]: value["text"] for value in known}
    assert sentence(values["F"]).startswith("south wins")
    assert set(values) == {"C", "F"}


def test_the_interface_describes_itself(client: httpx.Client) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    questions = {"view", "play", "why", "read", "write", "set-up", "answer", "analyse", "judge"}
    assert {f"/api/{question}" for question in questions} <= set(paths)


def test_a_review_names_the_blunder(address: str) -> None:
    # So few pieces that tables know it, however little time a busy machine leaves for a search.
    line = {"game": "checkers", "start": "B:WK19:BK22,K30:H24", "moves": ["22-25", "19-23"]}
    with socket(address) as connection:
        say(connection, "review", line=line, seconds=0.1)
        parts = [hear(connection)]
        while not parts[-1].get("done"):
            parts.append(hear(connection))
    assert [part["ply"] for part in parts[:-1]] == [0, 1, 2]
    (point,) = parts[-1]["turning_points"]
    assert (point["side"], point["played"], point["name"]) == ("red", "22-25", "blunder")
    assert point["best"] == "22-18"
    accuracy = parts[-1]["accuracy"]
    assert list(accuracy) == ["red", "white"]
    assert accuracy["red"] < accuracy["white"]


def test_a_judgement_knows_the_winning_move(client: httpx.Client) -> None:
    line = {"game": "awari", "start": "0-0-1-0-0-3-1-2-1-0-1-0-20-19-S", "moves": []}
    assert ask(client, "judge", line=line, move="F", seconds=0.2)["good"]
    assert not ask(client, "judge", line=line, move="C", seconds=0.2)["good"]


def test_a_page_of_another_version_is_told_to_reload(address: str) -> None:
    for version in ("", "?version=0"):
        url = f"ws{address.removeprefix('http')}/socket{version}"
        with connect(url, proxy=None) as connection:
            for number, question in ((1, {"ask": "facts"}), (2, {"ask": "what is gone"})):
                connection.send(json.dumps({"id": number, **question}))
                assert hear(connection) == {
                    "id": number,
                    "error": {"kind": "server.other-version", "arguments": {}},
                }


def test_a_new_analysis_ends_the_old_one_and_a_cancelled_one_is_silent(address: str) -> None:
    with socket(address) as connection:
        for number in (1, 2, 3):
            question = {"ask": "analyse", "line": START["halma"], "seconds": 300}
            connection.send(json.dumps({"id": number, **question}))
        connection.send(json.dumps({"id": 4, "ask": "cancel", "of": 3}))
        connection.send(json.dumps({"id": 5, "ask": "view", "line": START["awari"]}))
        last: dict[int, Any] = {}
        while 5 not in last:
            answer = hear(connection)
            if answer["id"] == 5 or answer.get("done"):
                assert last.setdefault(answer["id"], answer) is answer
        assert last.keys() == {1, 2, 5}
        assert last[1]["error"] == last[2]["error"]
        assert last[1]["error"]["kind"] == "server.replaced"


def test_questions_of_one_kind_at_once_are_all_answered(address: str) -> None:
    line = START["awari"]
    questions: list[dict[str, Any]] = [
        *2 * [{"ask": "judge", "line": line, "move": "F", "seconds": 0.1}],
        *2 * [{"ask": "values", "line": line, "seconds": 0.1}],
        *2 * [{"ask": "draw", "format": "svg", "line": line}],
        *2 * [{"ask": "answer", "agent": "greedy", "line": line}],
    ]
    with socket(address) as connection:
        for number, question in enumerate(questions):
            connection.send(json.dumps({"id": number, **question}))
        answers = [hear(connection) for _ in questions]
        assert sorted(answer["id"] for answer in answers) == list(range(len(questions)))
        assert all(answer["done"] and "error" not in answer for answer in answers)


def test_searches_end_when_their_pages_go_away(address: str, client: httpx.Client) -> None:
    """More endless searches than there are threads, all abandoned: the next one is answered."""
    for _ in range(12):
        with socket(address) as connection:
            say(connection, "analyse", line=START["halma"], seconds=300)
            hear(connection)
    assert ask(client, "answer", line=START["awari"], agent="engine:level=1")["move"]
