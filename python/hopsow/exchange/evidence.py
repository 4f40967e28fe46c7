"""The game in a referee's evidence: JSON with the start and every move. Whether the
verdict follows from the moves is for the arena to check."""

from __future__ import annotations

from hopsow.errors import MessageError, ParseError
from hopsow.games import parse
from hopsow.messages import Message
from hopsow.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FORMAT = "hopsow evidence"


def is_evidence(text: str) -> bool:
    """Whether a text is a JSON object and not a record that begins with a comment."""
    return text.lstrip().startswith("{") and text.lstrip("{ \t\r\n")[:1] in ('"', "}")


def read(text: str, game: str | None = None) -> Record:
    """The game in the evidence; any other than `game` is refused."""
    import json

    try:
        record = _replayed(json.loads(text))
        if game not in (None, record.game):
            raise ValueError(f"it is a game of {record.game}, not of {game}")
        return record
    except (ValueError, RecursionError) as error:
        problem = error.why if isinstance(error, MessageError) else str(error)
        raise ParseError(Message("evidence.unreadable", problem=problem)) from None
    except (TypeError, KeyError, AttributeError) as error:
        problem = f"{type(error).__name__}: {error}"
        raise ParseError(Message("evidence.damaged", problem=problem)) from None


def _replayed(evidence: Any) -> Record:
    if not isinstance(evidence, dict) or evidence.get("format") != FORMAT:
        raise ValueError(f"expected format {FORMAT!r}")
    start = parse(evidence["game"], evidence["start"], evidence["rules"])
    record = Record(evidence["game"], evidence["rules"], start)
    for number, turn in enumerate(evidence["moves"], 1):
        try:
            record.play(turn["move"])
        except MessageError as error:
            problem = error.why
            raise MessageError(Message("evidence.move", number=number, problem=problem)) from None
    return record
