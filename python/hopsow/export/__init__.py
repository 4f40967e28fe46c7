"""Packages for teaching platforms: a folder that a platform unpacks, and in which it finds what it
wants to run and to read.

What marks a submission there is `hopsow grade`; on Kattis, which runs nothing of ours, it is a
validator in C++ with answers that were computed here.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from string import Template

from hopsow import __version__
from hopsow.arena.course import exam
from hopsow.files import new_folder, write_atomically
from hopsow.games import facts
from hopsow.starters import LANGUAGES

FILES = Path(__file__).parent / "files"
REQUIREMENT = f"hopsow=={__version__}"
# A whole exam may last so long; Gradescope ends a container after 40 minutes.
GRADESCOPE_S, RUNNER_S, BUILD_S = 2340, 3000, 180


def gradescope(game: str, folder: Path) -> None:
    """The contents of an autograder's zip."""
    _write(folder, "gradescope", _marking(game, GRADESCOPE_S), _values(game))


def classroom50(game: str, folder: Path) -> None:
    """The files of an assignment's autograder."""
    _write(folder, "classroom50", _marking(game, RUNNER_S), _values(game))


def actions(game: str, folder: Path) -> None:
    """A workflow, and what it runs."""
    github = folder / ".github"
    _write(github / "hopsow", "actions", _marking(game, RUNNER_S), _values(game))
    (github / "workflows").mkdir()
    (github / "hopsow" / "hopsow.yml").replace(github / "workflows" / "hopsow.yml")


def _write(folder: Path, platform: str, others: dict[str, str], values: dict[str, str]) -> None:
    """Write a platform's files, whose README is about the game, and other texts beside them."""
    folder.mkdir(parents=True, exist_ok=True)
    for source in sorted((FILES / platform).iterdir()):
        if not source.is_file():
            continue
        text = source.read_text(encoding="utf-8")
        is_about_game = source.name == "README.md"
        write_atomically(
            folder / source.name, Template(text).substitute(values) if is_about_game else text
        )
        (folder / source.name).chmod(source.stat().st_mode & 0o777)
    for name, text in others.items():
        write_atomically(folder / name, text)


def _marking(game: str, seconds: int) -> dict[str, str]:
    """What marks a submission, and its settings."""
    languages = {each.file: {"build": each.build, "run": each.run} for each in LANGUAGES.values()}
    settings = {
        "game": game,
        "exam": None,
        "worth": _worth(game),
        "pass": None,
        "seconds": seconds,
        "build_seconds": BUILD_S,
        "sandbox": "require",
        "languages": languages,
    }
    return {
        "marking.py": (FILES / "marking.py").read_text(encoding="utf-8"),
        "settings.json": json.dumps(settings, indent=2) + "\n",
        "requirements.txt": f"{REQUIREMENT}\n",
    }


def _worth(game: str) -> float:
    return sum(question.worth for question in exam.of_course(game).questions)


def _values(game: str) -> dict[str, str]:
    files = [f"`{each.file}`" for each in LANGUAGES.values()]
    return {
        "game": game,
        "title": facts(game).full_title,
        "worth": f"{_worth(game):g}",
        "files": f"{', '.join(files[:-1])} or {files[-1]}",
        "requirement": REQUIREMENT,
    }


PLATFORMS: dict[str, Callable[[str, Path], None]] = {
    "gradescope": gradescope,
    "classroom50": classroom50,
    "actions": actions,
}


def write(platform: str, game: str, folder: Path) -> list[str]:
    """Write a package into a new or empty folder; the names of its files."""
    new_folder(folder)
    PLATFORMS[platform](game, folder)
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
