"""The records of what was shown, held against the sealed events that were written with them.

What is taken out by rule is no finding: deliveries older than a month, and which memories they were, once
something was erased or deleted since.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from django.db import connections

from audit.models import Delivery, Recall
from audit.rules.compare import Finding
from audit.rules.shown import ITEM, RECALL, memories_digest, shown_digest

PAGE: Final = 1000
# As the database's own function says, which drops deliveries.
KEPT: Final = timedelta(days=29)
_TELLING: Final = """
SELECT id, coalesce(details->>'recall', object_id), details->>'shown_digest', details->>'memories_digest'
FROM audit_event WHERE id > %s AND details ? 'shown_digest' ORDER BY id LIMIT %s
"""
_SEAL: Final = """
SELECT coalesce(max(s.number), 0) FROM audit_seal s
JOIN audit_event e ON e.xid >= s.from_xid AND e.xid < s.to_xid WHERE e.id = %s
"""
# The last time that it was taken out which memory a delivery was of, and that old deliveries were.
_FORGOT: Final = """
SELECT coalesce(max(id) FILTER (WHERE details ? 'unlinked'), 0),
       coalesce(max(id) FILTER (WHERE details ? 'dropped'), 0)
FROM audit_event WHERE object_type = 'delivery' AND action = 'audit.forget'
"""
# A record that no event speaks of, since events speak of records.
_UNTOLD: Final = """
SELECT r.id FROM audit_recall r
WHERE r.id > (SELECT min(id) FROM audit_recall WHERE public = %s)
  AND NOT EXISTS (SELECT FROM audit_event e WHERE e.object_type = 'recall'
                  AND e.object_id = 'rec_' || replace(r.public::text, '-', ''))
  AND NOT EXISTS (SELECT FROM audit_event e
                  WHERE e.details->>'recall' = 'rec_' || replace(r.public::text, '-', ''))
LIMIT 1
"""
_ITEMS: Final = ("recall_id", "memory_id", "confidence", *ITEM)
Row = tuple[Any, ...]
Item = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Forgotten:
    """Before which events memories were unlinked and deliveries dropped, and how old those had to be."""

    unlinked: int
    dropped: int
    before: datetime

    def excuses(self, event: int, recall: Item, items: Sequence[Item], wrong: str) -> bool:
        """Tell whether a difference is what was taken out by rule since an event."""
        if recall["at"] < self.before and event < self.dropped:
            return True
        unlinked = any(one["memory_id"] == 0 for one in items)
        return wrong == "memories" and unlinked and event < self.unlinked


def shown_findings(now: datetime, *, using: str) -> Iterator[Finding]:
    """Yield what differs between events and records: changed, gone, or there without an event."""
    first, last = "", 0
    while told := _rows(_TELLING, [last, PAGE], using):
        first, last = first or told[0][1], told[-1][0]
        yield from _compared(told, now - KEPT, using)
    if first and _rows(_UNTOLD, [first.removeprefix("rec_")], using):
        yield Finding("record_insert", 0, None, "recall")


def _compared(told: Sequence[Row], kept_since: datetime, using: str) -> Iterator[Finding]:
    ids = [recall.removeprefix("rec_") for _, recall, *_ in told]
    rows = Recall.objects.using(using).filter(public__in=ids).values("id", "public", "at", *RECALL)
    recalls = {one["public"].hex: one for one in rows}
    items = _items([one["id"] for one in recalls.values()], using)
    differing = []
    for event, recall, *digests in told:
        found = recalls.get(recall.removeprefix("rec_"))
        if found is None:
            yield Finding("record_delete", _seal(event, using), event, "recall")
        elif wrong := _wrong(found, items.get(found["id"], []), digests):
            differing.append((event, found, items.get(found["id"], []), wrong))
    # Read after the records: what took something out of them meanwhile has said so by now.
    unlinked, dropped = _rows(_FORGOT, [], using)[0] if differing else (0, 0)
    forgotten = _Forgotten(unlinked, dropped, kept_since)
    for event, found, listed, wrong in differing:
        if not forgotten.excuses(event, found, listed, wrong):
            yield Finding("record_edit", _seal(event, using), event, wrong)


def _wrong(recall: Item, items: Sequence[Item], digests: Sequence[str]) -> str:
    """Return what of a record is not as its event says; empty where all is."""
    shown, memories = digests
    if shown_digest(recall, items) != shown:
        return "shown"
    return "" if memories_digest(one["memory_id"] for one in items) == memories else "memories"


def _items(recalls: Sequence[int], using: str) -> dict[int, list[dict[str, Any]]]:
    rows = Delivery.objects.using(using).filter(recall_id__in=recalls).order_by("recall_id", "position")
    by_recall = groupby(rows.values(*_ITEMS).iterator(), key=itemgetter("recall_id"))
    return {number: list(found) for number, found in by_recall}


def _seal(event: int, using: str) -> int:
    """Return the seal an event is under, 0 for none yet."""
    return int(_rows(_SEAL, [event], using)[0][0])


def _rows(sql: str, values: list[Any], using: str) -> list[Row]:
    with connections[using].cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())
