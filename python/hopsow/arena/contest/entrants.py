"""Who can take part: agents named as on the command line.

`cmd:` and `ugi:` are programs, which only the arena runs. A class of somebody's own (`py:`) becomes
one too: it may loop for ever, or take the referee's process with it. Every other name is a built-in
agent and is made by `hopsow.agents`.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from importlib.machinery import PathFinder

from hopsow.agents import Agent, make, names
from hopsow.arena.process.view import CLASS_PATHS, PLAY_CLASS
from hopsow.games import room
from hopsow.texts import quoted

PROGRAMS = ("cmd", "ugi")
CLASS = "py"
AS_THEY_ARE = "--"  # the words that follow name no file relative to where the referee runs


def is_program(spec: str) -> bool:
    """Whether an agent plays in a process of its own."""
    kind = spec.partition(":")[0]
    return kind in PROGRAMS or (kind == CLASS and sys.platform.startswith("linux"))


def speaks_ugi(spec: str) -> bool:
    """Whether a program speaks the engine protocol and not the format of a course."""
    return not spec.startswith("cmd:")


def command(spec: str) -> list[str]:
    """The command of a program agent, with the files it names made absolute.

    Programs run in a folder of their own, so that a relative name would mean nothing there. What a
    submission is called must not lead to files that happen to lie here: its command begins with
    `--` and stays as it is.
    """
    if spec.startswith(f"{CLASS}:"):
        return [sys.executable, "-c", PLAY_CLASS, _folder_of(spec), "engine", "--agent", spec]
    try:
        words = shlex.split(spec.partition(":")[2])
    except ValueError as error:
        raise ValueError(f"agent {spec!r}: {error}") from None
    is_as_it_is = words[:1] == [AS_THEY_ARE]
    words = words[is_as_it_is:]
    if not words:
        raise ValueError(f"agent {spec!r}: expected {spec.partition(':')[0]}:PROGRAM ARGS…")
    if not is_as_it_is:
        words = _with_class_path(words)
        words = [os.path.abspath(word) if os.path.exists(word) else word for word in words]
    if shutil.which(words[0]) is None:
        problem = "is not executable" if os.path.exists(words[0]) else "is not found"
        raise ValueError(f"agent {spec!r}: the program {words[0]} {problem}")
    return words


def _with_class_path(words: list[str]) -> list[str]:
    """`java Main` finds its class in the current folder, as it would without a referee."""
    if os.path.basename(words[0]) != "java" or any(word in CLASS_PATHS for word in words):
        return words
    main = next((word for word in words[1:] if not word.startswith("-")), "")
    if not os.path.exists(f"{main.replace('.', '/')}.class"):
        return words
    return [words[0], "-cp", os.getcwd(), *words[1:]]


def named(text: str, game: str, rules: str | None = None) -> str:
    """The agent that a text of the command line names, checked.

    A plain command is a program that speaks what the course of its game does.
    """
    kind = text.partition(":")[0]
    if kind not in PROGRAMS and kind not in names() and _is_command(text):
        text = f"{room('hopsow.arena.referee', game).SPEAKS}:{text}"
    check(text, game, rules)
    return text


def _is_command(text: str) -> bool:
    words = text.split()
    return len(words) > 1 or "/" in text or shutil.which(text) is not None


def check(spec: str, game: str, rules: str | None = None) -> None:
    """Refuse an agent that cannot play, before any game is begun."""
    if not is_program(spec):
        house_agent(spec, game)
        return
    if not sys.platform.startswith("linux"):
        raise ValueError(f"agent {spec!r}: programs are refereed on Linux only")
    command(spec)
    if spec.startswith("cmd:"):
        try:
            room("hopsow.arena.referee", game).check(rules)
        except ValueError as error:
            raise ValueError(f"agent {spec!r}: {error}") from None


def _folder_of(spec: str) -> str:
    """Where the module of a class lies; nothing of it is executed to find that out."""
    words = spec.split(":")
    if len(words) < 3 or not all(words[1:3]):
        raise ValueError(f"found {quoted(spec)}, expected py:MODULE:CLASS")
    for folder in (os.getcwd(), *sys.path):
        if PathFinder.find_spec(words[1].partition(".")[0], [folder]) is not None:
            return os.path.abspath(folder)
    raise ValueError(f"{spec}: No module named {words[1]!r}")


def house_agent(spec: str, game: str, seed: int = 0) -> Agent:
    """A built-in agent; one that plays by chance has the seed of its game, unless it names one."""
    agent = make(spec, game)
    if spec.partition(":")[0] != CLASS and "seed=" not in spec:
        chance = getattr(agent, "random", None)
        if chance is not None:
            chance.seed(seed)
    return agent
