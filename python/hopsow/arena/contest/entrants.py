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
from difflib import get_close_matches
from importlib.machinery import PathFinder
from pathlib import Path

from hopsow.agents import PROGRAMS, Agent, make, names
from hopsow.agents.options import MOST_QUOTED
from hopsow.arena.process.view import CLASS_PATHS, PLAY_CLASS
from hopsow.arena.referee.by_game import FORMATS
from hopsow.texts import quoted

CLASS = "py"
# What runs a file that is not executable itself.
INTERPRETERS = {".py": "python3", ".js": "node", ".jar": "java -jar", ".sh": "sh"}
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
    found = words if is_as_it_is else _in_place(_with_class_path(words))
    if shutil.which(found[0]) is None:
        raise ValueError(f"agent {spec!r}: {_not_started(words)}")
    return found


def _in_place(words: list[str]) -> list[str]:
    """The words, with the names of files made absolute."""
    program, *rest = words
    if os.path.isfile(program):  # and not a folder that is called like a program, such as java
        program = os.path.abspath(program)
    return [program, *(os.path.abspath(word) if os.path.exists(word) else word for word in rest)]


def _not_started(words: list[str]) -> str:
    """Why a program cannot be started, and what was probably meant."""
    program = words[0]
    if not os.path.exists(program):
        return f"the program {program} is not found"
    starter = INTERPRETERS.get(os.path.splitext(program)[1])
    hint = f': did you mean "{starter} {shlex.join(words)}"?' if starter else ""
    return f"the program {program} is not executable{hint}"


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
    known = [*names(), *PROGRAMS]
    if kind not in known:
        if not _is_command(text):
            raise ValueError(_unknown(text, known))
        text = f"{FORMATS[game].SPEAKS}:{text}"
    check(text, game, rules)
    return text


def _is_command(text: str) -> bool:
    words = text.split()
    is_file = os.path.isfile(text) or shutil.which(text) is not None
    return len(words) > 1 or "/" in text or is_file


def _unknown(text: str, known: list[str]) -> str:
    close = get_close_matches(text.partition(":")[0], known, n=1)
    expected = f"did you mean {close[0]}?" if close else f"expected one of {', '.join(known)}"
    return f"unknown agent {quoted(text, MOST_QUOTED)}, {expected}"


def short_name(spec: str) -> str:
    """The name of a class or a program where there is no room for its whole text."""
    word = spec.split(":")[2] if spec.startswith(f"{CLASS}:") else spec.split()[-1]
    plain = "".join(each for each in Path(word).stem if each.isalnum() or each in "_-")
    return plain.lstrip("-")[:40] or "program"


def check(spec: str, game: str, rules: str | None = None) -> None:
    """Refuse an agent that cannot play, before any game is begun."""
    if not is_program(spec):
        house_agent(spec, game)
        return
    if not sys.platform.startswith("linux"):
        raise ValueError(f"agent {spec!r}: programs are refereed on Linux only")
    script = next((word for word in command(spec)[1:] if not word.startswith("-")), "")
    if os.path.splitext(script)[1] in INTERPRETERS and not os.path.exists(script):
        raise ValueError(f"agent {spec!r}: the file {script} is not found")
    if spec.startswith("cmd:"):
        try:
            FORMATS[game].check(rules)
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
