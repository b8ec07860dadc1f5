"""Recording what was shown to whom: recall, event and deliveries in one statement."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from audit.rules.shown import memories_digest, shown_digest
from audit.services import events
from audit.services.statements import clean, require_transaction, run_prepared
from audit.types import DeliveredItem, Event, RecallRecord

RECALL_COLUMNS = (
    "public, at, actor_id, acting_id, behalf_id, credential_id, application, context_session_id,"
    " query_hash, query, policy_version, detector_version, door, request_id"
)
RECALL_NAMES = tuple(name.strip() for name in RECALL_COLUMNS.split(","))
DELIVERY_COLUMNS = (
    "memory_id, memory_version, tier, provenance, decision, reason, role, quoted, sanitized,"
    " instruction_like, kind, source_type, epistemic, confidence, owner_id, through_id, rules"
)
DELIVERY_NAMES = tuple(DELIVERY_COLUMNS.split(", "))
DELIVERY_TYPES = (
    *("bigint", "int", "text", "text", "text", "text", "text", "boolean", "boolean", "boolean"),
    *("text", "text", "text", "float8", "bigint", "bigint", "text"),
)

STATEMENT = f"""
WITH recall AS (
  INSERT INTO audit_recall ({RECALL_COLUMNS}) VALUES ({", ".join(["%s"] * 14)}) RETURNING id),
happened AS (
  INSERT INTO audit_event ({events.COLUMNS}) VALUES ({events.PLACES}))
INSERT INTO audit_delivery (recall_id, {DELIVERY_COLUMNS}, position)
SELECT recall.id, item.*
FROM recall, ROWS FROM (json_to_recordset(%s::json) AS ({
    ", ".join(f"{name} {kind}" for name, kind in zip(DELIVERY_NAMES, DELIVERY_TYPES, strict=True))
})) WITH ORDINALITY AS item
"""


def _recall_values(recall: RecallRecord, public: UUID, now: datetime) -> list[Any]:
    return [
        public,
        now,
        recall.actor_id,
        recall.acting_id,
        recall.behalf_id,
        recall.credential_id,
        clean(recall.application, 200),
        recall.context_session_id,
        recall.query_hash,
        None if recall.query is None else clean(recall.query, 8000),
        recall.policy_version,
        recall.detector_version,
        recall.door,
        clean(recall.request_id, 80),
    ]


def record_recall(
    recall: RecallRecord,
    items: Sequence[DeliveredItem],
    event: Event,
    *,
    now: datetime,
    using: str = "default",
) -> UUID:
    """Write one content-returning request with its event and deliveries; return the recall's public id.

    Runs in the caller's transaction and in one round trip; the public id is known before, for the
    event's object when it names none. Raises RuntimeError outside a transaction, Problem 503 on failure."""
    require_transaction(using)
    public = uuid4()
    values = _recall_values(recall, public, now)
    told = [{name: getattr(item, name) for name in DELIVERY_NAMES} for item in items]
    row = events.values(_vouching(event, values, told), uuid4(), now)
    if not event.object_id:
        row[7:9] = ["recall", f"rec_{public.hex}"]
    # The items are one JSON text: one value is sent, not one for each field of each item.
    run_prepared(STATEMENT, [*values, *row, json.dumps(told)], using=using)
    return public


def _vouching(event: Event, values: Sequence[Any], told: Sequence[dict[str, Any]]) -> Event:
    """Return the event with digests of its record, which the seals cover by it."""
    recall = dict(zip(RECALL_NAMES, values, strict=True))
    digests = {
        "shown_digest": shown_digest(recall, told),
        "memories_digest": memories_digest(one["memory_id"] for one in told),
    }
    named = {"recall": f"rec_{recall['public'].hex}"} if event.object_id else {}
    return replace(event, details={**event.details, **digests, **named})
