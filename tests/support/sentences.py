"""What the server tells, put into words."""

from typing import Any

from hopsow.messages import Message


def sentence(said: dict[str, Any]) -> str:
    """The English sentence of a message as it is sent."""
    return str(_message(said))


def _message(said: dict[str, Any]) -> Message:
    given = said["arguments"].items()
    arguments = {name: _message(one) if isinstance(one, dict) else one for name, one in given}
    return Message(said["kind"], **arguments)
