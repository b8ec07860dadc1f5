"""What was delivered to somebody lately: which memories, in which versions, how much of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import connection

WINDOW: Final = timedelta(days=30)
MOST_RECALLS: Final = 50
MOST_ITEMS: Final = 200
Given = tuple[int, int, str]

# The last row is there where the newest are not all: more was asked, or delivered, than is looked at.
_LATELY = """
WITH newest AS MATERIALIZED (
    SELECT id FROM audit_recall WHERE actor_id = %(actor)s AND at > %(since)s
    ORDER BY at DESC, id DESC LIMIT %(recalls)s
), given AS MATERIALIZED (
    SELECT DISTINCT d.memory_id, d.memory_version, d.tier
    FROM newest r JOIN audit_delivery d ON d.recall_id = r.id WHERE d.decision <> 'excluded' LIMIT %(items)s
)
SELECT memory_id, memory_version, tier FROM given
UNION ALL
SELECT 0, 0, '' WHERE (SELECT count(*) FROM newest) = %(recalls)s OR (SELECT count(*) FROM given) = %(items)s
"""
_OF = """
SELECT DISTINCT d.memory_id, d.memory_version, d.tier
FROM audit_delivery d JOIN audit_recall r ON r.id = d.recall_id
WHERE d.memory_id = ANY (%s) AND r.actor_id = %s AND r.at > %s AND d.decision <> 'excluded'
"""


@dataclass(frozen=True, slots=True)
class Lately:
    """(memory, version, tier) of what an actor's newest requests brought; `more` where there were others."""

    given: list[Given]
    more: bool


def delivered_lately(actor: int, now: datetime) -> Lately:
    """Return what an actor's newest requests of the last thirty days brought it."""
    with connection.cursor() as cursor:
        cursor.execute(
            _LATELY,
            {"actor": actor, "since": now - WINDOW, "recalls": MOST_RECALLS, "items": MOST_ITEMS},
        )
        rows: list[Given] = cursor.fetchall()
    given = [row for row in rows if row[2]]
    return Lately(given, len(given) < len(rows))


def delivered_of(memories: Collection[int], actor: int, now: datetime) -> list[Given]:
    """Return (memory, version, tier) of these memories as any request of those days brought an actor."""
    with connection.cursor() as cursor:
        cursor.execute(_OF, [list(memories), actor, now - WINDOW])
        rows: list[Given] = cursor.fetchall()
    return rows
