"""The search after an erasure: every row of every table that may hold something of a person.

Which tables those are is said by memory_admin/tables.py, which a test keeps complete; which columns, by the
database itself. So a table or a column that nobody thought of here is searched too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from django.conf import settings
from django.db import connection
from django.utils.module_loading import import_string

from consent.rules.seeking import Seeker, strings_in
from consent.rules.sieving import Sieve, identified, together
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
# After how many rows a search says that it goes on, and may be stopped.
_HEARD_EVERY: Final = 10_000
_EMPTY: Final = ("[]", "{}")
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

    def again(self, other: Searched) -> None:
        """Take in what another search of the same tables found, in place of what was found before."""
        for table in other.rows:
            self.found.pop(table, None)
            self.kept.pop(table, None)
        self.add(other)


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
    """Look for a person and what was erased of it in these tables, in every row, many of them at once."""
    result = Searched()
    for table in where:
        step(table)
        looked = hits = mentions = 0
        for rows in _together(table):
            strong, weak = _hits(seeker, rows)
            spared = weak if keep_mentions and table in MEMORIES else 0
            looked, hits, mentions = looked + len(rows), hits + strong + weak - spared, mentions + spared
            if looked % _HEARD_EVERY < len(rows):
                step(table)
        _sum_up(result, table, looked, hits, mentions)
    return result


def _together(table: str) -> Iterator[list[tuple[int, Sequence[str]]]]:
    """Yield the rows of a table some at a time, each as how many of its texts are free, those first."""
    return together((len(free), [*free, *coded]) for coded, free in rows_of(table))


def _hits(seeker: Seeker, rows: Sequence[tuple[int, Sequence[str]]]) -> tuple[int, int]:
    """Return how many rows hold an identifier or what was erased, and how many of the others say a name."""
    free = [(row, text) for row, (most, texts) in enumerate(rows) for text in texts[:most]]
    coded = [(row, text) for row, (most, texts) in enumerate(rows) for text in texts[most:]]
    of, said = [row for row, _ in (*free, *coded)], [text for _, text in free]
    sieve = Sieve(said)
    found = identified(seeker, [*said, *(text for _, text in coded)]) | sieve.echoing(seeker)
    strong = {of[at] for at in found}
    return len(strong), len({of[at] for at in sieve.naming(seeker)} - strong)


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
        if value in _EMPTY:
            return ()
        return json.loads(value) if isinstance(value, str) else value
    return bytes(value).decode("utf-8", "replace") if kind == "bytea" else value


def streamed(sql: str, values: Mapping[str, Any] | None = None) -> Iterator[tuple[Any, ...]]:
    """Yield rows without holding them all: a table may be larger than the memory of the worker."""
    connection.ensure_connection()
    with connection.chunked_cursor() as cursor:
        cursor.execute(sql, values)
        while rows := cast(list[tuple[Any, ...]], cursor.fetchmany(2000)):
            yield from rows
