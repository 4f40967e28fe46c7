"""`hopsow doctor`: what this machine offers."""

from __future__ import annotations

import json
import os
import platform
import shutil
import webbrowser
from importlib.util import find_spec
from pathlib import Path

from hopsow import __version__, tables
from hopsow.arena.process import landlock, runtimes, supervisor, system_calls
from hopsow.arena.process.groups import Group
from hopsow.arena.process.sandbox import LANDLOCK, Sandbox, gives_user, has_landlock
from hopsow.cli.arguments import add_json, plain_parser

EXAMPLES = """\
  hopsow doctor
  hopsow doctor --json
"""
EXTRAS = {
    "tournament": ("scipy", "matplotlib"),
    "cuda": ("numpy", "cupy"),
    "envs": ("numpy", "gymnasium", "pettingzoo", "pyspiel"),
    "pictures": ("PIL",),
    "ray": ("ray",),
    "lab": ("numpy", "torch", "onnx", "onnxruntime"),
    "onnx": ("numpy", "onnxruntime"),
}


def run(argv: list[str]) -> int:
    """Print what is here and what is missing."""
    arguments = plain_parser("doctor", "Say what this machine offers, and what it lacks.", EXAMPLES)
    add_json(arguments)
    given = arguments.parse_args(argv)
    findings = examine()
    if given.json:
        print(json.dumps(findings))
    else:
        width = max(map(len, findings))
        print("\n".join(f"{name:{width}}  {text}" for name, text in findings.items()))
    return 0


def examine() -> dict[str, str]:
    """What was found, by what it is about."""
    return {
        "hopsow": f"{__version__}, Python {platform.python_version()}, {platform.machine()}",
        "processors": str(len(os.sched_getaffinity(0))),
        "sandbox": _sandbox(),
        "landlock": _landlock(),
        "system calls": _system_calls(),
        "limits": _limits(),
        "users": _users(),
        "runtimes": _runtimes(),
        "CPU time": _cpu_time(),
        "control groups": _control_groups(),
        "graphics card": _graphics_card(),
        **{f"extra {name}": _extra(name, packages) for name, packages in EXTRAS.items()},
        "tables": _tables(),
        "browser": _browser(),
    }


def _sandbox() -> str:
    sandbox = Sandbox.choose("auto")
    if sandbox.kind == LANDLOCK:
        return f"{sandbox.kind}, because {sandbox.why}"
    return f"{sandbox.kind} works" if sandbox.is_closed else f"none: {sandbox.why}"


def _landlock() -> str:
    version = landlock.version()
    if has_landlock():
        return f"version {version}, a sandbox where bubblewrap is missing"
    return f"version {version}, no sandbox: version {landlock.SIGNALS_SCOPED} is needed"


def _system_calls() -> str:
    if system_calls.code():
        return "programs in a sandbox have a filter"
    return f"no filter: the calls of {platform.machine()} are not known"


def _limits() -> str:
    """What the kernel limits, and what is only looked at."""
    limited = Sandbox.choose("auto").limited()
    polled = [name for name in ("processes", "memory", "working folder") if name not in limited]
    words = [f"{name} by the kernel ({means})" for name, means in limited.items()]
    if polled:
        words.append(f"{', '.join(polled)} looked at every 10 to 25 ms")
    return "; ".join(words)


def _users() -> str:
    if gives_user():
        return "each program is a user of its own"
    if os.geteuid() == 0:
        return "programs are root without its powers: run as an ordinary user"
    return "programs are you, and in bubblewrap nobody"


def _runtimes() -> str:
    return ", ".join(f"{each.language} in {each.folder}" for each in runtimes.found())


def _cpu_time() -> str:
    if supervisor.has_counter():
        return "counted by the kernel, to the last child"
    if _has_groups():
        return "counted by control groups, to the last child"
    paranoid = Path("/proc/sys/kernel/perf_event_paranoid")
    setting = f" ({paranoid} is {paranoid.read_text().strip()})" if paranoid.exists() else ""
    return f"processes are looked at every 10 to 25 ms; no counter of the kernel{setting}"


def _control_groups() -> str:
    if _has_groups():
        return "version 2, a group for each program"
    return "no version 2, or none is delegated to us"


def _has_groups() -> bool:
    group = Group.create()
    if group is not None:
        group.close()
    return group is not None


def _graphics_card() -> str:
    return "NVIDIA" if Path("/proc/driver/nvidia/version").exists() else "no NVIDIA driver"


def _extra(name: str, packages: tuple[str, ...]) -> str:
    missing = [package for package in packages if find_spec(package) is None]
    if not missing:
        return "installed"
    return f"{', '.join(missing)} missing: pip install 'hopsow[{name}]'"


def _tables() -> str:
    folder = tables.default_folder()
    count = sum(1 for _ in tables.files(folder)) if folder.is_dir() else 0
    return f"{count} files in {folder}, beside those built in"


def _browser() -> str:
    found = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("firefox")
    if found:
        return found
    try:
        return webbrowser.get().name
    except (webbrowser.Error, AttributeError):
        return "none found: open the address that `hopsow play` prints"
