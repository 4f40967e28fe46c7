"""Verbs of installed packages: `hopsow NAME VERB ...`.

A package registers a module, its `VerbGroup`, under the entry-point group `hopsow.verbs`. The
module should import little, because `hopsow --help` imports it.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Protocol

ENTRY_POINTS = "hopsow.verbs"


class VerbGroup(Protocol):
    """Verbs that stand below one name on the command line."""

    WHAT: str
    """What they are for, as one line of help."""

    VERBS: Mapping[str, str]
    """Each verb with its line of help."""

    def run(self, argv: list[str]) -> int:
        """Run the words after the name; the exit status.

        A ValueError or an OSError becomes one sentence on stderr and exit status 2.
        """


def found() -> dict[str, EntryPoint]:
    """The entry points of all groups, by name."""
    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


def loaded(name: str) -> VerbGroup:
    """The group of a name."""
    try:
        group: VerbGroup = found()[name].load()
    except Exception as error:
        raise ValueError(f"the verbs of {name} cannot be loaded: {error}") from error
    return group


def listed() -> dict[str, dict[str, str]]:
    """By the name of each group, its verbs as they are typed, and what each does."""
    return {name: _verbs(name) for name in found()}


def summaries() -> dict[str, str]:
    """What each group is for."""
    return {name: _summary(name) for name in found()}


def _verbs(name: str) -> dict[str, str]:
    try:
        return {f"{name} {verb}": what for verb, what in loaded(name).VERBS.items()}
    except ValueError as error:
        return {name: str(error)}


def _summary(name: str) -> str:
    try:
        return loaded(name).WHAT
    except ValueError as error:
        return str(error)
