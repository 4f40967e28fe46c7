"""What docs/board.md shows of the interface for programs is what a served board answers."""

import json
import re
import shlex
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from served import serving, socket

PAGE = (Path(__file__).parents[2] / "docs" / "board.md").read_text(encoding="utf-8")
PRINTED_ADDRESS = "127.0.0.1:4677"


@pytest.fixture(scope="module")
def board() -> Iterator[str]:
    with serving("serve", "--port", "0") as address:
        yield address


def block(language: str) -> str:
    (text,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    return str(text)


def test_the_request_is_answered_as_shown(board: str) -> None:
    """curl's words, sent without curl."""
    program, silent, address, header, kind, data, body = shlex.split(
        block("sh").replace("\\\n", "")
    )
    assert (program, silent, header, data) == ("curl", "-s", "-H", "-d")
    printed, _, path = address.partition("/")
    assert printed == PRINTED_ADDRESS
    connection = HTTPConnection(board.removeprefix("http://"), timeout=60)
    with closing(connection):
        connection.request("POST", f"/{path}", body, dict([kind.split(": ")]))
        answer = connection.getresponse().read().decode()
    assert f"answers `{answer}`." in PAGE


def test_the_messages_are_answered_in_parts_until_cancelled(board: str) -> None:
    analyse, cancel = block("json").splitlines()
    view = {"ask": "view", "line": {"game": "awari", "moves": []}}
    with socket(board) as connection:
        connection.send(analyse)
        first = json.loads(connection.recv(timeout=60))
        assert (first["id"], first.get("done", False)) == (1, False)
        connection.send(cancel)
        for number in (3, 4):
            connection.send(json.dumps({"id": number, **view}))
        numbers = [json.loads(connection.recv(timeout=60))["id"]]
        while numbers[-1] != 4:
            numbers.append(json.loads(connection.recv(timeout=60))["id"])
        assert numbers[numbers.index(3) :] == [3, 4]
