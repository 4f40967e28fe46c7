"""The referee's signature of its evidence.

It is an HMAC by a key that only the referee's user can read, so that whoever edits a file cannot
sign it again. Only the machine that has the key can check it.
"""

from __future__ import annotations

import hmac
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from typing import Any

from hopsow.files import data_path

KEY, KEY_BYTES = "HOPSOW_REFEREE_KEY", 32
NAME = "signature"
HERE = "signed by this machine's referee"
EDITED = "the signature does not match: the file was edited"
ELSEWHERE = "signed elsewhere: whether the file was edited cannot be checked here"
UNSIGNED = "not signed: whether the file was edited cannot be checked"


def signed(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content with a signature, or without one where no key can be kept."""
    key = _key(is_made=True)
    if key is None:
        return dict(content)
    return {**content, NAME: {"key": _name(key), "hmac": _code(key, content)}}


def check(content: Mapping[str, Any]) -> str:
    """Say in a sentence what the signature tells; a ValueError says that the file was edited."""
    found = content.get(NAME)
    if not isinstance(found, dict):
        return UNSIGNED
    key = _key(is_made=False)
    if key is None or found.get("key") != _name(key):
        return ELSEWHERE
    if not hmac.compare_digest(str(found.get("hmac")).encode(), _code(key, content).encode()):
        raise ValueError(EDITED)
    return HERE


def _code(key: bytes, content: Mapping[str, Any]) -> str:
    known = {name: value for name, value in content.items() if name != NAME}
    text = json.dumps(known, sort_keys=True, separators=(",", ":"))
    return hmac.new(key, text.encode(), "sha256").hexdigest()


def _name(key: bytes) -> str:
    return sha256(b"name of a key" + key).hexdigest()[:16]


def _key(is_made: bool) -> bytes | None:
    path = Path(data_path(KEY, "referee.key"))
    if is_made and not path.exists():
        with suppress(OSError):  # another process was first, or nothing can be written there
            _make(path)
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    return key if len(key) == KEY_BYTES else None


def _make(path: Path) -> None:
    """Write a new key so that no other process ever sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.urandom(6).hex()}.tmp")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(descriptor, "w", encoding="ascii") as file:
            file.write(token_bytes(KEY_BYTES).hex())
        os.link(draft, path)
    finally:
        draft.unlink()
