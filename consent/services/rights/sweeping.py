"""A person's names in the free text of every table that erasure does not empty: written without them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from django.db import connection, transaction

from consent.queries.canary import KEPT, MEMORIES, columns_of, is_free, plain, quoted, streamed, tables
from consent.queries.persons import Person
from consent.rules.seeking import Seeker, strings_in
from consent.rules.sieving import Sieve, identified, together

# The words of recalls go by a function of the database; exports of others are made again, not rewritten.
_ELSEWHERE: Final = frozenset({"audit_recall", "jobs_jobfilepiece"}) | MEMORIES | KEPT
Row = tuple[Any, ...]


def sweep(person: Person, *, step: Callable[[str], None] = lambda table: None) -> int:
    """Take the person's names out of the free text of every other table; returns how many rows had any.

    Which tables those are is said by the list that the search uses, so a new one is swept too."""
    seeker, changed = person.seeker(), 0
    for table in tables():
        if table not in _ELSEWHERE:
            step(table)
            changed += _swept(table, seeker)
    return changed


@transaction.atomic
def _swept(table: str, seeker: Seeker) -> int:
    columns = {name: kind for name, kind in columns_of(table).items() if is_free(table, name)}
    key, changed = _key_of(table), 0
    if not columns:
        return 0
    chosen = ", ".join(quoted(one) for one in (key, *columns))
    found = streamed(f"SELECT {chosen} FROM {quoted(table)} ORDER BY 1")
    kinds = list(columns.items())
    rows = ((row, _texts(kinds, row[1:])) for row in found)
    for some in together(rows):
        for number, *values in _naming(seeker, some):
            changed += _rewritten(table, (key, number), dict(zip(kinds, values, strict=True)), seeker)
    return changed


def _texts(kinds: Sequence[tuple[str, str]], values: Sequence[Any]) -> list[str]:
    told = zip(kinds, values, strict=True)
    return [text for (_, kind), value in told for text in strings_in(plain(kind, value))]


def _naming(seeker: Seeker, rows: Sequence[tuple[Row, Sequence[str]]]) -> Iterator[Row]:
    """Yield the rows in which the person is found."""
    texts = [(at, text) for at, (_, said) in enumerate(rows) for text in said]
    said = [text for _, text in texts]
    found = Sieve(said).naming(seeker) | identified(seeker, said)
    yield from (rows[at][0] for at in sorted({texts[one][0] for one in found}))


def _rewritten(table: str, at: tuple[str, Any], row: dict[tuple[str, str], Any], seeker: Seeker) -> bool:
    before = {name: (kind, plain(kind, value)) for (name, kind), value in row.items() if value is not None}
    after = {
        name: (kind, seeker.cleaned(value))
        for name, (kind, value) in before.items()
        if seeker.found_in([value])
    }
    if not after:
        return False
    sets = ", ".join(
        f"{quoted(name)} = %s{'::jsonb' if kind == 'jsonb' else ''}" for name, (kind, _) in after.items()
    )
    values = [json.dumps(value) if kind == "jsonb" else value for kind, value in after.values()]
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {quoted(table)} SET {sets} WHERE {quoted(at[0])} = %s", [*values, at[1]])
    return True


def _key_of(table: str) -> str:
    with connection.cursor() as cursor:
        return str(connection.introspection.get_primary_key_column(cursor, table) or "id")
