"""What the description of the socket says is what is sent: the page's types are made from it."""

import json
from typing import Any

import httpx
import pytest
from hopsow.web.description import describe
from hopsow.web.questions import QUESTIONS
from served import socket

LINE = {"game": "awari", "start": "0-0-1-0-0-3-1-2-1-0-1-0-20-19-S", "moves": []}
FIELDS: dict[str, dict[str, Any]] = {
    "view": {"line": LINE},
    "play": {"line": LINE, "move": "F"},
    "why": {"line": LINE, "square": "A"},
    "answer": {"line": LINE, "agent": "greedy"},
    "offer": {"line": LINE, "agent": "greedy"},
    "analyse": {"line": LINE, "seconds": 0.1},
    "values": {"line": LINE},
    "review": {"line": LINE | {"moves": ["C"]}, "seconds": 0.05},
    "judge": {"line": LINE, "move": "F", "seconds": 0.1},
    "read": {"text": "1. 11-15 22-18 *"},
    "write": {"line": LINE, "format": "record"},
    "set-up": {"game": "awari", "to_move": "south", "stones": [4] * 12 + [0, 0]},
    "facts": {},
    "lessons": {},
    "ping": {},
    "meet": {"game": "awari", "minutes": 1},
    "attend": {},
    "act": {"deed": "play", "number": 1, "move": "F"},
    "keep": {"line": LINE, "name": "savedgame", "page": "{}"},
    "library": {"game": "awari", "position": LINE},
    "open": {"name": "savedgame"},
    "change": {"name": "savedgame", "title": "A game"},
    "export": {"game": "awari"},
    "puzzles": {"game": "awari"},
    "explore": {"line": LINE},
    "draw": {"line": LINE, "format": "gif"},
    "practice": {"game": "awari"},
    "keep-practice": {"game": "awari", "page": "{}"},
}


DESCRIPTION = describe()
KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
}


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """Whether a value is what a schema says, and has no fields beside."""
    if "$ref" in schema:
        return fits(value, DESCRIPTION["$defs"][schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        return any(fits(value, choice) for choice in schema["anyOf"])
    if "enum" in schema and value not in schema["enum"]:
        return False
    if schema["type"] == "array" and "prefixItems" in schema:
        return len(value) == len(schema["prefixItems"]) and all(
            map(fits, value, schema["prefixItems"])
        )
    if schema["type"] == "array":
        return isinstance(value, list) and all(fits(item, schema["items"]) for item in value)
    if schema["type"] != "object":
        return isinstance(value, KINDS[schema["type"]])
    fields = schema.get("properties", {})
    others = schema.get("additionalProperties", {})
    return {*schema.get("required", [])} <= {*value} and all(
        fits(item, fields[name]) if name in fields else others != {} and fits(item, others)
        for name, item in value.items()
    )


def is_described(answer: dict[str, Any], group: str, ask: str) -> bool:
    """Whether an answer is what the description says about this question."""
    body = {key: value for key, value in answer.items() if key not in ("id", "done")}
    return fits(body, DESCRIPTION["properties"][group]["properties"][ask])


@pytest.mark.parametrize("ask", QUESTIONS)
def test_a_question_is_answered_as_described(address: str, ask: str) -> None:
    with socket(address) as connection:
        connection.send(json.dumps({"id": 0, "ask": "keep", **FIELDS["keep"]}))
        assert json.loads(connection.recv(timeout=30))["id"] == 0
        fields = FIELDS[ask]
        if ask in ("attend", "act"):
            connection.send(json.dumps({"id": 0, "ask": "meet", **FIELDS["meet"]}))
            fields = {"key": json.loads(connection.recv(timeout=30))["key"], **fields}
        connection.send(json.dumps({"id": 1, "ask": ask, **fields}))
        while True:
            answer = json.loads(connection.recv(timeout=30))
            if ask == "attend":
                break  # it goes on as long as the page does
            if not QUESTIONS[ask].part or answer.get("done"):
                break
            assert is_described(answer, "Parts", ask), answer
        assert is_described(answer, "Answers", ask), answer


def test_the_description_says_what_may_be_missing(client: httpx.Client) -> None:
    served = client.get("/api/socket.json").json()
    assert served == json.loads(json.dumps(DESCRIPTION))
    view = served["$defs"]["View"]
    optional = {*view["properties"]} - {*view["required"]}
    assert optional == {"cells", "stones", "notice", "outcome", "story"}
    assert view["properties"]["outcome"]["$ref"] == "#/$defs/Ending"
    assert served["$defs"]["Analyse"]["required"] == ["line"]
    assert "null" not in json.dumps(served)
