"""Runtimes: the tools that run and build programs of each language, found on this machine once.

Only the set-up of the machine decides what a runtime consists of: the search path of whoever runs
the referee, the interpreter that Hopsow itself runs on, and what rustup and pyenv say. Nothing that
a program or a submission contains is read. Python comes as its standard library alone, so that
Hopsow and everything else that is installed does not exist for a program.
"""

from __future__ import annotations

import os
import re
import shutil
import site
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hopsow.files import data_path

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = (  # of /etc, what loaders, compilers and the libraries of languages look up
    *("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "timezone"),
    *("java*", "nsswitch.conf", "os-release", "locale.alias", "ssl/openssl.cnf"),
)
STORES = ("/nix/store", "/gnu/store")  # in which every tool refers to others
COMMON_PATH = ("/usr/local/bin", "/usr/bin", "/bin")
TOOLS = {  # of each language, the one by which its runtime is found
    "java": "javac",
    "cpp": "g++",
    "c": "gcc",
    "rust": "rustc",
    "go": "go",
    "javascript": "node",
}
SHARED = ("/", "/home", "/root", "/tmp", "/var/tmp", "/run", "/dev/shm", "/mnt", "/media", "/srv")
KEEPERS = ("rustup", "pyenv")  # what they put on the path works only with the home folder
PACKAGE = Path(__file__).parents[2]
EXAMS = PACKAGE / "arena" / "course" / "data"
PACKAGES = "HOPSOW_PACKAGES"  # the folder of the Python packages that are allowed
SHOW = "HOPSOW_SHOW"  # paths that --show names, as a list like PATH


@dataclass(frozen=True)
class Runtime:
    """The tools of one language: `folder` holds its programs, `shown` is what they need beyond the
    folders of the system."""

    language: str
    folder: Path
    shown: tuple[Path, ...]


@cache
def found() -> tuple[Runtime, ...]:
    """The runtimes of this machine."""
    runtimes = [_python()]
    for language, name in TOOLS.items():
        path = behind(name)
        if path is not None:
            runtimes.append(Runtime(language, path.parent, _tree(path.resolve())))
    return tuple(runtimes)


def shown() -> list[Path]:
    """What all runtimes need beyond the folders of the system, and what a person named."""
    paths = [path for runtime in found() for path in runtime.shown]
    return list(dict.fromkeys([*paths, *named_paths()]))


@cache
def settings() -> tuple[Path, ...]:
    """The files of /etc that programs see."""
    return tuple(path for name in SETTINGS for path in sorted(Path("/etc").glob(name)))


@cache
def search_path() -> str:
    """The PATH of programs in a sandbox."""
    folders = [str(runtime.folder) for runtime in found()]
    return os.pathsep.join(dict.fromkeys([*folders, *COMMON_PATH]))


def program(name: str) -> str | None:
    """Where a program is: on the search path of whoever runs the referee if --show names the place,
    otherwise in a runtime or the system; None where there is none of this name."""
    path = shutil.which(name)
    if path is not None and is_below(Path(path), named_paths()):
        return path
    return shutil.which(name, path=search_path())


@cache
def interpreter() -> str:
    """The Python that Hopsow runs on, outside of any virtual environment."""
    python = Path(sys.base_prefix, "bin", "python3")
    return str(python if python.exists() else getattr(sys, "_base_executable", sys.executable))


@cache
def behind(name: str) -> Path | None:
    """The tool that a name on the search path stands for."""
    path = shutil.which(name)
    if path is None:
        return None
    keeper = Path(path).resolve().name if Path(path).parent.name != "shims" else "pyenv"
    if keeper in KEEPERS and shutil.which(keeper):
        done = subprocess.run([keeper, "which", name], capture_output=True, text=True)
        return Path(done.stdout.strip()) if done.returncode == 0 else None
    return Path(path)


def named_paths() -> list[Path]:
    """What --show names."""
    words = os.environ.get(SHOW, "").split(os.pathsep)
    return [Path(os.path.abspath(word)) for word in words if word and os.path.exists(word)]


def hidden() -> list[Path]:
    """Hopsow, with everything that is installed beside it and all that it keeps on this machine,
    but for what a person named."""
    named = named_paths()
    return [EXAMS, *(path for path in _ours() if not is_below(path, named))]


@cache
def _ours() -> tuple[Path, ...]:
    paths = [PACKAGE, Path(data_path("HOPSOW_TABLES", "tables"))]
    paths += [Path(folder) for folder in site.getsitepackages([sys.base_prefix])]
    for root in ("/usr", "/usr/local"):
        paths += Path(root).glob("lib/python3*/*-packages/hopsow*")
    if sys.prefix != sys.base_prefix:
        paths.append(Path(sys.prefix))
    scripts = [Path(sysconfig.get_path("scripts")), *map(Path, COMMON_PATH)]
    paths += [script for folder in scripts if (script := folder / "hopsow").exists()]
    return tuple(dict.fromkeys(paths))


def _python() -> Runtime:
    base = Path(sys.base_prefix)
    folder = Path(interpreter()).parent
    if is_below(base, SYSTEM):
        return Runtime("python", folder, ())
    own = [path for path in folder.glob("python*") if re.fullmatch(r"python[\d.]*", path.name)]
    libraries = [path for name in ("lib", "lib64") if (path := base / name).is_dir()]
    return Runtime("python", folder, (*sorted(own), *libraries, *_store(base)))


def _tree(tool: Path) -> tuple[Path, ...]:
    """The tree `X` of a tool `X/bin/name`, where the system's folders do not hold it."""
    root = tool.parent.parent
    if is_below(tool, SYSTEM):
        return ()
    if is_shared(root) or root.name == ".local":
        return (tool,)
    return (root, *_store(root))


def _store(root: Path) -> tuple[Path, ...]:
    return tuple(Path(store) for store in STORES if root.is_relative_to(store))


def is_below(path: Path, folders: Iterable[str | Path]) -> bool:
    """Whether a path is one of the folders, or lies in one."""
    return any(path.is_relative_to(folder) for folder in folders)


def is_shared(folder: Path) -> bool:
    """Whether a folder holds more than one program's own files."""
    places = (Path.home(), Path(tempfile.gettempdir()))
    if str(folder) in SHARED or folder.parent == Path("/home"):
        return True
    return any(place.is_relative_to(folder) for place in places)
