"""Recording events and refusals."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from audit.actions import REFUSAL_REPEAT
from audit.services.statements import clean, require_transaction, run, run_prepared
from audit.types import Event, Reviewer

COLUMNS = (
    "public, at, action, actor_id, acting_id, behalf_id, credential_id, object_type, object_id,"
    " reason, outcome, code, details, request_id, door"
)
PLACES = ", ".join(["%s"] * 15)
TYPES = (
    *("uuid", "timestamptz", "text", "bigint", "bigint", "bigint", "bigint", "text", "text"),
    *("text", "text", "text", "jsonb", "text", "text"),
)
INSERT_ALL = f"""
INSERT INTO audit_event ({COLUMNS}) SELECT * FROM unnest({", ".join(f"%s::{kind}[]" for kind in TYPES)})
"""
INSERT = f"INSERT INTO audit_event ({COLUMNS}) VALUES ({PLACES})"

COUNT_REFUSAL = """
INSERT INTO audit_refusal_repeat AS seen (minute, actor_id, action, object_type, object_id, code, count, told)
VALUES (%s, %s, %s, %s, %s, %s, 1, false)
ON CONFLICT (minute, actor_id, action, object_type, object_id, code)
DO UPDATE SET count = seen.count + 1
RETURNING count
"""

TELL_REPEATS = f"""
WITH closed AS (
  UPDATE audit_refusal_repeat SET told = true
  WHERE id IN (SELECT id FROM audit_refusal_repeat
               WHERE NOT told AND count > 1 AND minute < %s ORDER BY id LIMIT 10000 FOR UPDATE SKIP LOCKED)
  RETURNING minute, actor_id, action, object_type, object_id, code, count)
INSERT INTO audit_event ({COLUMNS})
SELECT gen_random_uuid(), %s, %s, actor_id, NULL, NULL, NULL, object_type, object_id, '', 'refused', code,
       jsonb_build_object('action', action, 'repeats', count - 1,
                          'minute', extract(epoch FROM minute)::bigint),
       '', ''
FROM closed
"""


def values(event: Event, public: UUID, now: datetime) -> list[Any]:
    """Return an event's column values in the order of COLUMNS."""
    return [
        public,
        now,
        event.action,
        event.actor_id,
        event.acting_id,
        event.behalf_id,
        event.credential_id,
        clean(event.object_type, 40),
        clean(event.object_id, 200),
        clean(event.reason, 500),
        event.outcome,
        clean(event.code, 80),
        json.dumps(dict(event.details)),
        clean(event.request_id, 80),
        event.door,
    ]


def record(event: Event, *, now: datetime, using: str = "default") -> UUID:
    """Write an event in the caller's transaction and return its public id.

    Raises RuntimeError outside a transaction and Problem 503 when it cannot be written."""
    require_transaction(using)
    public = uuid4()
    run_prepared(INSERT, values(event, public, now), using=using)
    return public


def record_all(happened: Iterable[Event], *, now: datetime, using: str = "default") -> None:
    """Write many events in the caller's transaction, in one statement; raises as `record` does."""
    require_transaction(using)
    rows = [values(event, uuid4(), now) for event in happened]
    if rows:
        run_prepared(INSERT_ALL, [list(column) for column in zip(*rows, strict=True)], using=using)


def refuse(event: Event, *, now: datetime, using: str = "default") -> None:
    """Write a refusal in a transaction of its own, before the answer.

    The first of its kind in a minute is an event, the rest are counted and told when the minute is over.
    Call it after the refused transaction is rolled back: raises RuntimeError inside another transaction,
    Problem 503 when it cannot be written."""
    with transaction.atomic(using=using, durable=True):
        row = values(event, uuid4(), now)
        minute = now.replace(second=0, microsecond=0)
        kind = [minute, event.actor_id, event.action, row[7], row[8], row[11]]
        if run(COUNT_REFUSAL, kind, using=using)[0][0] == 1:
            run(INSERT, [*row[:10], "refused", *row[11:]], using=using)


def tell_repeats(*, now: datetime, using: str = "default") -> None:
    """Turn the counts of past minutes into events, so that the seals cover them too."""
    minute = now.replace(second=0, microsecond=0)
    run(TELL_REPEATS, [minute, now, REFUSAL_REPEAT], using=using)


def asked_by(by: Reviewer) -> Event:
    """Return an event of a caller's, of which what happened is still to be said."""
    return Event(
        action="",
        actor_id=by.principal_id,
        acting_id=by.acting_id,
        behalf_id=by.behalf_id,
        credential_id=by.credential_id,
        request_id=by.request_id,
        door=by.door,
    )
