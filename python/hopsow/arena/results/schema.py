"""The layout of a tournament's database, and the checks of one that a stranger sent.

A view or a trigger is refused before anything is asked of it, since a view can have rows without
end. `rows` checks what is in the tables.
"""

from __future__ import annotations

import sqlite3
import zlib

from hopsow.arena.contest.tournament import Row
from hopsow.databases import Layout
from hopsow.files import MOST_BYTES

VERSION = 1
TABLES = (
    "CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    """CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY,
    round INTEGER NOT NULL, a TEXT NOT NULL, b TEXT NOT NULL, number INTEGER NOT NULL,
    first TEXT NOT NULL, winner TEXT, verdict TEXT NOT NULL, guilty TEXT, reason TEXT NOT NULL,
    plies INTEGER NOT NULL, cpu_a REAL NOT NULL, cpu_b REAL NOT NULL,
    frames BLOB NOT NULL, evidence BLOB NOT NULL,
    UNIQUE (round, a, b, number)
    )""",
)
RUNNING = """CREATE TABLE IF NOT EXISTS running (
    round INTEGER NOT NULL, a TEXT NOT NULL, b TEXT NOT NULL, number INTEGER NOT NULL,
    first TEXT NOT NULL, start TEXT NOT NULL, moves TEXT NOT NULL,
    cpu_a REAL NOT NULL, cpu_b REAL NOT NULL, wall_a REAL NOT NULL, wall_b REAL NOT NULL,
    PRIMARY KEY (round, a, b, number)
    ) WITHOUT ROWID"""
COLUMNS = ", ".join(Row.__dataclass_fields__)


def check(connection: sqlite3.Connection) -> None:
    """Raise an error unless a database has our tables and nothing else, or is empty."""
    known = {_plain(sql) for sql in (*TABLES, RUNNING)}
    found = connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    for kind, name, sql in found:
        is_ours = _plain(sql) in known or (kind == "index" and sql is None)
        if not is_ours and not str(name).startswith("sqlite_stat"):
            raise sqlite3.DatabaseError(f"it has the {kind} {name!a}")


def _plain(sql: object) -> str:
    return " ".join(str(sql).replace("IF NOT EXISTS ", "").split())


def unpacked(content: object) -> bytes:
    """Unpack a text; a few kilobytes could claim gigabytes."""
    if not isinstance(content, bytes):
        raise ValueError("found no bytes")
    packed = zlib.decompressobj()
    try:
        text = packed.decompress(content, MOST_BYTES)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not packed.eof:
        raise ValueError(f"cut off, or longer than {MOST_BYTES >> 20} MiB")
    return text


LAYOUT = Layout(VERSION, "; ".join((*TABLES, "")), check)
