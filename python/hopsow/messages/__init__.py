"""What people are told, as kinds with arguments; sentences stand in a catalogue for each language.

A message is made where something is known and put into words where it is shown: the command line
and exceptions speak English, the page the language that was chosen. `en.json` and `de.json` have a
sentence for each kind; the core reads the English ones of its kinds from the same file.

The agents' start imports this module, so the catalogue is read when a sentence is first needed.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

FOLDER: str = __path__[0]
_english: dict[str, str] = {}


class Message:
    """A kind of message, `halma.occupied`, and its `arguments` by name: numbers, texts that are the
    same in every language, and messages. As a text it is the English sentence."""

    __slots__ = ("arguments", "kind")
    __match_args__ = ("kind", "arguments")

    def __init__(self, kind: str, /, **arguments: float | str | Message) -> None:
        self.kind = kind
        self.arguments = arguments

    def __str__(self) -> str:
        return catalogue()[self.kind].format(**self.arguments)

    def __repr__(self) -> str:
        return f"Message({self.kind!r}, **{self.arguments!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self.as_json() == other.as_json()

    def __hash__(self) -> int:
        return hash(repr(self))

    def as_json(self) -> dict[str, Any]:
        """The message as it travels to the page."""
        arguments = {
            name: value.as_json() if isinstance(value, Message) else value
            for name, value in self.arguments.items()
        }
        return {"kind": self.kind, "arguments": arguments}


def one_of(choices: Sequence[str]) -> str | Message:
    """A choice as a person would write it: "A", "A or B", "A, B or C"."""
    *some, last = choices
    return Message("text.or", some=", ".join(some), last=last) if some else last


def side(name: str) -> Message:
    """What a side is called."""
    return Message(f"side.{name}")


def ending(game: str, winner: str | None, reason: str) -> Message:
    """How a game ended by its rules, from its outcome."""
    why = Message(f"{game}.{reason.replace(' ', '-')}")
    if winner is None:
        return Message("result.drawn", reason=why)
    return Message("result.won", winner=side(winner), reason=why)


def game_over(game: str, winner: str | None, reason: str) -> Message:
    """Why nothing can be played or searched any more."""
    return Message("rules.game-over", result=ending(game, winner, reason))


def catalogue() -> dict[str, str]:
    """The English sentences, by kind."""
    if not _english:
        import json

        with open(f"{FOLDER}/en.json", encoding="utf-8") as file:
            _english.update(json.load(file))
    return _english
