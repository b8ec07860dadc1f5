"""Running an audit statement: no record, no answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, LiteralString

import structlog
from django.db import DatabaseError, connections
from psycopg import Cursor

from memory_admin.http.problem import not_recorded

log = structlog.get_logger(__name__)


def run(sql: str, params: Sequence[Any], *, using: str) -> list[tuple[Any, ...]]:
    """Run one statement and return its rows; raises Problem 503 `not_recorded` when it fails.

    The database's own message may quote the row, so neither log nor answer repeats it."""
    with _or_not_recorded(), connections[using].cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchall() if cursor.description else []


def run_prepared(sql: LiteralString, params: Sequence[Any], *, using: str) -> None:
    """Run a statement that the server plans once a connection; raises as `run` does."""
    connection = connections[using]
    with _or_not_recorded(), Cursor(connection.connection) as cursor:
        connection.make_cursor(cursor).execute(sql, params)  # type: ignore[arg-type]


@contextmanager
def _or_not_recorded() -> Iterator[None]:
    try:
        yield
    except DatabaseError as error:
        state = getattr(error.__cause__, "sqlstate", None)
        log.error("audit_not_written", sqlstate=state, error=type(error).__name__)
        raise not_recorded() from None


def require_transaction(using: str) -> None:
    """Raise RuntimeError outside a transaction: an event belongs to the change it records."""
    if not connections[using].in_atomic_block:
        raise RuntimeError("an audit record is written inside the transaction of what it records")


def clean(text: str, limit: int) -> str:
    """Cut to `limit` characters and drop what the database cannot store (NUL, lone surrogates)."""
    return text[:limit].replace("\0", "").encode("utf-8", "replace").decode("utf-8")
