"""Starter programs: agents in the format of their course that list the legal moves and play one.

Each game has a folder with the same program in every language, and a `README.md` in which `$file`,
`$run` and the like stand for what depends on the language.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from string import Template

from hopsow.files import new_folder, write_atomically

HERE = Path(__file__).parent
README = "README.md"


@dataclass(frozen=True, slots=True)
class Language:
    """Where the program stands, and the commands that build and run it in its folder."""

    file: str
    build: str | None
    run: str


LANGUAGES = {
    "python": Language("agent.py", None, "python3 agent.py"),
    "java": Language("Main.java", "javac Main.java", "java -cp . Main"),
    "cpp": Language("main.cpp", "g++ -O2 -std=c++17 -o agent main.cpp", "./agent"),
    "c": Language("main.c", "gcc -O2 -std=c11 -o agent main.c", "./agent"),
    "rust": Language("main.rs", "rustc -O --edition 2021 -o agent main.rs", "./agent"),
    "javascript": Language("agent.js", None, "node agent.js"),
    "go": Language("main.go", "go build -o agent main.go", "./agent"),
}


@dataclass(frozen=True, slots=True)
class Starter:
    """A folder with a starter program, and the commands to type there, one after the other."""

    folder: Path
    files: list[str]
    commands: list[str]


def write(game: str, language: str, folder: Path) -> Starter:
    """Write a starter into a folder, which must be empty or not exist yet."""
    new_folder(folder)
    chosen = LANGUAGES[language]
    commands = list(_commands(game, chosen))
    values = {**asdict(chosen), "commands": "\n".join(commands)}
    readme = Template((HERE / game / README).read_text(encoding="utf-8")).substitute(values)
    program = (HERE / game / chosen.file).read_text(encoding="utf-8")
    for name, text in {chosen.file: program, README: readme}.items():
        write_atomically(str(folder / name), text)
    return Starter(folder, [chosen.file, README], commands)


def _commands(game: str, language: Language) -> list[str]:
    build = [language.build] if language.build else []
    return [
        *build,
        f'hopsow check {game} "{language.run}"',
        f'hopsow match {game} "{language.run}" random',
        f'hopsow grade {game} "{language.run}"',
    ]
