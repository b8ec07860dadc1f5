"""What a memory is derived from: sources its writer sees, held until the write is done."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any
from uuid import UUID

from audit import actions
from consent.models import Label as LabelRow
from consent.models import Memory
from consent.queries.asking import Question, resolve
from consent.queries.facts import gather
from consent.rules.decide import decide
from consent.rules.provenance import Provenance, lower_of, provenance_named
from consent.rules.trust import readable
from consent.services import renderings
from consent.services.labels import spec_of
from consent.types import Draft
from memory_admin.http.problem import Problem, unprocessable
from memory_admin.http.public_id import public_uuid
from profiles.queries.prepared import ask
from profiles.services.recording import note
from profiles.types import Caller

# Shared locks: a source whose ceiling or authority is being lowered is waited for, and then lowers this too.
_SOURCES = """
SELECT id, public_id, label_id, owner_id, ceiling, provenance,
       state = 'active' AND (valid_until IS NULL OR valid_until > %s)
FROM consent_memory WHERE public_id = ANY (%s::uuid[]) ORDER BY id FOR SHARE
"""
_HELD = "SELECT id, ceiling, provenance FROM consent_memory WHERE id = ANY (%s) ORDER BY id FOR SHARE"
_CHANGING = "SELECT id FROM consent_memory WHERE id = ANY (%s) ORDER BY id FOR UPDATE"
_BELOW = """
WITH RECURSIVE below(id) AS (
    SELECT %s::bigint
    UNION
    SELECT m.id FROM below JOIN consent_label l ON l.parents @> ARRAY[below.id]
    JOIN consent_memory m ON m.label_id = l.id
) SELECT id FROM below
"""


@dataclass(frozen=True, slots=True)
class Source:
    """A memory that another is derived from, with what that one may not exceed."""

    memory: int
    ceiling: float
    provenance: Provenance


def sources_of(drafts: Sequence[Draft], *, by: Caller, now: datetime) -> dict[int, list[Source] | Problem]:
    """Return by place the sources that drafts name; a Problem 422 where the writer does not see one."""
    naming = [place for place, draft in enumerate(drafts) if draft.derived_from]
    if not naming:
        return {}
    rows = _rows((one for place in naming for one in drafts[place].derived_from), now)
    seen = {
        session: _visible(rows, session, by, now) for session in {drafts[p].context_session for p in naming}
    }
    return {place: _named(drafts[place], seen[drafts[place].context_session]) for place in naming}


def hold(changing: Collection[int], sources: Collection[int]) -> None:
    """Lock memories that change and those that something is derived from, all in the order of their ids.

    Otherwise two writes that each repeat what the other changes would wait for each other."""
    for changes, ids in groupby(sorted({*changing, *sources}), key=set(changing).__contains__):
        ask(_CHANGING if changes else _HELD, [list(ids)])


def held(memories: Collection[int]) -> list[Source]:
    """Return memories as sources, held until the write is done; those that are gone are left out."""
    rows = ask(_HELD, [sorted(memories)]) if memories else []
    return [Source(memory, readable(ceiling), provenance_named(word)) for memory, ceiling, word in rows]


def _rows(named: Iterable[str], now: datetime) -> dict[UUID, tuple[Any, ...]]:
    known = {found for one in named if (found := public_uuid(one, "mem"))}
    return {row[1]: row for row in ask(_SOURCES, [now, sorted(one.hex for one in known)])} if known else {}


def _visible(
    rows: dict[UUID, tuple[Any, ...]], session: str | None, by: Caller, now: datetime
) -> dict[UUID, Source]:
    """Return the memories that the writer would be shown where it writes: those it owns in any state."""
    try:
        taken = resolve(Question(by.acting_id, by.behalf_id, session, False, by.context_required), now=now)
    except Problem:  # no such session: placing says so
        return {}
    scene = gather({row[2] for row in rows.values()}, taken)
    return {
        known: Source(row[0], readable(row[4]), provenance_named(row[5]))
        for known, row in rows.items()
        if (row[6] or row[3] == by.acting_id) and decide(scene.labels[row[2]], scene).allowed
    }


def _named(draft: Draft, seen: dict[UUID, Source]) -> list[Source] | Problem:
    found = [seen.get(known) if (known := public_uuid(one, "mem")) else None for one in draft.derived_from]
    lacking = {
        f"derived_from.{place}": ["There is no memory of this id that you may see."]
        for place, one in enumerate(found)
        if one is None
    }
    if lacking:
        return unprocessable("source_unknown", errors=lacking)
    return [one for one in found if one is not None]


def lower_below(memory: Memory, *, by: Caller, now: datetime) -> None:
    """Lower everything derived from a memory, locked by the caller, to its ceiling and authority."""
    ids = below(memory.pk) - {memory.pk}
    for row in Memory.objects.select_for_update().filter(pk__in=ids).order_by("pk") if ids else ():
        ceiling = min(readable(row.ceiling), readable(memory.ceiling))
        level = lower_of(provenance_named(row.provenance), provenance_named(memory.provenance))
        if (ceiling, level.word) != (row.ceiling, row.provenance):
            row.ceiling, row.provenance, row.provenance_attested = ceiling, level.word, False
            row.save(update_fields=["ceiling", "provenance", "provenance_attested"])
            renderings.remake(row, spec_of(LabelRow.objects.get(pk=row.label_id)))
            thing = ("memory", f"mem_{row.public_id.hex}")
            note(by, actions.MEMORY_UPDATE, thing, now=now, fields=["trust", "provenance"], by_source=True)


def sources_ceiling(label: int) -> float:
    """Return the lowest ceiling among the direct sources of a label, 1.0 where there are none."""
    query = """
        SELECT m.ceiling FROM consent_label l JOIN consent_memory m ON m.id = ANY (l.parents) WHERE l.id = %s
    """
    return min([1.0, *(readable(ceiling) for (ceiling,) in ask(query, [label]))])


def below(memory: int) -> set[int]:
    """Return a memory and everything derived from it, at any depth."""
    return {one for (one,) in ask(_BELOW, [memory])}
