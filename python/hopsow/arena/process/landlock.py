"""Landlock: rules of the kernel about files, for machines without bubblewrap.

Any process may put such rules on itself, and all that it starts has them too: what they do not name
can be neither read nor written. Together with a filter that refuses sockets, and the kernel's word
that no signal leaves the domain, that is a sandbox; unlike bubblewrap's it shows which other
processes there are, and has no /tmp of its own.
https://docs.kernel.org/userspace-api/landlock.html
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # on every machine
GIVE_VERSION, PATH_BENEATH = 1, 1
SIGNALS_SCOPED = 6  # the first version with which no signal leaves the domain
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
TRUNCATE, DEVICE_CONTROL = 1 << 14, 1 << 15
ALL_FILES = (1 << 16) - 1
OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | DEVICE_CONTROL  # the others are of folders
READ = EXECUTE | READ_FILE | READ_DIR
NO_DEVICES = ALL_FILES & ~(1 << 6 | 1 << 11 | DEVICE_CONTROL)
TCP, ABSTRACT_SOCKETS_AND_SIGNALS = 0b11, 0b11
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


def version() -> int:
    """What this kernel offers; 0 is nothing."""
    return max(0, _call(CREATE_RULESET, None, 0, GIVE_VERSION))


def ruleset(
    shown: Iterable[Path],
    hidden: Collection[Path],
    alone: Iterable[Path],
    folders: Iterable[Path],
) -> int:
    """A descriptor of rules: what is shown can be read and executed, except for what is hidden in
    it, unless it is among the files shown alone; in some folders anything can be done."""
    attributes = struct.pack("=QQQ", ALL_FILES, TCP, ABSTRACT_SOCKETS_AND_SIGNALS)
    rules = _call(CREATE_RULESET, attributes, len(attributes), 0)
    if rules < 0:
        raise OSError(ctypes.get_errno(), "Landlock was refused")
    for path in shown:
        for place, rights in _readable(path, hidden):
            _allow(rules, place, rights)
    for path in alone:
        _allow(rules, path, READ)
    for device in DEVICES:
        _allow(rules, Path(device), READ_FILE | WRITE_FILE)
    _allow(rules, Path("/proc"), READ_FILE | READ_DIR)
    for folder in folders:
        _allow(rules, folder, NO_DEVICES)
    return rules


def _readable(path: Path, hidden: Collection[Path]) -> Iterator[tuple[Path, int]]:
    """Rules only ever add: a folder that hides something is allowed piece by piece."""
    if any(path.is_relative_to(secret) for secret in hidden):
        return
    if not any(secret.is_relative_to(path) for secret in hidden):
        yield path, READ
        return
    yield path, READ_DIR
    for inner in path.iterdir():
        if not inner.is_symlink():  # a rule would be about what it leads to
            yield from _readable(inner, hidden)


def _allow(rules: int, path: Path, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # what is not there needs no rule
    try:
        if not os.path.isdir(path):
            rights &= OF_FILES
        rule = struct.pack("=Qi", rights, place)
        if _call(ADD_RULE, rules, PATH_BENEATH, rule, 0) != 0:
            raise OSError(ctypes.get_errno(), f"Landlock refused a rule for {path}")
    finally:
        os.close(place)


def _call(number: int, *words: int | bytes | None) -> int:
    call = ctypes.CDLL(None, use_errno=True).syscall
    answer: int = call(
        number, *(ctypes.c_long(word) if isinstance(word, int) else word for word in words)
    )
    return answer
