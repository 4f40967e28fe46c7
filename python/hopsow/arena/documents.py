"""Documents that people or programs write, read into dataclasses whose annotations say what is
expected; pydantic checks them. It takes long to import, and is imported when one is read.
"""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from hopsow.files import read_small

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails, SchemaValidator

T = TypeVar("T")

SCALARS = ("str", "int", "float", "bool")  # none of which is taken for another
MOST_QUOTED = 80
WORDS = {
    **dict.fromkeys(("string_type", "string_unicode", "path_type"), "a text"),
    **dict.fromkeys(("int_type", "int_from_float"), "a whole number"),
    "float_type": "a number",
    "bool_type": "true or false",
    "finite_number": "a finite number",
    **dict.fromkeys(("list_type", "tuple_type"), "a list"),
    **dict.fromkeys(("dict_type", "dataclass_type"), "a table of keys and values"),
    "greater_than": "more than {gt:g}",
    "greater_than_equal": "at least {ge:g}",
    "less_than": "less than {lt:g}",
    "less_than_equal": "at most {le:g}",
    "too_short": "at least {min_length} of them",
    "too_long": "at most {max_length} of them",
}


class Limited:
    """In an annotation: the bounds of a number (`ge`, `gt`, `le`, `lt`, `allow_inf_nan`), or of a
    length (`min_length`, `max_length`)."""

    def __init__(self, **bounds: float) -> None:
        self.bounds = bounds

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return {**handler(source), **self.bounds}


class OneOf:
    """In an annotation: the values to choose from."""

    def __init__(self, *choices: object) -> None:
        self.choices = list(choices)

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return {"type": "literal", "expected": self.choices}


def checked(kind: type[T], content: object, where: str = "", *, is_open: bool = False) -> T:
    """Return the `kind` that is written in the content of a document.

    A ValueError names the key, what is found and what was expected. Unknown keys are refused,
    unless the kind `is_open` to those of later versions. `where` says which part it is.
    """
    from pydantic import ValidationError

    try:
        return cast("T", _validator(cast("Any", kind), is_open).validate_python(content))
    except ValidationError as error:
        problems = error.errors(include_url=False)
    raise ValueError(_sentence(kind, content, problems, where))


def from_toml(path: Path) -> dict[str, Any]:
    """Read the tables of a TOML file; a ValueError says what is wrong with its text."""
    try:
        return tomllib.loads(read_small(path).decode())
    except RecursionError:
        raise ValueError("its values are nested too deeply") from None


def from_json(text: str | bytes) -> Any:
    """Read the values of a JSON text; a ValueError says what is wrong with it."""
    try:
        return json.loads(text)
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"not JSON: {error}") from None


def choose(key: str, value: object, choices: Sequence[str]) -> None:
    """Refuse a value that is none of those to choose from."""
    if value not in choices:
        raise ValueError(f"{key} = {_quoted(value)}: expected {_either(choices)}")


@cache
def _validator(kind: Any, is_open: bool) -> SchemaValidator:
    from pydantic import TypeAdapter
    from pydantic_core import SchemaValidator

    schema = copy.deepcopy(TypeAdapter(kind).core_schema)
    _restrict(schema, "ignore" if is_open else "forbid")
    return SchemaValidator(schema)


def _restrict(schema: object, extra: str) -> None:
    """Let scalars be of their own type only, and tables have the keys of their kind only."""
    if isinstance(schema, dict):
        if schema.get("type") in SCALARS:
            schema["strict"] = True
        elif schema.get("type") == "dataclass-args":
            schema["extra_behavior"] = extra
        schema = [*schema.values()]
    if isinstance(schema, list):
        for each in schema:
            _restrict(each, extra)


def _sentence(
    kind: type[object], content: object, problems: Sequence[ErrorDetails], where: str
) -> str:
    first = problems[0]
    names = _names(first["loc"], content)
    if first["type"] == "missing":
        return f"the key {first['loc'][-1]!r} is missing{_in(where, names)}"
    if not names:
        names, where = [where.removeprefix(" in ") or "the document"], ""
    *parents, key = names
    place = _in(where, parents)
    if first["type"] == "unexpected_keyword_argument":
        known = [each.name for each in fields(kind)] if is_dataclass(kind) and not parents else []
        close = get_close_matches(key, known, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"expected {', '.join(known)}"
        return f"unknown key {key!r}{place}" + (f": {hint}" if known else "")
    if first["type"] == "value_error":
        return f"{first['ctx']['error']}{place}"
    same = [each for each in problems if each["input"] is first["input"]]  # of a union
    expected = dict.fromkeys(map(_expected, same))
    return f"{key} = {_quoted(first['input'])}{place}: expected {' or '.join(expected)}"


def _in(where: str, names: Sequence[str]) -> str:
    return f"{where} in {'.'.join(names)}" if names else where


def _expected(problem: ErrorDetails) -> str:
    context = problem.get("ctx", {})
    if problem["type"] in ("literal_error", "enum"):
        return str(context["expected"]).replace("'", "").replace("None", "null")
    return WORDS.get(problem["type"], problem["msg"]).format(**context)


def _names(place: Sequence[str | int], content: Any) -> list[str]:
    """The names on the way to a value, such as `move 3`, `by` for `moves`, 2, `by`."""
    names: list[str] = []
    for each in place:
        try:
            content = content[each]
        except (KeyError, IndexError, TypeError):  # pydantic's own name for a part of a type
            return names
        if isinstance(each, int):
            names[-1:] = [f"{names[-1].removesuffix('s')} {each + 1}" if names else f"{each + 1}"]
        else:
            names.append(each)
    return names


def _quoted(value: object) -> str:
    return json.dumps(value, default=str)[:MOST_QUOTED]


def _either(choices: Sequence[str]) -> str:
    *rest, last = choices
    return f"{', '.join(rest)} or {last}" if rest else last
