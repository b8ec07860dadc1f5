"""Fixed statements that the server plans once a connection, not once a call.

The settings make such plans general ones: what is asked here looks rows up by key, whatever the values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, LiteralString

import psycopg
from django.db import connection


def ask(sql: LiteralString, values: Sequence[Any] | Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Run a statement in the caller's transaction and return its rows; few texts, many values."""
    connection.ensure_connection()
    with psycopg.Cursor(connection.connection) as plain:
        seen = connection.make_debug_cursor if connection.queries_logged else connection.make_cursor
        seen(plain).execute(sql, _sent(values))  # type: ignore[arg-type]
        return plain.fetchall() if plain.pgresult and plain.pgresult.nfields else []


def _sent(values: Sequence[Any] | Mapping[str, Any]) -> Sequence[Any] | Mapping[str, Any]:
    if isinstance(values, Mapping):
        return {name: _numbers_as_text(value) for name, value in values.items()}
    return [_numbers_as_text(value) for value in values]


def _numbers_as_text(value: Any) -> Any:
    """Return a list of whole numbers as the text of an array; the statement says of which type."""
    if type(value) is list and value and all(type(one) is int for one in value):
        return "{" + ",".join(map(str, value)) + "}"
    return value
