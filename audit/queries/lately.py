"""What was delivered to somebody lately: which memories, in which versions, how much of them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import connection

WINDOW: Final = timedelta(hours=24)
MOST_RECALLS: Final = 50
MOST_ITEMS: Final = 200

_LATELY = """
SELECT DISTINCT d.memory_id, d.memory_version, d.tier FROM (
    SELECT id FROM audit_recall WHERE actor_id = %s AND at > %s ORDER BY at DESC, id DESC LIMIT %s
) AS r JOIN audit_delivery d ON d.recall_id = r.id WHERE d.decision <> 'excluded' LIMIT %s
"""


def delivered_lately(actor: int, now: datetime) -> list[tuple[int, int, str]]:
    """Return (memory, version, tier) of what an actor's newest requests of the last day brought it."""
    with connection.cursor() as cursor:
        cursor.execute(_LATELY, [actor, now - WINDOW, MOST_RECALLS, MOST_ITEMS])
        rows: list[tuple[int, int, str]] = cursor.fetchall()
    return rows
