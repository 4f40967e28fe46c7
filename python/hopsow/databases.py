"""Files of SQLite: opened, checked and brought to their present layout in one way."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

PATIENCE_S = 30.0  # with another process that writes


def refuse_code(connection: sqlite3.Connection) -> None:
    """Refuse a file of a stranger's with a view, whose rows may never end, or a trigger."""
    found = connection.execute(
        "SELECT type, name FROM sqlite_master WHERE type NOT IN ('table', 'index')"
    ).fetchone()
    if found is not None:
        raise sqlite3.DatabaseError(f"it has the {found[0]} {found[1]!a}")


@dataclass(frozen=True, slots=True)
class Layout:
    """The tables of a file. The schema also brings a file of an earlier version to this one, and
    `fill` adds to it what follows from the rest; `check` refuses the files of others."""

    version: int
    schema: str
    check: Callable[[sqlite3.Connection], object] = refuse_code
    fill: Callable[[sqlite3.Connection], object] = lambda connection: None


def connect(
    path: Path, layout: Layout, patience: float = PATIENCE_S, *, is_read_only: bool = False
) -> sqlite3.Connection:
    """Open a file, which is made if need be, for any thread, and without transactions of its own.

    A foreign file stays as it is, and sqlite3.Error says what is wrong with it.
    """
    uri = f"{path.absolute().as_uri()}?mode={'ro' if is_read_only else 'rwc'}"
    connection = sqlite3.connect(
        uri, timeout=patience, isolation_level=None, check_same_thread=False, uri=True
    )
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > layout.version:
            raise sqlite3.DatabaseError("it was made by a later version of Hopsow")
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if version < layout.version and (is_read_only or (tables and not version)):
            raise sqlite3.DatabaseError(
                f"a database of version {version}, expected {layout.version}"
            )
        layout.check(connection)
        if not is_read_only:
            _prepare(connection, layout, version)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, layout: Layout, version: int) -> None:
    with suppress(sqlite3.OperationalError):  # another process may be at it as well
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA foreign_keys = ON")
    if version < layout.version:
        connection.executescript(f"BEGIN IMMEDIATE; {layout.schema}")
        layout.fill(connection)
        connection.execute(f"PRAGMA user_version = {layout.version}")
        connection.execute("COMMIT")


@contextmanager
def transaction(connection: sqlite3.Connection, kind: str = "IMMEDIATE") -> Iterator[None]:
    """Do all of it, or nothing; nobody else writes meanwhile."""
    connection.execute(f"BEGIN {kind}")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
