"""The messages of the WebSocket as a JSON schema.

It does for the socket what `/api/openapi.json` does for requests, and the types of the page's
scripts are made from it (`tools/web_types.py`). A field without a value is left out, never null.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, models_json_schema

from hopsow.web.board.messages import VERSION, Json
from hopsow.web.questions import MESSAGES, QUESTIONS

Models = Mapping[str, type[BaseModel]]


def describe() -> Json:
    """What belongs to each `ask`: a question, an answer, and perhaps partial answers before it."""
    groups: dict[str, tuple[Models, JsonSchemaMode]] = {
        "Questions": (MESSAGES, "validation"),
        "Answers": ({ask: row.answer for ask, row in QUESTIONS.items()}, "serialization"),
        "Parts": (
            {ask: row.part for ask, row in QUESTIONS.items() if row.part},
            "serialization",
        ),
    }
    models = {model: mode for known, mode in groups.values() for model in known.values()}
    refs, definitions = models_json_schema(list(models.items()), schema_generator=_Untitled)
    schemas = definitions["$defs"]
    answers = {ref["$ref"] for (_, mode), ref in refs.items() if mode == "serialization"}
    is_sent = _reached(schemas, answers)
    for name, schema in schemas.items():
        _leave_out_nulls(schema, is_complete=name in is_sent)
    properties: Json = {
        title: {
            "title": title,
            "type": "object",
            "properties": {ask: refs[model, mode] for ask, model in known.items()},
            "required": list(known),
        }
        for title, (known, mode) in groups.items()
    }
    properties["Version"] = {"const": VERSION}
    return {"title": "Socket", "type": "object", "properties": properties, "$defs": schemas}


class _Untitled(GenerateJsonSchema):
    """Only models have titles: a field is known by its name."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def _reached(schemas: Json, refs: set[str]) -> set[str]:
    """The names of the schemas that these references lead to."""
    names: set[str] = set()
    waiting = [ref.rpartition("/")[2] for ref in refs]
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            waiting.extend(_named_in(schemas[name]))
    return names


def _named_in(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict) and "$ref" in schema:
        yield schema["$ref"].rpartition("/")[2]
    if isinstance(schema, dict | list):
        for part in schema.values() if isinstance(schema, dict) else schema:
            yield from _named_in(part)


def _leave_out_nulls(schema: Json, is_complete: bool) -> None:
    """An answer has all fields that have a value; a question need not say what is usual."""
    required = schema.get("required", [])
    for name, field in schema.get("properties", {}).items():
        choices = field.get("anyOf", [])
        present = [choice for choice in choices if choice != {"type": "null"}]
        if len(present) < len(choices):
            del field["anyOf"]
            field |= present[0] if len(present) == 1 else {"anyOf": present}
            required = [other for other in required if other != name]
        elif is_complete and name not in required:
            required = [*required, name]
        if field.get("default") is None or is_complete:
            field.pop("default", None)
    schema["required"] = required
