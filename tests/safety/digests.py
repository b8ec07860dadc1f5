"""Digests of tables, to see that a refused request left nothing behind."""

from __future__ import annotations

import psycopg
from psycopg import sql

from tests.conftest import Database

RECORDS = "audit_"
"""Tables of events, deliveries and repeats begin like this: a refusal may add to them and to no others."""
_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
_DIGEST = "SELECT count(*), md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) FROM {} t"


def digest(database: Database, *, records: bool = True) -> dict[str, tuple[int, str]]:
    """Return by table its number of rows and a digest of them, with the record of requests or without."""
    with psycopg.connect(database.superuser_url) as connection:
        names = [name for (name,) in connection.execute(_TABLES) if records or not name.startswith(RECORDS)]
        return {name: _of(connection, name) for name in names}


def _of(connection: psycopg.Connection, name: str) -> tuple[int, str]:
    found = connection.execute(sql.SQL(_DIGEST).format(sql.Identifier(name))).fetchone()
    assert found is not None
    return int(found[0]), str(found[1])


def changed(before: dict[str, tuple[int, str]], after: dict[str, tuple[int, str]]) -> list[str]:
    """Return the tables that are not as they were, with their numbers of rows."""
    touched = [name for name in before if before[name] != after[name]]
    return [f"{name}: {before[name][0]} -> {after[name][0]}" for name in touched]
