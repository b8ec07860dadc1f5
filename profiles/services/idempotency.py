"""Doing a write once: the same key and body give the same effect, another body is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from memory_admin.http.problem import Problem
from profiles.types import Caller

Effect = dict[str, Any]

# The unique index makes a second request wait until the first has committed or is rolled back.
_CLAIM = """
INSERT INTO profiles_idempotencykey (credential_id, acting_id, route, key, fingerprint, effect, created_at)
VALUES (%s, %s, %s, %s, %s, '{}', %s)
ON CONFLICT (credential_id, acting_id, route, key) DO NOTHING RETURNING id
"""
_KNOWN = """
SELECT fingerprint, effect FROM profiles_idempotencykey
WHERE credential_id = %s AND acting_id = %s AND route = %s AND key = %s
"""


def once(
    key: str | None,
    route: str,
    fingerprint: Callable[[], str],
    effect: Callable[[], Effect],
    *,
    by: Caller,
    now: datetime,
) -> Effect:
    """Run `effect` unless this caller's key has done so; returns its ids and statuses, never content.

    Raises 409 `idempotency_conflict` for another body. A refused effect leaves no trace of the key.
    """
    if key is None:
        return effect()
    place = [by.credential_id or 0, by.acting_id, route, key]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_CLAIM, [*place, fingerprint(), now])
        claimed = cursor.fetchone()
        if claimed is None:
            cursor.execute(_KNOWN, place)
            known, done = cursor.fetchone()
            if known != fingerprint():
                raise Problem(409, "idempotency_conflict")
            return dict(done if isinstance(done, dict) else json.loads(done))
        made = effect()
        cursor.execute(
            "UPDATE profiles_idempotencykey SET effect = %s WHERE id = %s", [json.dumps(made), claimed[0]]
        )
        return made
