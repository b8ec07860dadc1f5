"""Reading memories by id and by page: the same decision as recall, ordered by what the tier itself shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from consent.models import Memory
from consent.queries.asking import Snapshot, under_row_security
from consent.queries.search import Filters, audience_keys, narrowing
from consent.types import Candidate
from memory_admin.http.public_id import public_uuid

# Rows are met in order, a stretch at a time, and judged together: the page is cut after the decision, and no
# count of what was left out exists anywhere. The last row met is told whatever it is: the next stretch begins
# behind it.
_STRETCH = """
WITH met AS MATERIALIZED (
    SELECT r.memory_id, r.label_id, r.owner_id, r.tier, r.ceiling_tier, r.shown_at, r.public_id,
           row_number() OVER (ORDER BY r.shown_at {way}, r.public_id {way}, r.tier {way}) AS place
    FROM consent_rendering r WHERE r.audience && %(keys)s::bigint[]{clauses}
    ORDER BY r.shown_at {way}, r.public_id {way}, r.tier {way} LIMIT %(stretch)s
), ruled AS (
    SELECT met.*, met.tier = CASE judged.reach WHEN -1 THEN -1 WHEN 5 THEN 4
                             ELSE least(judged.reach, met.ceiling_tier) END AS seen
    FROM consent_judge(ARRAY(SELECT DISTINCT label_id FROM met)) AS judged
    JOIN met ON met.label_id = judged.label
)
SELECT ruled.memory_id, ruled.label_id, ruled.owner_id, m.ceiling, ruled.tier, 0.0, ruled.shown_at,
       ruled.public_id, ruled.seen, ruled.place
FROM ruled JOIN consent_memory m ON m.id = ruled.memory_id
WHERE ruled.seen OR ruled.place = %(stretch)s ORDER BY ruled.place
"""
_LONGEST_STRETCH = 5000


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page begins: the time and id of the row beside it, and the direction."""

    shown_at: datetime
    public_id: UUID
    forward: bool = True


def page(
    filters: Filters, place: Place | None, taken: Snapshot, *, limit: int, turned: bool = False
) -> list[tuple[Candidate, Place]]:
    """Return up to `limit` candidates beside a place, nearest first: forward is towards the oldest, or the
    newest where the list is turned round."""
    clauses, values = narrowing(filters, taken)
    forward = (place is None or place.forward) != turned
    way, beyond = ("DESC", "<") if forward else ("ASC", ">")
    if place is not None:
        clauses.append(f"(r.shown_at, r.public_id) {beyond} (%(at)s, %(beside)s)")
        values |= {"at": place.shown_at, "beside": place.public_id}
    values |= {"keys": audience_keys(taken.asking), "stretch": 2 * limit}
    found: list[tuple[Candidate, Place]] = []
    while True:
        rows = _stretch(clauses, way, values)
        found += [(Candidate(*row[:6]), Place(row[6], row[7])) for row in rows if row[8]]
        if len(found) >= limit or not rows or rows[-1][9] < values["stretch"]:
            return found[:limit]
        if "last" not in values:
            clauses.append(
                f"(r.shown_at, r.public_id, r.tier) {beyond} (%(last_at)s, %(last)s, %(last_tier)s)"
            )
        values |= {"last_at": rows[-1][6], "last": rows[-1][7], "last_tier": rows[-1][4]}
        values["stretch"] = min(4 * values["stretch"], _LONGEST_STRETCH)


def _stretch(clauses: list[str], way: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
    sql = _STRETCH.format(clauses="".join(f" AND {clause}" for clause in clauses), way=way)
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def one(public_id: str, taken: Snapshot, *, states: tuple[str, ...] = ("active",)) -> Candidate | None:
    """Return the candidate of one id at the tier the asking reads, or None alike for absent and forbidden."""
    known = public_uuid(public_id, "mem")
    if known is None:
        return None
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT r.memory_id, r.label_id, r.owner_id, m.ceiling, r.tier, 0.0
            FROM consent_rendering r JOIN consent_memory m ON m.id = r.memory_id
            WHERE m.public_id = %s AND r.tier = consent_shown(r.label_id, r.ceiling_tier)
              AND (r.owner_id = %s
                   OR (r.state = ANY (%s) AND (r.valid_until IS NULL OR r.valid_until > %s)))
            """,
            [known, taken.asking.asker.id, list(states), taken.now],
        )
        row = cursor.fetchone()
    return Candidate(*row) if row else None


def own_row(found: Candidate) -> Memory | None:
    """Return the whole memory where the asking is its owner; row security returns nothing to anyone else."""
    with under_row_security([found.label]):
        return Memory.objects.filter(pk=found.memory).first()
