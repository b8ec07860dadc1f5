"""Looking at every table of a database, whatever the application shows of it."""

from __future__ import annotations

import psycopg
from psycopg import sql

from tests.conftest import Database

_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"


def tables_holding(database: Database, word: str) -> list[str]:
    """Return the tables with a row that holds the word anywhere."""
    with psycopg.connect(database.superuser_url) as connection:
        names = [name for (name,) in connection.execute(_TABLES)]
        return [name for name in names if _holds(connection, name, word)]


def _holds(connection: psycopg.Connection, name: str, word: str) -> bool:
    query = sql.SQL("SELECT 1 FROM {} t WHERE t::text ILIKE %s LIMIT 1").format(sql.Identifier(name))
    return connection.execute(query, [f"%{word}%"]).fetchone() is not None
