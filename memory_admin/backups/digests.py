"""What is in each table, as a number of rows and a digest that does not depend on their order."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import psycopg

Connection = psycopg.Connection[tuple[Any, ...]]
Told = Callable[[str, int, int], None]

# Text forms of values depend on these; set them alike wherever a digest is computed.
SETTINGS: Final = (
    "SET LOCAL timezone TO 'UTC'",
    "SET LOCAL datestyle TO 'ISO, MDY'",
    "SET LOCAL intervalstyle TO 'postgres'",
    "SET LOCAL extra_float_digits TO 1",
    "SET LOCAL bytea_output TO 'hex'",
)
# Stored columns only: what the server generates from them may differ between its versions.
_TABLES: Final = """
SELECT c.relname, array_agg(a.attname::text ORDER BY a.attname)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
GROUP BY c.relname ORDER BY c.relname
"""
# A role that row security binds would silently leave rows out of a dump.
_HIDDEN: Final = """
SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'public' AND c.relrowsecurity AND NOT (
  SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user)
  AND (c.relforcerowsecurity OR NOT pg_has_role(c.relowner, 'MEMBER'))
  AND NOT EXISTS (SELECT FROM pg_policies p WHERE p.schemaname = 'public' AND p.tablename = c.relname
    AND p.permissive = 'PERMISSIVE' AND p.cmd IN ('ALL', 'SELECT') AND p.qual = 'true'
    AND p.roles && ARRAY[current_user, 'public'::name])
  OR EXISTS (SELECT FROM pg_policies p WHERE p.schemaname = 'public' AND p.tablename = c.relname
    AND p.permissive = 'RESTRICTIVE')
ORDER BY 1
"""


@dataclass(frozen=True, slots=True)
class Content:
    """How many rows a table has, the digest of them all, and over which columns."""

    rows: int
    digest: str
    columns: tuple[str, ...]


def stored_tables(connection: Connection) -> dict[str, list[str]]:
    """Return the stored columns of every table of ours, by name."""
    return {name: list(columns) for name, columns in connection.execute(_TABLES).fetchall()}


def hidden_tables(connection: Connection) -> list[str]:
    """Return the tables of which row security would keep rows from this role."""
    return [name for (name,) in connection.execute(_HIDDEN).fetchall()]


def statement(table: str, columns: Iterable[str], *, only: str = "true") -> str:
    """Return the query for a table's rows and digest: sums of halves of each row's SHA-256, in any order."""
    row = ", ".join(_quoted(column) for column in columns)
    halves = ", ".join(
        f"coalesce(sum(('x' || substr(h, {start}, 16))::bit(64)::bigint::numeric), 0)" for start in (1, 17)
    )
    hashed = f"encode(sha256(convert_to(ROW({row})::text, 'UTF8')), 'hex') AS h"
    sums = f"SELECT count(*) AS n, concat_ws(':', count(*), {halves}) AS s"
    inner = f"{sums} FROM (SELECT {hashed} FROM public.{_quoted(table)} WHERE {only}) AS every_row"
    return f"SELECT n, encode(sha256(convert_to(s, 'UTF8')), 'hex') FROM ({inner}) AS together"


def contents(connection: Connection, told: Told, empty: frozenset[str]) -> dict[str, Content]:
    """Return the content of every table as the transaction sees it; those in `empty` count as empty."""
    for setting in SETTINGS:
        connection.execute(setting.encode())
    return dict(_contents(connection, told, empty))


def _contents(connection: Connection, told: Told, empty: frozenset[str]) -> Iterator[tuple[str, Content]]:
    tables = stored_tables(connection)
    for number, (table, columns) in enumerate(tables.items(), 1):
        query = statement(table, columns, only="false" if table in empty else "true")
        found = connection.execute(query.encode()).fetchone() or (0, "")
        told("digests", number, len(tables))
        yield table, Content(int(found[0]), str(found[1]), tuple(columns))


def overall(found: Mapping[str, Content]) -> str:
    """Return one digest over all tables."""
    lines = "".join(f"{name} {one.rows} {one.digest}\n" for name, one in sorted(found.items()))
    return hashlib.sha256(lines.encode()).hexdigest()


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
