"""Reading rows of another program's SQLite file: nothing is written, run, attached or waited for."""

from __future__ import annotations

import math
import sqlite3
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Final

from consent.moving.archives import refused
from consent.moving.entries import Entry
from memory_admin.http import problem
from memory_admin.http.problem import Problem

_SECONDS: Final = 20.0
_STEPS: Final = 20_000
_LONGEST: Final = 4_000_000
# Text kept in two bytes a letter may take three when it is read.
_TIMES: Final = 2
_ALLOWED: Final = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ}
_LIMITS: Final = {
    sqlite3.SQLITE_LIMIT_LENGTH: _LONGEST,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_COLUMN: 300,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 20,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}


class _Clock:
    """Stops a statement that brings no row for too long: a file may hold a view that never ends."""

    def __init__(self) -> None:
        self.end = time.monotonic() + _SECONDS

    def again(self) -> None:
        self.end = time.monotonic() + _SECONDS

    def late(self) -> int:
        return int(time.monotonic() > self.end)


class _Room:
    """Stops a file whose rows say more than the file holds: damaged on purpose, they share their pages."""

    def __init__(self, path: Path) -> None:
        self._left = _TIMES * path.stat().st_size

    def take(self, cells: tuple[Any, ...]) -> None:
        self._left -= sum(len(cell) for cell in cells if isinstance(cell, bytes))
        if self._left < 0:
            raise refused("The file would unpack to far more than any real one.")


def rows(path: Path, tables: Collection[str]) -> Iterator[tuple[str, Entry]]:
    """Return the rows of those of the tables that the file has, by table; ends with what is wrong."""
    clock, room = _Clock(), _Room(path)
    try:
        opened = _open(path, clock)
        try:
            for table in _present(opened, tables):
                yield from _rows(opened, table, clock, room)
        finally:
            opened.close()
    except (sqlite3.Error, UnicodeDecodeError):  # a name of a column that is no text is met with its table
        yield "", Entry("the file", refused("The file is no SQLite database, is damaged, or takes too long."))
    except Problem as wrong:
        yield "", Entry("the file", wrong)


def _open(path: Path, clock: _Clock) -> sqlite3.Connection:
    """Open a file read only, as one that nobody changes, with nothing allowed but reading its columns."""
    opened = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    opened.execute("PRAGMA trusted_schema=OFF")
    opened.execute("PRAGMA cell_size_check=ON")
    for limit, value in _LIMITS.items():
        opened.setlimit(limit, value)
    opened.set_progress_handler(clock.late, _STEPS)
    opened.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY)
    opened.text_factory = bytes
    return opened


def _present(opened: sqlite3.Connection, tables: Collection[str]) -> list[str]:
    """Return which of the tables are there, as tables: a view is somebody's program."""
    found = opened.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
    real = {bytes(name).decode("utf-8", "replace") for name, sql in found if not _virtual(bytes(sql or b""))}
    return [table for table in tables if table in real]


def _virtual(sql: bytes) -> bool:
    return b"VIRTUAL" in sql.upper().split(b"(")[0]


def _rows(opened: sqlite3.Connection, table: str, clock: _Clock, room: _Room) -> Iterator[tuple[str, Entry]]:
    clock.again()
    cursor = opened.execute(f'SELECT * FROM "{table}"')
    names = [column[0] for column in cursor.description]
    for number, cells in enumerate(cursor, start=1):
        clock.again()
        room.take(cells)
        yield table, _entry(f"{table} {number}", names, cells)


def _entry(where: str, names: list[str], cells: tuple[Any, ...]) -> Entry:
    try:
        read = [cell.decode() if isinstance(cell, bytes) else cell for cell in cells]
    except UnicodeDecodeError:
        return Entry(where, problem.bad_request("bad_text", "The row is not UTF-8."))
    if not all(math.isfinite(cell) for cell in read if isinstance(cell, float)):
        return Entry(where, problem.bad_request("bad_number", "The row holds a number that is none."))
    return Entry(where, dict(zip(names, read, strict=True)))
