"""The search after an erasure: every row of every table that may hold something of a person.

Which tables those are is said by memory_admin/tables.py, which a test keeps complete; which columns, by the
database itself. So a table or a column that nobody thought of here is searched too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, cast

from django.conf import settings
from django.db import connection
from django.utils.module_loading import import_string

from consent.rules.seeking import Seeker, strings_in
from profiles.queries.prepared import ask

# Records that are only ever added to and sealed or kept for good: found there is said, and changes nothing.
KEPT: Final = frozenset({"audit_event", "profiles_systemprofile", "consent_policy"})
# Rows of who is who: another person of the same name is no trace of this one, an identifier is.
IDENTITY: Final = frozenset(
    {"profiles_principal", "profiles_alias", "profiles_externalidentity", "profiles_account"}
)
MEMORIES: Final = frozenset({"consent_memory", "consent_memoryversion", "consent_rendering"})
# Columns of ids and codes: identifiers only, in any table.
# fmt: off
CODED: Final = frozenset({
    "action", "action_taken", "caller", "certificate", "code", "counts", "decision", "dedupe_key",
    "door", "effect", "epistemic_status", "evidence", "fingerprint", "grantee", "grantor", "key",
    "kind", "language", "max_provenance", "namespace", "object_id", "object_type", "opinion", "params",
    "prefix", "provenance", "providers", "purpose", "request_id", "role", "route", "rules_version",
    "scope", "scopes", "session_data", "session_key", "severity", "source_type", "source_types",
    "stage", "state", "status", "way",
})
# fmt: on
_COLUMNS = """
SELECT column_name, udt_name FROM information_schema.columns
WHERE table_schema = 'public' AND table_name = %s
  AND udt_name IN ('text', 'varchar', 'bpchar', 'json', 'jsonb', '_text', '_varchar', 'bytea')
ORDER BY ordinal_position
"""


@dataclass(slots=True)
class Searched:
    """What a search looked at and where it found something: rows by table; never what it found."""

    rows: dict[str, int] = field(default_factory=dict)
    found: dict[str, int] = field(default_factory=dict)
    kept: dict[str, int] = field(default_factory=dict)

    @property
    def clean(self) -> bool:
        """Tell whether nothing is left but what records keep."""
        return not self.found

    def add(self, other: Searched) -> None:
        """Take in what another search found."""
        self.rows.update(other.rows)
        self.found.update(other.found)
        self.kept.update(other.kept)


def tables() -> list[str]:
    """Return every table that may hold text or names, from the list that a test keeps complete."""
    listed: dict[str, str] = import_string(settings.MEMORY_ADMIN_TABLES_HOOK)
    return sorted(name for name, holds in listed.items() if holds != "none")


def search(
    seeker: Seeker,
    where: Collection[str],
    *,
    keep_mentions: bool = False,
    step: Callable[[str], None] = lambda table: None,
) -> Searched:
    """Look for a person and what was erased of it in these tables, row by row."""
    result = Searched()
    for table in where:
        step(table)
        looked = hits = mentions = 0
        for coded, free in rows_of(table):
            looked += 1
            strong = any(map(seeker.identified, (*coded, *free))) or any(map(seeker.echoed, free))
            weak = not strong and any(map(seeker.named, free))
            spared = weak and keep_mentions and table in MEMORIES
            hits, mentions = hits + ((strong or weak) and not spared), mentions + spared
        _sum_up(result, table, looked, hits, mentions)
    return result


def _sum_up(result: Searched, table: str, looked: int, hits: int, mentions: int) -> None:
    result.rows[table] = looked
    kept = hits if table in KEPT else mentions
    if kept:
        result.kept[table] = kept
    if hits and table not in KEPT:
        result.found[table] = hits


def rows_of(table: str) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the texts of each row: those in columns of ids and codes, and those that are free."""
    columns = columns_of(table)
    if not columns:
        return
    for row in streamed(f"SELECT {', '.join(quoted(name) for name in columns)} FROM {quoted(table)}"):
        coded: list[str] = []
        free: list[str] = []
        for (name, kind), value in zip(columns.items(), row, strict=True):
            (free if is_free(table, name) else coded).extend(strings_in(plain(kind, value)))
        yield coded, free


def is_free(table: str, column: str) -> bool:
    """Tell whether a column holds what people or models wrote."""
    return table not in IDENTITY and column not in CODED


def columns_of(table: str) -> dict[str, str]:
    """Return a table's columns that can hold text, each with its type; bytes only where they are a file."""
    found = ask(_COLUMNS, [table])
    return {name: kind for name, kind in found if kind != "bytea" or name == "content"}


def quoted(name: str) -> str:
    """Return a name as an identifier of the database."""
    return str(connection.ops.quote_name(name))


def plain(kind: str, value: Any) -> Any:
    """Return a column's value as text, a list of it, or a value of JSON."""
    if kind in {"json", "jsonb"}:
        return json.loads(value) if isinstance(value, str) else value
    return bytes(value).decode("utf-8", "replace") if kind == "bytea" else value


def streamed(sql: str) -> Iterator[tuple[Any, ...]]:
    """Yield rows without holding them all: a table may be larger than the memory of the worker."""
    connection.ensure_connection()
    with connection.chunked_cursor() as cursor:
        cursor.execute(sql)
        while rows := cast(list[tuple[Any, ...]], cursor.fetchmany(2000)):
            yield from rows
