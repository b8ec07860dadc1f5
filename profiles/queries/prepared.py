"""Fixed statements that the server plans once a connection, not once a call.

The settings make such plans general ones: what is asked here looks rows up by key, whatever the values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, LiteralString

import psycopg
from django.db import connection


def ask(sql: LiteralString, values: Sequence[Any] | Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Run a statement whose text never changes in the caller's transaction and return its rows, if any."""
    connection.ensure_connection()
    with psycopg.Cursor(connection.connection) as plain:
        seen = connection.make_debug_cursor if connection.queries_logged else connection.make_cursor
        seen(plain).execute(sql, values)  # type: ignore[arg-type]
        return plain.fetchall() if plain.pgresult and plain.pgresult.nfields else []
