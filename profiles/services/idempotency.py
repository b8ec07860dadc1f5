"""Doing a write once: the same key and body give the same effect, another body is refused."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, Protocol

from django.db import connection, transaction

from memory_admin.http.problem import Problem
from profiles.types import Caller

Effect = dict[str, Any]
LONGEST_ROUTE: Final = 120


class Write(Protocol):
    """A request that writes, at any door: its key, by whom, and the digest of what is asked."""

    @property
    def idempotency_key(self) -> str | None: ...
    @property
    def caller(self) -> Caller: ...
    @property
    def fingerprint(self) -> str: ...


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


def _short(route: str) -> str:
    """Return a route as its column holds it: itself, or a digest where entity ids make it long."""
    return route if len(route) <= LONGEST_ROUTE else hashlib.sha256(route.encode()).hexdigest()


def once(request: Write, route: str, effect: Callable[[], Effect], *, now: datetime) -> Effect:
    """Run `effect` unless this caller's key has done so; returns its ids and statuses, never content.

    Raises 409 `idempotency_conflict` for another body. A refused effect leaves no trace of the key.
    """
    key, by = request.idempotency_key, request.caller
    if key is None:
        return effect()
    place: list[int | str] = [by.credential_id or 0, by.acting_id, _short(route), key]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_CLAIM, [*place, request.fingerprint, now])
        claimed = cursor.fetchone()
        if claimed is None:
            cursor.execute(_KNOWN, place)
            known, done = cursor.fetchone()
            if known != request.fingerprint:
                raise Problem(409, "idempotency_conflict")
            return dict(done if isinstance(done, dict) else json.loads(done))
        made = effect()
        cursor.execute(
            "UPDATE profiles_idempotencykey SET effect = %s WHERE id = %s", [json.dumps(made), claimed[0]]
        )
        return made
