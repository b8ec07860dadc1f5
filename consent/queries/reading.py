"""Reading memories by id and by page: the same decision as recall, ordered by what the tier itself shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection

from consent.models import Memory
from consent.queries.asking import Snapshot, public_uuid, under_row_security
from consent.queries.search import Filters, audience_keys, narrowing
from consent.types import Candidate

# The page is cut after the decision: the outer LIMIT stops as soon as enough permitted rows were met, and no
# count of the others exists anywhere.
_PAGE = """
SELECT memory_id, label_id, owner_id, ceiling, tier, 0.0, shown_at, public_id FROM (
    SELECT r.memory_id, r.label_id, r.owner_id, m.ceiling, r.tier, r.ceiling_tier, r.shown_at, r.public_id
    FROM consent_rendering r JOIN consent_memory m ON m.id = r.memory_id
    WHERE r.audience && %(keys)s::bigint[] {clauses}
    ORDER BY r.shown_at {way}, r.public_id {way} OFFSET 0
) AS ordered
WHERE tier = consent_shown(label_id, ceiling_tier)
LIMIT %(limit)s
"""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page begins: the time and id of the row beside it, and the direction."""

    shown_at: datetime
    public_id: UUID
    forward: bool = True


def page(
    filters: Filters, place: Place | None, taken: Snapshot, *, limit: int
) -> list[tuple[Candidate, Place]]:
    """Return up to `limit` candidates beside a place, nearest first: forward is towards the oldest."""
    clauses, values = narrowing(filters, taken)
    forward = place is None or place.forward
    if place is not None:
        clauses.append(f"(r.shown_at, r.public_id) {'<' if forward else '>'} (%(at)s, %(beside)s)")
        values |= {"at": place.shown_at, "beside": place.public_id}
    sql = _PAGE.format(
        clauses="".join(f" AND {clause}" for clause in clauses), way="DESC" if forward else "ASC"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, values | {"keys": audience_keys(taken.asking), "limit": limit})
        rows = cursor.fetchall()
    return [(Candidate(*row[:6]), Place(row[6], row[7])) for row in rows]


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
              AND (r.state = ANY (%s) OR r.owner_id = %s)
            """,
            [known, list(states), taken.asking.asker.id],
        )
        row = cursor.fetchone()
    return Candidate(*row) if row else None


def own_row(found: Candidate) -> Memory | None:
    """Return the whole memory where the asking is its owner; row security returns nothing to anyone else."""
    with under_row_security([found.label]):
        return Memory.objects.filter(pk=found.memory).first()
